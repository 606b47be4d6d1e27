import { expect, test } from '@jest/globals';
import { maximumFileSize, typeOfFile, uploadFile } from './uploads.ts';

test.each([
  ['first dance.JPG', '', 'image/jpeg'],
  ['film.mov', '', 'video/quicktime'],
  ['picture.avif', '', 'image/avif'],
  ['picture.jpg', 'image/png', 'image/png'],
  ['notes', '', ''],
  ['notes.constructor', '', ''],
])('the type of %s with the browser’s type "%s" is %s', (name, type, expected) => {
  expect(typeOfFile({ name, type })).toBe(expected);
});

test('a file that the server would refuse for its size is refused before it is read', async () => {
  const file = (size: number) => ({ name: 'a.jpg', type: 'image/jpeg', size }) as File;
  const upload = (size: number) => uploadFile({ purpose: 'portfolio', file: file(size) });
  await expect(upload(maximumFileSize + 1)).rejects.toThrow('This file is larger than 100 MB');
  await expect(upload(0)).rejects.toThrow('This file is empty');
});
