/** Stands where a way to reach the client was written. */
export const hidden = '[hidden until unlocked]';

const name = '[\\p{L}\\p{N}_%+.-]{1,64}';
const at = '(?:\\s?@\\s?|\\s?[(\\[{]\\s?at\\s?[)\\]}]\\s?)';
const dot = '(?:\\.|\\s?[(\\[{]\\s?dot\\s?[)\\]}]\\s?)';
const label = '[\\p{L}\\p{N}-]{1,63}';
const endings =
  'com|net|org|info|biz|io|co|me|us|uk|ca|jm|tv|app|dev|page|site|link|email|events|photo|photography|wedding';
const spoken = `${name}\\s(?:at|@)\\s${label}(?:\\s(?:dot|\\.)\\s${label}){1,3}`;

const ways: readonly RegExp[] = [
  new RegExp(`${name}${at}(?:${label}${dot}){1,4}\\p{L}{2,24}`, 'giu'),
  new RegExp(`(?<![\\p{L}\\p{N}])${spoken}(?![\\p{L}\\p{N}])`, 'giu'),
  /(?:https?:\/\/|www\.)\S{1,500}/giu,
  new RegExp(`(?<![\\p{L}\\p{N}-])(?:${label}\\.){1,4}(?:${endings})(?![\\p{L}\\p{N}])(?:/\\S{0,300})?`, 'giu'),
  /(?<![\p{L}\p{N}@])@[\p{L}\p{N}_.]{2,30}/giu,
];

/** Digits with what people put between them. */
const number = /(?<![\p{L}\p{N}$€£.,])(?:\+\s?)?\(?\p{Nd}(?:[\s().\-–/]{0,3}\p{Nd}){6,17}(?![\p{L}\p{N}])/gu;
const dates =
  /^(?:\p{Nd}{4}[-./]\p{Nd}{1,2}[-./]\p{Nd}{1,2}|\p{Nd}{1,2}[-./]\p{Nd}{1,2}[-./](?:\p{Nd}{4}|\p{Nd}{2}))$/u;
const years = /^(?:19|20)\p{Nd}{2}\s?[-–/]\s?(?:19|20)\p{Nd}{2}$/u;

/** A text without e-mail addresses, phone numbers, web addresses and handles. */
export const maskContacts = (text: string): string =>
  ways
    .reduce((masked, way) => masked.replace(way, hidden), text)
    .replace(number, (digits) => (dates.test(digits) || years.test(digits) ? digits : hidden));
