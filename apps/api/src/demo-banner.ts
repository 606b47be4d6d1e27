import { demoAccounts, demoPassword } from '#platform/config';

const buttons = demoAccounts
  .map(({ label, email }) => `<button type="button" data-email="${email}">${label}</button>`)
  .join('');

const head = '<link rel="stylesheet" href="/demo.css"><script src="/demo.js" defer></script>';
const banner = `<aside class="demo-banner" aria-label="Demo" data-password="${demoPassword}"><p>This is a demo: no real money moves, and emails stay in the <a href="/mailbox">mailbox</a>. Look around as</p><div>${buttons}</div><p role="status"></p></aside>`;

/** Adds the demo banner to a page. `public/demo.js` signs in with the account whose button is clicked. */
export const withDemoBanner = (html: string): string =>
  html.replace('<link rel="icon"', `${head}<link rel="icon"`).replace('<div id="root"', `${banner}<div id="root"`);
