import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from './compression.plugin.ts';
import { landing } from './landing.plugin.ts';

const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`;
const behind = ['/api', '/auth', '/functions', '/storage', '/sandbox', '/mailbox', '/plain', '/health'];

// Used by every page: one chunk rather than many small ones.
const shell =
  /\/src\/(app\/(scroll-and-focus|footer|header|plain-shell|shells|lazy-component)|ui\/(festoon|icons|logo|page|illustration|states)|platform\/(http|money|session-storage|theme-preference|retry-after))\.tsx?$/;

// biome-ignore lint/style/noDefaultExport: Vite reads it so.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), landing(), compression()],
  // The contracts, read from the sources: no build of the server is needed first.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: '../dist/frontend',
    emptyOutDir: true,
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // The policy allows no inline script, and every browser above preloads modules by itself.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // A page that needs a label from a contract need not carry its schemas.
      treeshake: { moduleSideEffects: [{ test: /[./]contract\.ts$/, sideEffects: false }] },
      output: { codeSplitting: { groups: [{ name: 'shell', test: shell }] } },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(behind.map((path) => [path, api])),
      '/socket.io': { target: api, ws: true },
    },
  },
});
