import type { Sharp } from 'sharp';

/** The product's name as strokes, so that a watermark needs no font. Each letter is 10 units wide and 16 high. */
const letters: readonly string[] = [
  'M1 16V1H9M1 8H7',
  'M9 1H1V16H9M1 8H7',
  'M9 2C6 0 1 0 1 4C1 8 9 8 9 12C9 16 4 17 1 15',
  'M0 1H10M5 1V16',
  'M5 1C0 1 0 16 5 16C10 16 10 1 5 1Z',
  'M5 1C0 1 0 16 5 16C10 16 10 1 5 1Z',
  'M1 16V1L9 16V1',
];
const letterSpacing = 14;
const lineLength = letters.length * letterSpacing;

/** A picture of this size, in pixels, with the product's name repeated on a slope: white with a dark edge. */
const pattern = (width: number, height: number): Buffer => {
  const strokes = letters
    .map((path, i) => `<path transform="translate(${i * letterSpacing} 0)" d="${path}"/>`)
    .join('');
  // Scaled so that there are about four repetitions along the longer edge, at any size.
  const scale = Math.max(width, height) / 4 / (lineLength * 1.5);
  const word = (color: string, thickness: number) =>
    `<g fill="none" stroke="${color}" stroke-width="${thickness}" stroke-linecap="round">${strokes}</g>`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <defs><pattern id="p" width="${lineLength * 1.5}" height="72" patternUnits="userSpaceOnUse"
        patternTransform="scale(${scale}) rotate(-24)">
        <g transform="translate(6 26)" opacity="0.42">${word('#000', 3)}${word('#fff', 1.8)}</g>
      </pattern></defs>
      <rect width="100%" height="100%" fill="url(#p)"/></svg>`,
  );
};

/** Draws the watermark over a picture whose size is known, in pixels. */
export const withWatermark = (picture: Sharp, width: number, height: number): Sharp =>
  picture.composite([{ input: pattern(width, height) }]);
