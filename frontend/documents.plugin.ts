import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HtmlTagDescriptor, type Plugin, type Rollup, runnerImport } from 'vite';

const textFont = 'inter-latin-wght-normal';
const headingFont = 'fraunces-latin-opsz-normal';

const fontTag = (bundle: Rollup.OutputBundle, font: string): HtmlTagDescriptor => {
  const file = Object.keys(bundle).find((name) => name.includes(font));
  if (!file) throw new Error(`The bundle has no font ${font}`);
  const attrs = { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true };
  return { tag: 'link', attrs, injectTo: 'head' };
};

type Chunks = Set<Rollup.OutputChunk>;

const chunksOf = (bundle: Rollup.OutputBundle, source: string): Rollup.OutputChunk[] => {
  const found = Object.values(bundle).filter(
    (file): file is Rollup.OutputChunk =>
      file.type === 'chunk' && [file.facadeModuleId, ...file.moduleIds].some((id) => id?.endsWith(`/src/${source}`)),
  );
  if (found.length === 0) throw new Error(`The bundle has no chunk for ${source}`);
  return found;
};

/** Adds the chunk and all that it imports statically, at any depth. */
const addWithImports = (bundle: Rollup.OutputBundle, chunk: Rollup.OutputChunk, chunks: Chunks): void => {
  if (chunks.has(chunk)) return;
  chunks.add(chunk);
  for (const file of chunk.imports) {
    const importedChunk = bundle[file];
    if (importedChunk?.type === 'chunk') addWithImports(bundle, importedChunk, chunks);
  }
};

/** Links the styles and the code of these source files, so that the browser requests them with the document. */
const linkTags = (
  bundle: Rollup.OutputBundle,
  index: string,
  sources: readonly string[],
  priority: 'low' | 'auto' = 'auto',
): string => {
  const chunks: Chunks = new Set();
  for (const source of sources) for (const chunk of chunksOf(bundle, source)) addWithImports(bundle, chunk, chunks);
  const styles = new Set([...chunks].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
  const attributes = priority === 'low' ? ' fetchpriority="low"' : '';
  const tags = [
    ...[...styles].map((file) => [file, `<link rel="stylesheet" crossorigin href="/${file}">`] as const),
    ...[...chunks].map(
      ({ fileName: file }) => [file, `<link rel="modulepreload" crossorigin${attributes} href="/${file}">`] as const,
    ),
  ];
  return tags.flatMap(([file, tag]) => (index.includes(file) ? [] : [tag])).join('');
};

// Prerendering needs no styles, and its module runner does not know the `source` condition.
const forPrerendering: Plugin = {
  name: 'festoon:for-prerendering',
  enforce: 'pre',
  resolveId(id) {
    if (id.endsWith('.css')) return '\0no-styles';
    const [, contract] = /^#([a-z]+)\/contract$/.exec(id) ?? [];
    return contract && join(import.meta.dirname, `../libs/${contract}/src/contract.ts`);
  },
  load: (id) => (id === '\0no-styles' ? '' : undefined),
};

/** `kind` says whether `main.tsx` hydrates the markup or replaces it. A skeleton is inert: it has no handlers. */
const withMarkup = (index: string, kind: 'page' | 'skeleton', head: string, markup: string): string =>
  index
    .replace('</head>', `${head}</head>`)
    .replace(
      '<div id="root"></div>',
      () => `<div id="root" data-prerendered="${kind}"${kind === 'skeleton' ? ' inert' : ''}>${markup}</div>`,
    );

const fontPreload = /<link rel="preload"[^>]*as="font"[^>]*>/;
const moduleScript = /<script type="module"[^>]*><\/script>/;
const codePreloads = /<link rel="modulepreload"[^>]*>/g;

/**
 * A rendered page is readable before its code runs and its font is loaded: on a slow connection they would compete with
 * its styles and pictures.
 */
const withCodeLast = (index: string, links: string): string => {
  const [script = ''] = moduleScript.exec(index) ?? [];
  const code = [...(links.match(codePreloads) ?? []), script.replace('<script', '<script fetchpriority="low"')].join(
    '',
  );
  return index
    .replace(moduleScript, '')
    .replace(fontPreload, '')
    .replace('</head>', `${links.replace(codePreloads, '')}</head>`)
    .replace('</body>', `${code}</body>`);
};

/** What link previews show of a page. Its address depends on the site, so it is not among them. */
const previewTags = (index: string): HtmlTagDescriptor[] => {
  const [, title = ''] = /<title>(.*)<\/title>/.exec(index) ?? [];
  const [, description = ''] = /<meta\s+name="description"\s+content="([^"]*)"/.exec(index) ?? [];
  const tags = { site_name: 'Festoon', type: 'website', title, description };
  return Object.entries(tags).map(([name, content]) => ({
    tag: 'meta',
    attrs: { property: `og:${name}`, content },
    injectTo: 'head',
  }));
};

/** Replaces the title of the document, also for link previews. */
const withTitle = (index: string, title: string): string =>
  index
    .replace(/<title>.*<\/title>/, `<title>${title} · Festoon</title>`)
    .replace(/(<meta property="og:title" content=")[^"]*/, `$1${title} · Festoon`);

/** The public pages that the server renders for each request, and the files of `pages/` with their code. */
const renderedPages = { '/creators': 'creators', '/creators/:id': 'creator' } as const;

/**
 * Writes the documents that the server sends instead of `index.html`: `landing.html` and `not-found.html` with these
 * pages, one per public page for the server to fill, and one per signed-in page with its heading and a skeleton.
 * `documents.json` says which path gets which document.
 */
export const documents = (): Plugin => ({
  name: 'festoon:documents',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (index, { bundle }) => (bundle ? [...previewTags(index), fontTag(bundle, textFont)] : []),
  },
  async writeBundle({ dir = '' }, bundle) {
    const { module } = await runnerImport<typeof import('./src/app/prerender.tsx')>(
      join(import.meta.dirname, 'src/app/prerender.tsx'),
      { configFile: false, logLevel: 'error', plugins: [forPrerendering] },
    );
    const index = readFileSync(join(dir, 'index.html'), 'utf8');
    const { attrs = {} } = fontTag(bundle, headingFont);
    const heading = `<link rel="preload" href="${attrs.href}" as="font" type="font/woff2" crossorigin>`;
    const head = linkTags(bundle, index, ['pages/landing.tsx']) + heading;
    writeFileSync(join(dir, 'landing.html'), withMarkup(index, 'page', head, module.landing));
    const withoutTitle = module.notFound.replace(/<title>.*?<\/title>/, '');
    const notFoundIndex = withTitle(index, 'Page not found').replace(
      '</head>',
      '<meta name="robots" content="noindex"></head>',
    );
    const notFoundLinks = linkTags(bundle, index, ['pages/not-found.tsx']);
    writeFileSync(join(dir, 'not-found.html'), withMarkup(notFoundIndex, 'page', notFoundLinks, withoutTitle));
    mkdirSync(join(dir, 'documents'), { recursive: true });
    const rendered = Object.entries(renderedPages).map(([path, file]) => {
      const document = `documents/${file}.html`;
      const sources = ['app/providers.tsx', 'app/public-shell.tsx', `pages/${file}.tsx`];
      writeFileSync(join(dir, document), withCodeLast(index, linkTags(bundle, index, sources, 'low')));
      return [path, document];
    });
    const skeletons = module.skeletons.map(({ path, file, title, reads, markup }) => {
      // A file can have several pages, each with a document of its own: /staff/leads/:id has staff-leads-id.html.
      const document = `documents/${path.slice(1).replace(/\W+/g, '-')}.html`;
      const links = linkTags(bundle, index, [
        'app/ant-design-layout.tsx',
        'app/providers.tsx',
        'app/signed-in-shell.tsx',
        `pages/${file}`,
      ]);
      const titledIndex = withTitle(index, title).replace(
        '<script>',
        `<script data-route="${path}" data-reads="${reads.join(' ')}">`,
      );
      const body = markup.replace(/<title>.*?<\/title>/, '');
      writeFileSync(join(dir, document), withMarkup(titledIndex, 'skeleton', links, body));
      return [path, document];
    });
    const general = module.paths.map((path) => [path, 'index.html']);
    writeFileSync(
      join(dir, 'documents.json'),
      JSON.stringify(Object.fromEntries([...general, ...rendered, ...skeletons])),
    );
  },
});
