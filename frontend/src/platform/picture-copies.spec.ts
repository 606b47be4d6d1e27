import { expect, test } from '@jest/globals';
import { copiesOf, copyOf } from './picture-copies.ts';

test('the copies of a picture are beside it', () => {
  expect(copyOf('/storage/a/b.jpg', 250)).toBe('/storage/a/b.w250.webp');
  expect(copiesOf('/a.jpg', 3_000)).toBe('/a.w250.webp 250w, /a.w720.webp 720w, /a.w1440.webp 1440w');
  expect(copiesOf('/a.jpg', 300)).toBe('/a.w250.webp 250w, /a.w720.webp 300w, /a.w1440.webp 300w');
});
