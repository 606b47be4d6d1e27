import { escapeHtml } from '#kernel/contract';

/**
 * A page that the server renders without the frontend. `content` is HTML, `title` and `notice` are plain text, `style`
 * is a path.
 */
export type PlainPage = {
  readonly title: string;
  readonly content: string;
  readonly notice?: string;
  readonly wide?: boolean;
  readonly style?: string;
};

/** The part of a reply that sets headers. Fastify's reply type is assignable to it. */
export type Reply = { headers(values: Readonly<Record<string, string>>): unknown };

/** Headers of a plain page: only this site's scripts, no caching, no indexing, no referrer. */
export const plainPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; script-src 'self'; img-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
} as const;

/** The complete document, in a light and a dark theme. */
export const plainPage = (page: PlainPage): string => {
  const { title, content, notice, wide = false, style = '/plain/style.css' } = page;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${escapeHtml(title)} · Festoon</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="${style}">
    <script src="/start.js"></script>
  </head>
  <body>
    ${notice ? `<aside class="notice" aria-label="Notice">${escapeHtml(notice)}</aside>` : ''}
    <main${wide ? ' class="wide"' : ''}>
      <p class="logo">${logo}<a href="/">Festoon</a></p>
      ${content}
    </main>
  </body>
</html>
`;
};

const logo = `<svg width="30" height="26" viewBox="0 0 30 26" aria-hidden="true"><path class="wire" d="M1 4 Q15 22 29 4"/><circle cx="8" cy="13.5" r="3.6"/><circle cx="15" cy="17" r="4.4"/><circle cx="22" cy="13.5" r="3.6"/></svg>`;
