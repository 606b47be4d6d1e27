import { escapeHtml } from '#kernel/contract';
import { tokenColor } from '#platform/http';

/** The content of a mail, in reading order. Everything is plain text; links are absolute URLs. */
export type MailContent = {
  readonly subject: string;
  /** The recipient's name; null for a greeting without a name. */
  readonly greeting: string | null;
  readonly paragraphs: readonly string[];
  readonly button?: { readonly label: string; readonly url: string };
  /** A code to type, and the sentence before it. */
  readonly code?: { readonly before: string; readonly digits: string };
  /** Small print at the end: why this mail was sent, and what to do if it was not requested. */
  readonly small: readonly string[];
  /** The last line of the small print. */
  readonly smallLink?: { readonly label: string; readonly url: string };
};

/** The layout of every mail: subject, plain text, and HTML for mail programs, in a light and a dark theme. */
export const renderMail = (content: MailContent): { subject: string; text: string; html: string } => ({
  subject: content.subject.replaceAll(/\s+/g, ' ').trim(),
  text: textOf(content),
  html: htmlOf(content),
});

const light = (name: string): string => tokenColor(name).light;
const dark = (name: string): string => tokenColor(name).dark;

const salutation = (name: string | null): string => (name ? `Hello ${name},` : 'Hello,');

const textOf = ({ greeting, paragraphs, button, code, small, smallLink }: MailContent): string =>
  [
    salutation(greeting),
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(code ? [`${code.before}\n\n    ${code.digits}`] : []),
    ...small,
    ...(smallLink ? [`${smallLink.label}:\n${smallLink.url}`] : []),
    '-- \nFestoon, where events shine brighter',
  ]
    .join('\n\n')
    .concat('\n');

const htmlOf = ({
  subject,
  greeting,
  paragraphs,
  button,
  code,
  small,
  smallLink,
}: MailContent): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkStyle()}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${light('ground')}">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:${light('ground')}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td class="ink" style="padding:0 4px 18px;font:600 22px Georgia,serif;color:${light('ink')}">${bulbs()}&nbsp; Festoon</td></tr>
<tr><td class="card" style="padding:28px;background:${light('surface')};border:1px solid ${light('line')};border-radius:16px">
<h1 class="ink" style="margin:0 0 18px;font:500 26px/1.2 Georgia,serif;color:${light('ink')}">${escapeHtml(subject)}</h1>
${[salutation(greeting), ...paragraphs].map(paragraph).join('\n')}
${button ? linkButton(button) : ''}
${code ? codeBlock(code) : ''}
${small.map(smallPrint).join('\n')}${smallLink ? smallPrintLink(smallLink) : ''}
</td></tr>
<tr><td class="muted" style="padding:16px 4px 0;font:13px/1.5 Helvetica,Arial,sans-serif;color:${light('muted')}">Festoon, where events shine brighter</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;

const darkStyle = (): string => `@media (prefers-color-scheme: dark) {
.ground { background: ${dark('ground')} !important; }
.card { background: ${dark('surface')} !important; border-color: ${dark('line')} !important; }
.ink { color: ${dark('ink')} !important; }
.muted { color: ${dark('muted')} !important; }
.button { background: ${dark('primary')} !important; color: ${dark('on-primary')} !important; }
.code { background: ${dark('ground')} !important; border-color: ${dark('line')} !important; }
}`;

const bulb = (size: number): string =>
  `<span style="display:inline-block;width:${size}px;height:${size}px;border-radius:50%;background:${light('glow')}"></span>`;
const bulbs = (): string => [8, 11, 8].map(bulb).join('&#8202;');

const paragraph = (text: string): string =>
  `<p class="ink" style="margin:0 0 16px;font:16px/1.55 Helvetica,Arial,sans-serif;color:${light('ink')}">${escapeHtml(text)}</p>`;

const linkButton = ({ label, url }: { label: string; url: string }): string =>
  `<p style="margin:24px 0"><a class="button" href="${escapeHtml(url)}" style="display:inline-block;padding:14px 22px;border-radius:10px;background:${light('primary')};color:${light('on-primary')};font:600 16px Helvetica,Arial,sans-serif;text-decoration:none">${escapeHtml(label)}</a></p>`;

const codeBlock = ({ before, digits }: { before: string; digits: string }): string =>
  `${paragraph(before)}
<p class="code ink" style="margin:0 0 20px;padding:14px 20px;border:1px solid ${light('line')};border-radius:10px;background:${light('ground')};color:${light('ink')};font:600 26px ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px;text-align:center">${escapeHtml(digits)}</p>`;

const smallPrint = (text: string): string =>
  `<p class="muted" style="margin:0 0 10px;font:14px/1.5 Helvetica,Arial,sans-serif;color:${light('muted')}">${escapeHtml(text)}</p>`;

const smallPrintLink = ({ label, url }: { label: string; url: string }): string =>
  `<p class="muted" style="margin:0;font:14px/1.5 Helvetica,Arial,sans-serif;color:${light('muted')}"><a class="muted" href="${escapeHtml(url)}" style="color:${light('muted')}">${escapeHtml(label)}</a></p>`;
