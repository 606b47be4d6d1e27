import { expect, test } from '@jest/globals';
import type { Gallery } from '#galleries/contract';
import { coverRenewal, keepCover } from './signed-previews.ts';

const noon = Date.parse('2027-06-20T12:00:00Z');
const minutes = (count: number): string => new Date(noon + count * 60_000).toISOString();
const gallery = (token: string, expiresIn: number, name = 'Ada & Ben', path = 'a') => {
  const url = (size: string) => `/${path}.${size}?token=${token}`;
  const previews = { small: url('s'), medium: url('m'), large: url('l') };
  const cover = { width: 300, height: 200, thumbhash: null, previews, previewsExpireAt: minutes(expiresIn) };
  return { name, cover: cover as Gallery['cover'] };
};

test('the URLs of a cover stay the same while they are valid, and other changes are shown', () => {
  expect(keepCover(gallery('old', 50), gallery('new', 60, 'Ben'), noon)).toEqual(gallery('old', 50, 'Ben'));
});

test('the URLs of a cover are replaced ten minutes before they expire, and when they are those of another file', () => {
  const next = gallery('new', 60);
  expect(keepCover(gallery('old', 10), next, noon)).toBe(next);
  expect(keepCover(gallery('old', 50, 'Ada & Ben', 'b'), next, noon)).toBe(next);
  for (const previous of [undefined, null, { cover: null }]) expect(keepCover(previous, next, noon)).toBe(next);
  expect(keepCover(next, { cover: null }, noon)).toEqual({ cover: null });
});

test('galleries are read again ten minutes before the first URL of a cover expires', () => {
  expect(coverRenewal([gallery('a', 60), gallery('b', 40), { cover: null }], noon)).toBe(30 * 60_000);
  expect(coverRenewal([{ cover: null }], noon)).toBe(false);
});
