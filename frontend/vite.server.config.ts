import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const rendered = /\/(?:providers|public-shell|creators|creator)\.tsx$/;

/** Leaves out the pages that are not rendered on the server: it never loads them. */
const withoutOtherPages: Plugin = {
  name: 'festoon:without-other-pages',
  enforce: 'pre',
  resolveDynamicImport: (source) =>
    typeof source === 'string' && !rendered.test(source) ? { id: '\0not-rendered', external: false } : null,
  load: (id) => (id === '\0not-rendered' ? 'export {};' : null),
};

// The code with which the API renders the public pages. It contains all packages it needs, in their production builds.
// biome-ignore lint/style/noDefaultExport: Vite requires it.
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react(), withoutOtherPages],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, resolve: { conditions: ['source', 'module', 'node', 'production'] } },
  build: {
    ssr: 'src/app/server.tsx',
    outDir: '../dist/frontend-server',
    emptyOutDir: true,
    target: 'node20',
    reportCompressedSize: false,
  },
});
