import type { Seed } from './page-data.ts';

/** JSON for a `script` element: it contains nothing that could end the element or begin a comment. */
export const jsonInScript = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

// React writes the title and the preloads of the pictures before the page. They belong in the head.
const hoisted = /^(?:<link [^>]*>|<meta [^>]*>|<title>[^<]*<\/title>)+/;

type Content = { head: string; markup: string; seeds: readonly Seed[] };

/** The complete document: the template with the content of one page. `main.tsx` hydrates it. */
export const documentWith = (template: string, { head, markup, seeds }: Content): string => {
  const [hoistedTags = ''] = hoisted.exec(markup) ?? [];
  const data = `<script type="application/json" id="page-data">${jsonInScript(seeds)}</script>`;
  // Functions, because `$` has a meaning in replacement texts.
  return (
    template
      .replace(/<title>.*?<\/title>/s, '')
      .replace(/<meta\s+name="description"[^>]*>/s, '')
      .replace(/<meta property="og:[^>]*>/g, '')
      // Features that need scripts say so on their own pages.
      .replace(/<noscript>.*?<\/noscript>/s, '')
      .replace('</head>', () => `${hoistedTags}${head}</head>`)
      .replace(
        '<div id="root"></div>',
        () => `<div id="root" data-prerendered="page">${markup.slice(hoistedTags.length)}</div>${data}`,
      )
  );
};
