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

type Chunks = Set<Rollup.OutputChunk>;

// A chunk and all that it imports, at any depth.
const needs = (bundle: Rollup.OutputBundle, chunk: Rollup.OutputChunk, known: Chunks = new Set()): Chunks => {
  known.add(chunk);
  for (const file of chunk.imports) {
    const imported = bundle[file];
    if (imported?.type === 'chunk' && !known.has(imported)) needs(bundle, imported, known);
  }
  return known;
};

const landingTags = (bundle: Rollup.OutputBundle, shell: string): string => {
  const page = Object.values(bundle).find(
    (file): file is Rollup.OutputChunk =>
      file.type === 'chunk' && !!file.facadeModuleId?.endsWith('/pages/landing.tsx'),
  );
  if (!page) throw new Error('The bundle has no chunk for the landing page');
  const chunks = [...needs(bundle, page)];
  const styles = chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  const tags = [
    ...styles.map((file) => [file, `<link rel="stylesheet" crossorigin href="/${file}">`] as const),
    ...chunks.map(({ fileName }) => [fileName, `<link rel="modulepreload" crossorigin href="/${fileName}">`] as const),
  ];
  return tags.flatMap(([file, tag]) => (shell.includes(file) ? [] : [tag])).join('');
};

// The runner takes no styles, which markup does without, and knows no `source` condition.
const forMarkup: Plugin = {
  name: 'festoon:for-markup',
  enforce: 'pre',
  resolveId(id) {
    if (id.endsWith('.css')) return '\0no-styles';
    const [, contract] = /^#([a-z]+)\/contract$/.exec(id) ?? [];
    return contract && join(import.meta.dirname, `../libs/${contract}/src/contract.ts`);
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
    const { module } = await runnerImport<typeof import('./src/app/prerender.tsx')>(
      join(import.meta.dirname, 'src/app/prerender.tsx'),
      { configFile: false, logLevel: 'error', plugins: [forMarkup] },
    );
    const shell = readFileSync(join(dir, 'index.html'), 'utf8');
    const page = shell
      .replace('</head>', `${landingTags(bundle, shell)}</head>`)
      .replace('<div id="root"></div>', () => `<div id="root">${module.landing}</div>`);
    writeFileSync(join(dir, 'landing.html'), page);
  },
});
