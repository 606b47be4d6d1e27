import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { GalleryItem } from '#galleries/contract';
import { frameFor, linesOf, ratioOf, rowsOf, sectionsOf } from './viewer-layout.ts';

const widthOf = (ratios: readonly number[], height: number, gap: number): number =>
  ratios.reduce((width, ratio) => width + ratio * height, gap * (ratios.length - 1));

const item = (id: number, section: string | null = null): GalleryItem =>
  ({ id: `gallery-item-${id}`, width: 1_500, height: 1_000, section }) as unknown as GalleryItem;

describe('rows', () => {
  test('contain every picture once, in order, and all but the last fill the width', () => {
    const someRatios = fc.array(fc.double({ min: 0.5, max: 2.6, noNaN: true }), { maxLength: 60 });
    fc.assert(
      fc.property(someRatios, fc.integer({ min: 320, max: 3_000 }), (ratios, width) => {
        const frame = frameFor(width);
        const rows = rowsOf(ratios, frame);
        expect(rows.flatMap(({ from, to }) => ratios.slice(from, to))).toEqual(ratios);
        for (const { from, to, height } of rows) {
          const taken = widthOf(ratios.slice(from, to), height, frame.gap);
          if (to < ratios.length) expect(taken).toBeCloseTo(width, 3);
          else expect(taken).toBeLessThanOrEqual(width + 0.001);
        }
      }),
    );
  });

  test('show two landscape pictures side by side on a phone, and three on a screen', () => {
    const ratios = Array.from({ length: 40 }, () => 1.5);
    const counts = (width: number) => rowsOf(ratios, frameFor(width)).map(({ from, to }) => to - from);
    expect(counts(378)).toEqual(Array.from({ length: 20 }, () => 2));
    expect(counts(1_268)).toEqual([...Array.from({ length: 13 }, () => 3), 1]);
  });
});

test('very wide and very tall pictures are cropped, and those without dimensions are landscape', () => {
  expect(ratioOf({ width: 9_000, height: 1_000 })).toBe(2.6);
  expect(ratioOf({ width: 100, height: 1_000 })).toBe(0.5);
  expect(ratioOf({ width: null, height: null })).toBe(1.5);
});

test('sections come in the order of their first picture, after the pictures without a section', () => {
  const items = [item(1, 'Dinner'), item(2), item(3, 'Ceremony'), item(4, 'Dinner')];
  expect([...sectionsOf(items).keys()]).toEqual([null, 'Dinner', 'Ceremony']);
  const lines = linesOf(items, frameFor(1_268)).map(({ section, items: own }) => section ?? own.map(({ id }) => id));
  expect(lines).toEqual([
    ['gallery-item-2'],
    'Dinner',
    ['gallery-item-1', 'gallery-item-4'],
    'Ceremony',
    ['gallery-item-3'],
  ]);
});
