export { titleCase } from '#kernel/contract';

/** The first character of a name, shown until there is a picture. Emoji and some scripts need two UTF-16 units. */
export const initialOf = (name: string): string => [...name].slice(0, 1).join('').toUpperCase();

/** `3.4 MB`, `48 KB` */
export const fileSize = (bytes: number): string =>
  bytes < 1_048_576 ? `${Math.ceil(bytes / 1_024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;

/** `1 event`, `1,204 events` */
export const amount = (number: number, noun: string): string =>
  `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;

/** `2 × Person notified · Refund requested` */
export const countedText = (counted: readonly { readonly title: string; readonly count: number }[]): string =>
  counted.map(({ title, count }) => (count === 1 ? title : `${count} × ${title}`)).join(' · ');
