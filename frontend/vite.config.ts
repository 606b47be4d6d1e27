import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compression } from './compression.plugin.ts';
import { documents } from './documents.plugin.ts';
import { startScript } from './start-script.plugin.ts';

const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`;
const proxiedPaths = ['/api', '/auth', '/functions', '/storage', '/sandbox', '/mailbox', '/plain', '/health'];

const sources = (...files: string[]): RegExp => new RegExp(`/src/(?:.+/)?(?:${files.join('|')})\\.tsx?$`);
const anyOf = (...tests: RegExp[]): RegExp => new RegExp(tests.map(({ source }) => `(?:${source})`).join('|'));

// A few chunks, each with all that its modules import: a page needs few requests, and the next page fewer.
const groups = [
  // What every page needs, and the small modules that the landing page shares with others, so that it loads none of the
  // groups below.
  {
    name: 'shell',
    test: anyOf(
      /\/index\.html$|rolldown\/runtime|\/node_modules\/thumbhash\//,
      sources(
        'main',
        'closed-account',
        'money',
        'photo',
        'stored-picture',
        'ui/page',
        '(?!regions|creator-address|bank-details)[a-z-]+\\.contract',
      ),
      // All styles that several pages share, which are small: one request.
      /\/src\/(?:(?:ui|features\/(?:bookings|leads|dashboard))\/[a-z-]+|features\/galleries\/(?:galleries|viewer)|features\/(?:identity\/identity|catalog\/creator-card)|app\/[a-z-]+)\.css$/,
    ),
    priority: 6,
  },
  // The code that validates forms, which pages without forms must not load. Payouts and plans have forms only in the
  // settings.
  {
    name: 'schemas',
    test: /schemas-without-eval$|\/node_modules\/zod\/|\/libs\/(?!payouts|plans)[a-z-]+\/src\/(?:[a-z-]+\/)?contract\.ts$/,
    priority: 5,
  },
  // What the landing page shares with the other public pages.
  {
    name: 'creator-card',
    test: sources('creator-card', 'ui/stars', 'creator-address\\.contract', 'illustration'),
    priority: 5,
  },
  // What every page with data needs: the public pages load no component library.
  {
    name: 'data',
    test: anyOf(
      /\/node_modules\/(?:@tanstack\/(?:query-core|react-query)\/|lucide-react\/.+\/(?:arrow-left|images)\.)/,
      sources(
        'app/providers',
        'public-shell',
        'loaded',
        'session',
        'galleries/keys',
        'dates',
        'calendar',
        'paging',
        'bell-button',
        'deferred',
        'lazy-part',
      ),
    ),
    priority: 4,
  },
  { name: 'calendar', test: sources('month-view', 'availability-api', 'catalog/api'), priority: 3 },
  // What every page with components needs, and what the lists share. Icons that only one other
  // kind of component needs, such as a table, an upload or a password field, are loaded with it.
  {
    name: 'components',
    test: anyOf(
      /\/node_modules\/antd\/es\/(?:avatar|checkbox|descriptions|popover|tag|tooltip|style\/motion|_util)\//,
      /\/node_modules\/lucide-react\/.+\/calendar-clock\./,
      /\/node_modules\/(?:@ant-design\/icons(?!.*\/(?:Bars|Caret|Copy|Delete|Double|Download|Edit|Enter|Eye|File|Filter|Folder|Holder|Minus|PaperClip|Picture|PlusSquare|Question|Star|Up))|@rc-component\/(?:overflow|util)\/)/,
      sources('ant-design(?:-layout)?', 'signed-in-shell', 'item-card', 'paged-list'),
      sources('skeletons', 'panel', 'icon-tile', 'receipt-button'),
      sources('text', 'open-tab', 'bookings/(?:api|keys|booking-labels|status-tag|payment-breakdown)'),
      sources('leads/(?:event-icon|lead-labels|keys|match-score)', 'payments/(?:api|payment-return)'),
      sources('galleries/(?:api|gallery-labels|gallery-card)'),
    ),
    priority: 3,
  },
  // One chunk for each page that signed-in users switch between.
  { name: 'tabs', test: /\/node_modules\/antd\/es\/tabs\//, priority: 2 },
  // What a profile and the page of a booking share.
  { name: 'reviews', test: sources('bookings/(?:review-item|reviews-api)'), priority: 3 },

  // The two public pages.
  {
    name: 'creators',
    test: sources('pages/creators?', 'catalog/(?:package-list|portfolio|availability-calendar)', 'ui/tabs'),
    priority: 2,
  },
  { name: 'dashboard', test: sources('pages/dashboard'), priority: 2 },
  { name: 'bookings', test: sources('pages/bookings'), priority: 2 },
  { name: 'booking', test: sources('pages/booking'), priority: 2 },
  { name: 'leads', test: sources('pages/(?:leads|purchased-leads)'), priority: 2 },
  // What only pages that change the session need at first.
  { name: 'auth', test: anyOf(/\/node_modules\/@supabase\//, sources('auth-client')), priority: 2 },
  // What every form needs.
  { name: 'form', test: anyOf(/\/node_modules\/antd\/es\/(?:alert|form|input)\//, sources('form-rules')), priority: 2 },
  // What only forms with choices, numbers and dates need.
  {
    name: 'forms',
    test: anyOf(/\/node_modules\/antd\/es\/radio\//, sources('form-fields', 'long-form', 'event-section')),
    priority: 1,
  },
];

/** Ant Design's providers need only the context of the form library; without this every page would load all of it. */
const formContext: Plugin = {
  name: 'festoon:form-context',
  enforce: 'pre',
  resolveId(id, importer) {
    if (id !== '@rc-component/form' || !importer?.endsWith('/antd/es/form/context.js')) return null;
    return this.resolve('@rc-component/form/es/FormContext', importer);
  },
};

/** The client for uploads comes with a library for URLs, which every supported browser has itself. */
const nativeUrls: Plugin = {
  name: 'festoon:native-urls',
  enforce: 'pre',
  resolveId: (id) => (id === 'url-parse' ? '\0native-urls' : null),
  load: (id) => (id === '\0native-urls' ? 'export default URL;' : null),
};

/** Zod compiles schemas with `new Function` where it can, and would try it although the content security policy forbids it. */
const schemasWithoutEval: Plugin = {
  name: 'festoon:schemas-without-eval',
  enforce: 'pre',
  resolveId: (id) => (id === 'zod' ? '\0schemas-without-eval' : null),
  load: (id) =>
    id === '\0schemas-without-eval'
      ? `import { config } from 'zod/v4'; config({ jitless: true }); export * from 'zod/v4';`
      : null,
};

// biome-ignore lint/style/noDefaultExport: Vite requires it.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), formContext, nativeUrls, schemasWithoutEval, startScript(), documents(), compression()],
  // The contracts are read from the sources, so that the server need not be built first.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: '../dist/frontend',
    emptyOutDir: true,
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // The content security policy allows no inline script but `public/start.js`, and every browser above supports module preloads.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // A page that uses a label from a contract does not load its schemas.
      treeshake: {
        moduleSideEffects: [
          { test: /[./]contract\.ts$/, sideEffects: false },
          // Ant Design's own packages do not declare that importing them has no effect.
          {
            test: /\/node_modules\/@(?:rc-component|ant-design\/(?:colors|cssinjs|cssinjs-utils|fast-color))\//,
            sideEffects: false,
          },
        ],
        // Leaves out the schemas that no page uses, such as those of the server's responses.
        manualPureFunctions: ['z'],
      },
      output: { codeSplitting: { groups } },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(proxiedPaths.map((path) => [path, api])),
      '/socket.io': { target: api, ws: true },
    },
  },
});
