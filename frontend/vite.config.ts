import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from './compression.plugin.ts';
import { documents } from './documents.plugin.ts';

const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`;
const behind = ['/api', '/auth', '/functions', '/storage', '/sandbox', '/mailbox', '/plain', '/health'];

const sources = (...files: string[]): RegExp => new RegExp(`/src/(?:.+/)?(?:${files.join('|')})\\.tsx?$`);

// A few chunks, each with all that its modules import: a page needs few requests, and the next page fewer.
const groups = [
  // Every page.
  { name: 'shell', tags: ['$initial' as const], priority: 6 },
  // What the landing page shares with others, so that it loads none of the groups below.
  { name: 'common', test: sources('money', 'illustration', '[a-z-]+\\.contract'), priority: 5 },
  // What checks forms, and what the pages without forms must not load.
  { name: 'schemas', test: /\/node_modules\/zod\/|\/src\/contract\.ts$/, priority: 4 },
  // Every page with components; and the styles of the lists, which are small, to save a request.
  {
    name: 'components',
    test: /\/src\/(?:app\/(?:providers|signed-in-shell|public-shell)\.tsx|(?:ui|features\/(?:bookings|leads|dashboard))\/[a-z-]+\.css)$/,
    priority: 3,
  },
  // The pages that signed-in users switch between.
  { name: 'lists', test: sources('pages/(?:dashboard|bookings|booking|leads|purchased-leads)'), priority: 2 },
  { name: 'forms', test: sources('form-rules', 'form-fields', 'long-form'), priority: 1 },
];

// biome-ignore lint/style/noDefaultExport: Vite requires it.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), documents(), compression()],
  // The contracts are read from the sources, so that the server need not be built first.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: '../dist/frontend',
    emptyOutDir: true,
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // The content security policy allows no inline script, and every browser above supports module preloads.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // A page that uses a label from a contract does not load its schemas.
      treeshake: { moduleSideEffects: [{ test: /[./]contract\.ts$/, sideEffects: false }] },
      output: { codeSplitting: { groups } },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(behind.map((path) => [path, api])),
      '/socket.io': { target: api, ws: true },
    },
  },
});
