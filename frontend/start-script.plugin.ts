import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, type Plugin } from 'vite';

/**
 * Writes `public/start.js` into every document, where it runs without a request. The server's content security policy
 * allows it by its hash, which `apps/api/src/headers.ts` computes from the document.
 */
export const startScript = (): Plugin => ({
  name: 'festoon:start-script',
  transformIndexHtml(html) {
    const { code } = minifySync('start.js', readFileSync(join(import.meta.dirname, 'public/start.js'), 'utf8'));
    // A function, because `$` has a meaning in replacement texts.
    return html.replace('<script src="/start.js"></script>', () => `<script>${code.trim()}</script>`);
  },
});
