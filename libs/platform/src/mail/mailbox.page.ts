import { escaped, plainPage } from '#platform/http';
import type { KeptLetter } from './mailbox.ts';

const said = (sentAt: Date): string => {
  const instant = sentAt.toISOString();
  return `<time datetime="${instant}">${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC</time>`;
};

/** The letters, newest first. `notice` says who can read this. */
export const mailboxPage = (letters: readonly KeptLetter[], notice: string): string =>
  plainPage({
    title: 'Mailbox',
    notice,
    wide: true,
    content: letters.length > 0 ? list(letters) : nothing,
  });

const list = (letters: readonly KeptLetter[]): string => `<h1 class="above">Mailbox</h1>
      <section class="card list">
        <ol class="letters">
          ${letters.map(item).join('\n          ')}
        </ol>
      </section>`;

const item = ({ number, to, subject, sentAt }: KeptLetter): string =>
  `<li><a href="/mailbox/${number}"><b>${escaped(subject)}</b>${said(sentAt)}<span class="muted">${escaped(to)}</span></a></li>`;

const nothing = `<section class="card">
        <h1>No mail yet</h1>
        <p class="muted">What Festoon sends lands here: sign up, or ask for a new password, and look again.</p>
      </section>`;

/** One letter: its HTML in a frame that runs nothing, and its text. */
export const letterPage = ({ number, to, subject, kind, text, sentAt }: KeptLetter, notice: string): string =>
  plainPage({
    title: subject,
    notice,
    wide: true,
    content: `<p class="above"><a href="/mailbox">All mail</a></p>
      <section class="card">
        <h1>${escaped(subject)}</h1>
        <dl>
          <div><dt>To</dt><dd>${escaped(to)}</dd></div>
          <div><dt>Sent</dt><dd>${said(sentAt)}</dd></div>
          <div><dt>Kind</dt><dd>${escaped(kind)}</dd></div>
        </dl>
        <iframe src="/mailbox/${number}/html" title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
        <details open>
          <summary>As text</summary>
          <pre>${escaped(text)}</pre>
        </details>
      </section>`,
  });

/** Links in a letter lead out of its frame. */
export const framedLetter = ({ html }: KeptLetter): string => html.replace('<head>', '<head><base target="_blank">');
