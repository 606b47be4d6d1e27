import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { DiskStorage } from './disk-storage.ts';
import { storageSuite } from './storage.suite.ts';

const open = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'festoon-storage-'));
  return { folder, storage: new DiskStorage(folder), close: async () => rmSync(folder, { recursive: true }) };
};

storageSuite('disk', open);

test('only the product’s user can read the files and folders', async () => {
  const { folder, storage, close } = await open();
  await storage.write('private/a/b.jpg', Buffer.from('a'));
  const modes = ['private', 'private/a', 'private/a/b.jpg'].map((path) => statSync(join(folder, path)).mode & 0o777);
  expect(modes).toEqual([0o700, 0o700, 0o600]);
  await close();
});

test('neither a finished nor a failed write leaves an incomplete file', async () => {
  const { folder, storage, close } = await open();
  await storage.write('private/a/b.jpg', Buffer.from('a'));
  await expect(storage.write('private/a/b.jpg', Buffer.from('b'))).rejects.toThrow();
  const failingSource = Readable.from(
    (function* () {
      yield Buffer.from('c');
      throw new Error('lost');
    })(),
  );
  await expect(storage.write('private/a/c.jpg', failingSource)).rejects.toThrow('lost');
  expect(readdirSync(join(folder, '.incomplete'))).toEqual([]);
  await close();
});

test('incomplete files that disappear while they are being removed are not counted', async () => {
  const { folder, storage, close } = await open();
  mkdirSync(join(folder, '.incomplete'));
  for (let i = 0; i < 50; i++) writeFileSync(join(folder, '.incomplete', `${i}`), 'a');
  const before = new Date(Date.now() + 60_000);
  const counts = await Promise.all([storage.removeIncomplete(before), storage.removeIncomplete(before)]);
  expect(counts.reduce((a, b) => a + b)).toBe(50);
  await close();
});
