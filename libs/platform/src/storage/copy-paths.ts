/** The widths, in pixels, of the copies of a picture that pages show. */
export const copyWidths = [250, 720, 1440] as const;
export type CopyWidth = (typeof copyWidths)[number];

/** Where a copy of a picture is stored: `<target>.w250.webp`. */
export const copyPath = (target: string, width: CopyWidth): string => `${target}${copyEnding(width)}`;

export const copyEnding = (width: CopyWidth | '{width}'): string => `.w${width}.webp`;
