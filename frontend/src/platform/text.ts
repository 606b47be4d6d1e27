export { titleCase } from '#kernel/contract';

/** `3.4 MB`, `48 KB` */
export const fileSize = (bytes: number): string =>
  bytes < 1_048_576 ? `${Math.ceil(bytes / 1_024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;

/** `2 × Person notified · Refund requested` */
export const countedText = (counted: readonly { readonly title: string; readonly count: number }[]): string =>
  counted.map(({ title, count }) => (count === 1 ? title : `${count} × ${title}`)).join(' · ');
