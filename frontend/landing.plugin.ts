import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HtmlTagDescriptor, type Plugin, type Rollup, runnerImport } from 'vite';

const preloaded = ['inter-latin-wght-normal', 'fraunces-latin-opsz-normal'];

const fontTags = (bundle: Rollup.OutputBundle): HtmlTagDescriptor[] =>
  Object.keys(bundle)
    .filter((file) => preloaded.some((font) => file.includes(font)))
    .map((file) => ({
      tag: 'link',
      attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
      injectTo: 'head',
    }));

const landingTags = (bundle: Rollup.OutputBundle): string => {
  const chunk = Object.values(bundle).find(
    (file): file is Rollup.OutputChunk =>
      file.type === 'chunk' && !!file.facadeModuleId?.endsWith('/pages/landing.tsx'),
  );
  if (!chunk) throw new Error('The bundle has no chunk for the landing page');
  const styles = [...(chunk.viteMetadata?.importedCss ?? [])];
  const scripts = [chunk.fileName, ...chunk.imports];
  return [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('');
};

// The runner takes no styles, which markup does without, and knows no `source` condition.
const forMarkup: Plugin = {
  name: 'festoon:for-markup',
  enforce: 'pre',
  resolveId(id) {
    if (id.endsWith('.css')) return '\0no-styles';
    const [, contract] = /^#([a-z]+)\/contract$/.exec(id) ?? [];
    return contract && join(import.meta.dirname, `../libs/${contract}/src/${contract}.contract.ts`);
  },
  load: (id) => (id === '\0no-styles' ? '' : undefined),
};

/**
 * Preloads the fonts, and writes `landing.html` beside `index.html`: the same document with the landing page already drawn.
 * The server sends it for `/`, and `index.html` for every other path of the product.
 */
export const landing = (): Plugin => ({
  name: 'festoon:landing',
  apply: 'build',
  transformIndexHtml: { order: 'post', handler: (_, { bundle }) => (bundle ? fontTags(bundle) : []) },
  async writeBundle({ dir = '' }, bundle) {
    const { module } = await runnerImport<typeof import('./src/prerender.tsx')>(
      join(import.meta.dirname, 'src/prerender.tsx'),
      { configFile: false, logLevel: 'error', plugins: [forMarkup] },
    );
    const shell = readFileSync(join(dir, 'index.html'), 'utf8');
    const page = shell
      .replace('</head>', `${landingTags(bundle)}</head>`)
      .replace('<div id="root"></div>', () => `<div id="root">${module.landing}</div>`);
    writeFileSync(join(dir, 'landing.html'), page);
  },
});
