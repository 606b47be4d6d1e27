import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { copyFolder } from './copy-folder.ts';

let folder: string;
const pathOf = (...parts: readonly string[]) => join(folder, ...parts);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'festoon-copy-'));
  mkdirSync(pathOf('source', 'inner', 'left-out'), { recursive: true });
  writeFileSync(pathOf('source', 'key'), 'secret', { mode: 0o600 });
  writeFileSync(pathOf('source', 'inner', 'photo'), 'pixels', { mode: 0o644 });
  writeFileSync(pathOf('source', 'inner', 'left-out', 'lock'), '');
  chmodSync(pathOf('source', 'inner'), 0o700);
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a folder is copied with the rights of its files, without what is left out', async () => {
  const copied = await copyFolder(pathOf('source'), pathOf('copy'), (path) => path !== join('inner', 'left-out'));
  expect(copied).toEqual({ files: 2, bytes: 12 });
  expect(readFileSync(pathOf('copy', 'key'), 'utf8')).toBe('secret');
  expect(readdirSync(pathOf('copy', 'inner'))).toEqual(['photo']);
  const modes = ['key', 'inner', join('inner', 'photo')].map((path) => statSync(pathOf('copy', path)).mode & 0o777);
  expect(modes).toEqual([0o600, 0o700, 0o644]);
});

test('a file that vanishes during the copy is left out', async () => {
  const copied = await copyFolder(pathOf('source'), pathOf('copy'), (path) => {
    if (path === 'key') rmSync(pathOf('source', 'key'));
    return true;
  });
  expect(copied.files).toBe(2);
  expect(readdirSync(pathOf('copy'))).toEqual(['inner']);
});

test('nothing is overwritten, and a folder that does not exist is an error', async () => {
  mkdirSync(pathOf('copy'));
  await expect(copyFolder(pathOf('source'), pathOf('copy'))).rejects.toThrow('EEXIST');
  expect(readdirSync(pathOf('copy'))).toEqual([]);
  await expect(copyFolder(pathOf('missing'), pathOf('other'))).rejects.toThrow('ENOENT');
});
