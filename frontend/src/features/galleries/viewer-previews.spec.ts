import { describe, expect, test } from '@jest/globals';
import type { GalleryItem } from '#galleries/contract';
import { renewalDelay } from './signed-previews.ts';
import { type GalleryItems, keepPreviews, previewSizes } from './viewer-previews.ts';

const noon = Date.parse('2027-06-20T12:00:00Z');
const minutes = (count: number): string => new Date(noon + count * 60_000).toISOString();
const page = (token: string, expiresIn: number, path = 'a', isFavorite = false): GalleryItems => {
  const url = (size: string) => `/${path}.${size}?token=${token}`;
  const previews = { small: url('s'), medium: url('m'), large: url('l') };
  return {
    items: [{ id: 'gallery-item-1', previews, isFavorite } as unknown as GalleryItem],
    previewsExpireAt: minutes(expiresIn),
  };
};

describe('the URLs of previews', () => {
  test('stay the same while they are valid, and other changes are shown', () => {
    const kept = keepPreviews(page('old', 50), page('new', 60, 'a', true), noon);
    expect(kept).toEqual({ ...page('old', 50, 'a', true) });
  });

  test('are replaced ten minutes before they expire', () => {
    const next = page('new', 60);
    expect(keepPreviews(page('old', 10), next, noon)).toBe(next);
    expect(keepPreviews(undefined, next, noon)).toBe(next);
  });

  test('are replaced when they are those of another file', () => {
    const [item] = keepPreviews(page('old', 50, 'watermarked'), page('new', 60, 'plain'), noon).items;
    expect(item?.previews?.large).toBe('/plain.l?token=new');
  });

  test('are requested again ten minutes before they expire, and at most every 30 seconds', () => {
    expect(renewalDelay(page('old', 60), noon)).toBe(50 * 60_000);
    expect(renewalDelay(page('old', -60), noon)).toBe(30_000);
  });
});

test('a picture has each copy once, none larger than itself', () => {
  const { previews } = page('t', 0).items[0] ?? {};
  if (!previews) throw new Error('There are no previews');
  expect(previewSizes(previews, 3_000, 2_000).map(({ width, height }) => [width, height])).toEqual([
    [250, 167],
    [720, 480],
    [1440, 960],
  ]);
  expect(previewSizes(previews, 500, 1_000).map(({ width, height }) => [width, height])).toEqual([
    [250, 500],
    [500, 1_000],
  ]);
});
