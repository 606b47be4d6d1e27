/** Replaces contact details in a masked text. */
export const hiddenText = '[hidden until unlocked]';

const mailboxLetter = '[\\p{L}\\p{N}_%+.-]';
/** Begins only where a word does. Otherwise the time to search a long word would grow with the square of its length. */
const mailboxName = `(?<!${mailboxLetter})${mailboxLetter}+`;
const at = '(?:\\s?@\\s?|\\s?[(\\[{]\\s?at\\s?[)\\]}]\\s?)';
const dot = '(?:\\.|\\s?[(\\[{]\\s?dot\\s?[)\\]}]\\s?)';
const label = '[\\p{L}\\p{N}-]{1,63}';
const topLevelDomains =
  'com|net|org|info|biz|io|co|me|us|uk|ca|jm|tv|app|dev|page|site|link|email|events|photo|photography|wedding';
const spokenAddress = `${mailboxName}\\s(?:at|@)\\s${label}(?:(?:\\s(?:dot|\\.)\\s${label}){1,3}|\\s(?:com|net|org|info|biz))`;

const contactPatterns: readonly RegExp[] = [
  new RegExp(`${mailboxName}${at}(?:${label}${dot}){1,4}\\p{L}{2,24}`, 'giu'),
  new RegExp(`(?<![\\p{L}\\p{N}])${spokenAddress}(?![\\p{L}\\p{N}])`, 'giu'),
  /(?:https?:\/\/|www\.)\S{1,500}/giu,
  new RegExp(`(?<![\\p{L}\\p{N}-])(?:${label}\\.){1,4}(?:${topLevelDomains})(?![\\p{L}\\p{N}])(?:/\\S{0,300})?`, 'giu'),
  /(?<![\p{L}\p{N}@])@[\p{L}\p{N}_.]{2,30}/giu,
  /(?<![\p{L}\p{N}])(?:insta(?:gram)?|ig|whatsapp|telegram|snap(?:chat)?|facebook|fb|tiktok|skype)\s?[:=]\s?[\p{L}\p{N}_.-]{2,30}/giu,
];

/**
 * Phone numbers: digits with the separators that people write between them. Digits after a currency sign, or after the
 * point or comma of a number, are part of a price.
 */
const phoneNumbers = /(?<![\p{L}\p{N}$€£]|\p{Nd}[.,])(?:\+\s?)?\(?\p{Nd}(?:[\s().\-–/_]{0,3}\p{Nd}){6,17}(?!\p{Nd})/gu;
const dates =
  /^(?:\p{Nd}{4}[-./]\p{Nd}{1,2}[-./]\p{Nd}{1,2}|\p{Nd}{1,2}[-./]\p{Nd}{1,2}[-./](?:\p{Nd}{4}|\p{Nd}{2}))$/u;
const years = /^(?:19|20)\p{Nd}{2}\s?[-–/]\s?(?:19|20)\p{Nd}{2}$/u;
/** From one time of day to another, such as `8.30-10.30`. */
const times = /^(?:[01]?\d|2[0-3])\.[0-5]\d\s?[-–]\s?(?:[01]?\d|2[0-3])\.[0-5]\d$/u;
const harmlessDigits = [dates, years, times];

/**
 * Found in every text with something to mask, in lower case. Most texts have none of it, so one search replaces those
 * of all patterns.
 */
const hints = /[@.:=\p{Nd}]|\sat\s|[([{]\s?at/u;
/** Texts without such a character contain neither invisible characters nor lookalike ones. */
const beyondAscii = /[^\0-\x7f]/;

/**
 * Zero-width characters between letters and digits. They have no use there except to hide contact details from the
 * mask.
 */
const invisible = /(?<=[\p{L}\p{N}@.])[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+(?=[\p{L}\p{N}@.])/gu;

/**
 * Masks email addresses, phone numbers, web addresses and handles. NFKC also finds them in lookalike Unicode
 * characters.
 */
export const maskContacts = (text: string): string => {
  const normalizedText = beyondAscii.test(text) ? text.replace(invisible, '').normalize('NFKC') : text;
  if (!hints.test(normalizedText.toLowerCase())) return text;
  const maskedText = contactPatterns
    .reduce((rest, pattern) => rest.replace(pattern, hiddenText), normalizedText)
    .replace(phoneNumbers, (digits) => (harmlessDigits.some((pattern) => pattern.test(digits)) ? digits : hiddenText));
  return maskedText === normalizedText ? text : maskedText;
};
