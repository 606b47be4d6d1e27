/** The widths of the smaller copies that the server keeps of each picture, in pixels. */
const widths = [250, 720, 1440] as const;

/** The address of a smaller copy of a stored JPEG, as WebP. */
export const copyOf = (url: string, width: (typeof widths)[number]): string => url.replace(/\.jpg$/, `.w${width}.webp`);

/** The `srcset` of a stored JPEG; `width` is its own. No copy is wider than the picture. */
export const copiesOf = (url: string, width: number): string =>
  widths.map((each) => `${copyOf(url, each)} ${Math.min(each, width)}w`).join(', ');
