import { escapeHtml } from '#kernel/contract';
import { plainPage } from '#platform/http';
import type { StoredMail } from './mailbox.ts';

const timeOf = (sentAt: Date): string => {
  const instant = sentAt.toISOString();
  return `<time datetime="${instant}">${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC</time>`;
};

/** The list of mails, newest first. `notice` says who can read it. */
export const mailboxPage = (mails: readonly StoredMail[], notice: string): string =>
  plainPage({
    title: 'Mailbox',
    notice,
    wide: true,
    content: mails.length > 0 ? list(mails) : emptyMailbox,
  });

const list = (mails: readonly StoredMail[]): string => `<h1 class="above">Mailbox</h1>
      <section class="card list">
        <ol class="mails">
          ${mails.map(item).join('\n          ')}
        </ol>
      </section>`;

const item = ({ number, to, subject, sentAt }: StoredMail): string =>
  `<li><a href="/mailbox/${number}"><b>${escapeHtml(subject)}</b>${timeOf(sentAt)}<span class="muted">${escapeHtml(to)}</span></a></li>`;

const emptyMailbox = `<section class="card">
        <h1>No emails yet</h1>
        <p class="muted">Emails from Festoon appear here. Sign up or request a new password, then reload this page.</p>
      </section>`;

/** One mail: its HTML in a sandboxed frame, and its text. */
export const mailPage = ({ number, to, subject, kind, text, sentAt }: StoredMail, notice: string): string =>
  plainPage({
    title: subject,
    notice,
    wide: true,
    content: `<p class="above"><a href="/mailbox">All emails</a></p>
      <section class="card">
        <h1>${escapeHtml(subject)}</h1>
        <dl>
          <div><dt>To</dt><dd>${escapeHtml(to)}</dd></div>
          <div><dt>Sent</dt><dd>${timeOf(sentAt)}</dd></div>
          <div><dt>Kind</dt><dd>${escapeHtml(kind)}</dd></div>
        </dl>
        <iframe src="/mailbox/${number}/html" title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
        <details open>
          <summary>As text</summary>
          <pre>${escapeHtml(text)}</pre>
        </details>
      </section>`,
  });

/** The HTML of a mail with links that open in another tab. */
export const framedMail = ({ html }: StoredMail): string => html.replace('<head>', '<head><base target="_blank">');
