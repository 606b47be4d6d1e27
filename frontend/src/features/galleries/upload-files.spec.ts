import { expect, test } from '@jest/globals';
import {
  acceptedNames,
  alreadyStored,
  isVideo,
  type ListedFile,
  megabytes,
  percentUploaded,
  skippedLabel,
  sortFiles,
} from './upload-files.ts';

const file = (name: string, size = 1_000, lastModified = 0): File => ({ name, size, lastModified, type: '' }) as File;
const listed = (name: string, size?: number, uploaded = false): ListedFile => ({
  id: crypto.randomUUID(),
  file: file(name, size),
  uploaded,
});
const namesOf = (files: readonly File[]) => files.map(({ name }) => name);

test('photos and videos of up to 100 MB are added, and all other files are skipped', () => {
  const { added, skipped } = sortFiles(
    [
      file('a.jpg'),
      file('B.JPEG'),
      file('c.tar.png'),
      file('d.gif'),
      file('e.webp'),
      file('f.mp4', 104_857_600),
      file('g.mov'),
      file('h.avi'),
      file('large.mov', 104_857_601),
      file('empty.jpg', 0),
      file('notes.txt'),
      file('jpg'),
      file('.constructor'),
      file('picture.jpg.exe'),
      file(''),
    ],
    [],
  );
  expect(namesOf(added)).toEqual(['a.jpg', 'B.JPEG', 'c.tar.png', 'd.gif', 'e.webp', 'f.mp4', 'g.mov', 'h.avi']);
  expect(skipped).toHaveLength(7);
});

test('a file that is in the list already is not added again', () => {
  const { added, skipped } = sortFiles(
    [file('a.jpg'), file('a.jpg', 1_000, 5), file('a.jpg', 1_000, 5)],
    [listed('a.jpg')],
  );
  expect(added).toEqual([file('a.jpg', 1_000, 5)]);
  expect(skipped).toEqual([]);
});

/** The checksum of a file is its name here. */
const checksum = async ({ name }: File) => (name === 'unreadable' ? undefined : name);

test('a stored file with the same bytes counts for one file of the list', async () => {
  const [first, second, other] = [listed('a', 10), listed('a', 10), listed('b', 10)];
  const stored = { size: 10, sha256: 'a' };
  const found = (files: readonly ListedFile[], ...storedFiles: (typeof stored)[]) =>
    alreadyStored(files, storedFiles, checksum);
  expect(await found([first, second, other], stored)).toEqual(new Set([first.id]));
  expect(await found([first, second, other], stored, stored, stored)).toEqual(new Set([first.id, second.id]));
  expect(await found([second, listed('a', 10, true)], stored)).toEqual(new Set());
  expect(await found([listed('unreadable', 10)], stored)).toEqual(new Set());
});

test('only files with the size of a stored file are read', async () => {
  const read: string[] = [];
  const reading = async ({ name }: File) => {
    read.push(name);
    return name;
  };
  await alreadyStored([listed('a', 10), listed('b', 11)], [{ size: 10, sha256: 'x' }], reading);
  expect(read).toEqual(['a']);
});

test('videos are recognized by their extension', () => {
  expect([file('a.MOV'), file('a.mov.jpg'), file('a')].map(isVideo)).toEqual([true, false, false]);
});

test('sizes, counts and progress are formatted for the page', () => {
  expect(megabytes(3_586_000)).toBe('3.42 MB');
  expect(megabytes(104_857_600)).toBe('100.00 MB');
  expect(acceptedNames).toBe('JPG, JPEG, PNG, GIF, WEBP, MP4, MOV, AVI');
  expect([skippedLabel(1), skippedLabel(3)]).toEqual(['1 file was skipped', '3 files were skipped']);
  expect(percentUploaded([])).toBe(0);
  expect(percentUploaded([listed('a', 1, true), listed('b'), listed('c')])).toBe(33);
});
