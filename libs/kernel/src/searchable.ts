/** Replacements for letters that Unicode does not decompose, and for typographic quotation marks and dashes. */
const plainSigns: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ł: 'l',
  ŧ: 't',
  ı: 'i',
  '‘': "'",
  '’': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '‐': '-',
  '–': '-',
  '—': '-',
};
const replacedSigns = new RegExp(`[${Object.keys(plainSigns).join('')}]`, 'g');

/**
 * A text in the form that searches compare: in lower case, without accents, and with plain quotation marks and dashes,
 * so that "Zoe O'Brien" finds "Zoë O’Brien".
 */
export const searchable = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(replacedSigns, (sign) => plainSigns[sign] ?? sign);

/** The maximum number of parts: each adds a condition. */
const maxParts = 4;

/**
 * The parts of a searched place, such as "Austin, TX", as searches compare them. A place is found if it contains each
 * of them.
 */
export const searchedParts = (place: string): readonly string[] =>
  place
    .split(',')
    .map((part) => searchable(part).trim())
    .filter((part) => part !== '')
    .slice(0, maxParts);
