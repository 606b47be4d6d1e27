/** A piece of text; with `to` it is a link to a page of this site. */
export type Inline = { readonly text: string; readonly strong?: boolean; readonly to?: string };
export type Block =
  | { readonly kind: 'paragraph'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly Inline[])[] };

/**
 * The Markdown that replies of the assistant consist of: paragraphs, lists, bold text, links to pages of this site, and
 * escaped characters. Everything else is text. The end of a reply that is still arriving may be an unfinished link,
 * which is left out.
 */
export const blocksOf = (markdown: string): readonly Block[] =>
  markdown
    .replace(/(?<!\\)\[[^\]]*(?:\]\([^)]*|\])?$/, '')
    .split(/\n{2,}/)
    .flatMap((block): Block[] => {
      const lines = block.split('\n').filter((line) => line.trim() !== '');
      if (lines.length === 0) return [];
      if (lines.every((line) => line.startsWith('- ')))
        return [{ kind: 'list', items: lines.map((line) => inlinesOf(line.slice(2))) }];
      return [{ kind: 'paragraph', inlines: inlinesOf(lines.join(' ')) }];
    });

/** A sign that a backslash makes a part of the text. */
const escapedSign = /\\([!-/:-@[-`{-~])/.source;
/** An escaped character, bold text, a link, or text up to the next character that can start one of these. */
const pieces = new RegExp(
  String.raw`${escapedSign}|\*\*((?:\\.|[^*\\])+)\*\*|\[((?:\\.|[^\]\\])*)\]\((\/(?!\/)[^)\s\\]*)\)|[^\\*[]+|.`,
  'gs',
);

const inlinesOf = (text: string): readonly Inline[] => {
  const inlines: Inline[] = [];
  for (const [piece, escaped, strong, label, to] of text.matchAll(pieces)) {
    if (strong !== undefined) inlines.push({ text: unescaped(strong), strong: true });
    else if (to !== undefined) inlines.push({ text: unescaped(label ?? ''), to });
    else append(inlines, escaped ?? piece);
  }
  return inlines;
};

const append = (inlines: Inline[], text: string): void => {
  const last = inlines.at(-1);
  if (last && !last.strong && last.to === undefined) inlines[inlines.length - 1] = { text: last.text + text };
  else inlines.push({ text });
};

const unescaped = (text: string): string => text.replace(new RegExp(escapedSign, 'g'), '$1');

/** A reply as plain text, for the clipboard. */
export const plainTextOf = (markdown: string, origin: string): string =>
  blocksOf(markdown)
    .map((block) =>
      block.kind === 'list'
        ? block.items.map((item) => `- ${plain(item, origin)}`).join('\n')
        : plain(block.inlines, origin),
    )
    .join('\n\n');

const plain = (inlines: readonly Inline[], origin: string): string =>
  inlines.map(({ text, to }) => (to === undefined ? text : `${text} (${origin}${to})`)).join('');
