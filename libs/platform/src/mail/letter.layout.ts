import { escaped } from '#platform/http';

/** What a letter says, in the order it is read. All of it is text; addresses of links are whole URLs. */
export type LetterText = {
  readonly subject: string;
  /** The name that is greeted; null greets without one. */
  readonly greeting: string | null;
  readonly paragraphs: readonly string[];
  readonly button?: { readonly label: string; readonly url: string };
  /** A code to type, with what to say before it. */
  readonly code?: { readonly before: string; readonly digits: string };
  /** What is said last and smaller: why this mail came, what to do if it should not have. */
  readonly small: readonly string[];
};

/** The one layout of every mail: subject, plain text, and HTML that mail programs draw, light and dark. */
export const letterFrom = (said: LetterText): { subject: string; text: string; html: string } => ({
  subject: said.subject.replaceAll(/\s+/g, ' ').trim(),
  text: textOf(said),
  html: htmlOf(said),
});

const helloTo = (name: string | null): string => (name ? `Hello ${name},` : 'Hello,');

const textOf = ({ greeting, paragraphs, button, code, small }: LetterText): string =>
  [
    helloTo(greeting),
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(code ? [`${code.before}\n\n    ${code.digits}`] : []),
    ...small,
    '-- \nFestoon, where events shine brighter',
  ]
    .join('\n\n')
    .concat('\n');

const htmlOf = ({ subject, greeting, paragraphs, button, code, small }: LetterText): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${darkStyle}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#fbf7f0">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#fbf7f0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td class="ink" style="padding:0 4px 18px;font:600 22px Georgia,serif;color:#1e1b2e">${bulbs}&nbsp; Festoon</td></tr>
<tr><td class="card" style="padding:28px;background:#ffffff;border:1px solid #e8dfd1;border-radius:16px">
<h1 class="ink" style="margin:0 0 18px;font:500 26px/1.2 Georgia,serif;color:#1e1b2e">${escaped(subject)}</h1>
${[helloTo(greeting), ...paragraphs].map(paragraph).join('\n')}
${button ? linkButton(button) : ''}
${code ? codeBlock(code) : ''}
${small.map(smallPrint).join('\n')}
</td></tr>
<tr><td class="muted" style="padding:16px 4px 0;font:13px/1.5 Helvetica,Arial,sans-serif;color:#6b6577">Festoon, where events shine brighter</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;

const darkStyle = `@media (prefers-color-scheme: dark) {
.ground { background: #14121f !important; }
.card { background: #1d1a2b !important; border-color: #332f47 !important; }
.ink { color: #f3eee4 !important; }
.muted { color: #a79fb5 !important; }
.button { background: #f2b84b !important; color: #1e1b2e !important; }
.code { background: #14121f !important; border-color: #332f47 !important; }
}`;

const bulb = (size: number): string =>
  `<span style="display:inline-block;width:${size}px;height:${size}px;border-radius:50%;background:#f2b84b"></span>`;
const bulbs = [8, 11, 8].map(bulb).join('&#8202;');

const paragraph = (text: string): string =>
  `<p class="ink" style="margin:0 0 16px;font:16px/1.55 Helvetica,Arial,sans-serif;color:#1e1b2e">${escaped(text)}</p>`;

const linkButton = ({ label, url }: { label: string; url: string }): string =>
  `<p style="margin:24px 0"><a class="button" href="${escaped(url)}" style="display:inline-block;padding:14px 22px;border-radius:10px;background:#b93f26;color:#fff8f2;font:600 16px Helvetica,Arial,sans-serif;text-decoration:none">${escaped(label)}</a></p>`;

const codeBlock = ({ before, digits }: { before: string; digits: string }): string =>
  `${paragraph(before)}
<p class="code ink" style="margin:0 0 20px;padding:14px 20px;border:1px solid #e8dfd1;border-radius:10px;background:#fbf7f0;color:#1e1b2e;font:600 26px ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px;text-align:center">${escaped(digits)}</p>`;

const smallPrint = (text: string): string =>
  `<p class="muted" style="margin:0 0 10px;font:14px/1.5 Helvetica,Arial,sans-serif;color:#6b6577">${escaped(text)}</p>`;
