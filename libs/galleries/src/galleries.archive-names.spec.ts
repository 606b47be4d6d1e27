import { expect, test } from '@jest/globals';
import { archivedFiles } from './galleries.archive-names.ts';
import type { GalleryItemRow } from './galleries.rows.ts';

const rows = (names: readonly string[], section: string | null = null) =>
  names.map((fileName, i) => ({
    id: `gallery-item-${i}`,
    path: `private/gallery/${i}.jpg`,
    kind: 'image',
    fileName,
    fileSize: 10,
    originalCrc32: 7,
    section,
    createdAt: '2026-01-01T00:00:00.000Z',
  })) as unknown as readonly GalleryItemRow[];
const namesOf = (names: readonly string[], section?: string) =>
  archivedFiles(rows(names, section), 'original').map(({ name }) => name);

test('equal names get numbers, ignoring case, and numbers that are taken are skipped', () =>
  expect(namesOf(['a.jpg', 'A.jpg', 'a (2).jpg', 'a.jpg', 'b.jpg'])).toEqual([
    'a.jpg',
    'A (2).jpg',
    'a (2) (2).jpg',
    'a (3).jpg',
    'b.jpg',
  ]));

test('names are not paths, devices or hidden files, and do not change the writing direction', () =>
  expect(namesOf(['../x.jpg', 'con.jpg', '.hidden.jpg', 'gpj\u202e.exe.jpg'], 'a/b')).toEqual([
    'a_b/_x.jpg',
    'a_b/_con.jpg',
    'a_b/hidden.jpg',
    'a_b/gpj_.exe.jpg',
  ]));

test('many equal names are all different', () => {
  const names = namesOf(Array.from({ length: 5_000 }, () => 'image.jpg'));
  expect(new Set(names).size).toBe(5_000);
  expect(names.at(-1)).toBe('image (5000).jpg');
});
