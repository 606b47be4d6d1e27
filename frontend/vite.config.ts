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
  {
    name: 'common',
    test: /\/src\/(?:.+\/)?(?:money|illustration|[a-z-]+\.contract)\.tsx?$|\/src\/ui\/page\.(?:tsx|css)$/,
    priority: 5,
  },
  // What checks forms, and what the pages without forms must not load.
  { name: 'schemas', test: /\/node_modules\/zod\/|\/src\/contract\.ts$/, priority: 4 },
  // Every page with components, and what the lists share; and the styles of the lists, which are small, to save a request.
  {
    name: 'components',
    test: new RegExp(
      [
        '/node_modules/antd/es/(?:descriptions|tag|tooltip)/index\\.js$',
        '/src/app/(?:providers|signed-in-shell|public-shell)\\.tsx$',
        '/src/ui/(?:item-card|skeletons|panel|icon-tile)\\.tsx$',
        '/src/platform/(?:dates|text|open-tab)\\.ts$',
        '/src/features/(?:bookings/(?:api|keys|booking-labels|status-tag)|leads/(?:event-icon|lead-facts|keys|api)|payments/(?:api|payment-return))\\.tsx?$',
        '/src/(?:ui|features/(?:bookings|leads|dashboard))/[a-z-]+\\.css$',
      ].join('|'),
    ),
    priority: 3,
  },
  // One chunk for each page that signed-in users switch between.
  { name: 'dashboard', test: sources('pages/dashboard'), priority: 2 },
  { name: 'bookings', test: sources('pages/bookings'), priority: 2 },
  { name: 'booking', test: sources('pages/booking'), priority: 2 },
  { name: 'leads', test: sources('pages/(?:leads|purchased-leads)'), priority: 2 },
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
      treeshake: {
        moduleSideEffects: [{ test: /[./]contract\.ts$/, sideEffects: false }],
        // Leaves out the schemas that no page uses, such as those of the server's answers.
        manualPureFunctions: ['z'],
      },
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
