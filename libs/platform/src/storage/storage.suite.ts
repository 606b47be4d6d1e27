import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ChecksumMismatch, ObjectExists, ObjectMissing, type Storage, type StoredObject } from './storage.ts';

export type OpenedStorage = { readonly storage: Storage; readonly close: () => Promise<void> };

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
/** The folders that the tests wrote to, removed at the end: the server may be one that keeps them. */
const folders = new Set<string>();
const newFolder = (): string => {
  const folder = `private/${randomUUID()}`;
  folders.add(folder);
  return folder;
};
const newPath = (folder = newFolder()): string => `${folder}/${randomUUID()}.jpg`;

/** Yields bytes in chunks and then fails, like the connection of an uploader that disconnects. */
const interrupted = (bytes: number): Readable =>
  Readable.from(
    (function* () {
      for (let sentBytes = 0; sentBytes < bytes; sentBytes += 65_536) yield randomBytes(65_536);
      throw new Error('the connection was lost');
    })(),
  );

const pathsOf = async (objects: AsyncIterable<StoredObject>): Promise<string[]> => {
  const paths: string[] = [];
  for await (const { path } of objects) paths.push(path);
  return paths;
};

/** The tests that every engine of the storage port passes. */
export const storageSuite = (engine: string, open: () => Promise<OpenedStorage>): void =>
  describe(`storage: ${engine}`, () => {
    let openedStorage: OpenedStorage;
    let storage: Storage;
    beforeAll(async () => {
      openedStorage = await open();
      storage = openedStorage.storage;
    });
    afterAll(async () => {
      for (const folder of folders) await storage.remove(await pathsOf(storage.list(folder)));
      await openedStorage.close();
    });

    test('an object is read as it was written', async () => {
      const path = newPath();
      const bytes = randomBytes(100_000);
      expect(await storage.write(path, bytes)).toEqual({ sha256: sha256(bytes), size: bytes.length });
      expect(await storage.stat(path)).toMatchObject({ path, size: bytes.length });
      expect((await buffer(await storage.read(path))).equals(bytes)).toBe(true);
    });

    test('an empty object is stored too', async () => {
      const path = newPath();
      expect(await storage.write(path, Buffer.alloc(0))).toMatchObject({ size: 0 });
      expect(await storage.stat(path)).toMatchObject({ size: 0 });
    });

    test('a stream of 20 MB keeps its checksum', async () => {
      const path = newPath();
      const bytes = randomBytes(20_000_000);
      const chunks = Array.from({ length: 20 }, (_, i) => bytes.subarray(i * 1_000_000, (i + 1) * 1_000_000));
      await storage.write(path, Readable.from(chunks), { sha256: sha256(bytes) });
      expect(sha256(await buffer(await storage.read(path)))).toBe(sha256(bytes));
    });

    test.each([
      [{ start: 0, end: 0 }, '0'],
      [{ start: 3, end: 5 }, '345'],
      [{ start: 9, end: 9 }, '9'],
    ])('the range %o of 0123456789 is %s', async (range, expected) => {
      const path = newPath();
      await storage.write(path, Buffer.from('0123456789'));
      expect(await text(await storage.read(path, range))).toBe(expected);
    });

    test('an object is never overwritten', async () => {
      const path = newPath();
      await storage.write(path, Buffer.from('first'));
      await expect(storage.write(path, Buffer.from('second'))).rejects.toThrow(ObjectExists);
      const large = Readable.from([randomBytes(9_000_000)]);
      await expect(storage.write(path, large)).rejects.toThrow(ObjectExists);
      expect(await text(await storage.read(path))).toBe('first');
    });

    test('of two writers of one path, one succeeds', async () => {
      const path = newPath();
      const writes = ['a', 'b'].map((content) => storage.write(path, Buffer.from(content)));
      const outcomes = await Promise.allSettled(writes);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    test.each([100, 9_000_000])('%d bytes with another checksum than announced are not stored', async (size) => {
      const path = newPath();
      const write = storage.write(path, Readable.from([randomBytes(size)]), { sha256: sha256(Buffer.from('other')) });
      await expect(write).rejects.toThrow(ChecksumMismatch);
      expect(await storage.stat(path)).toBeUndefined();
    });

    test.each([100_000, 18_000_000])('a stream that fails after %d bytes leaves nothing behind', async (bytes) => {
      const folder = newFolder();
      const path = newPath(folder);
      await expect(storage.write(path, interrupted(bytes))).rejects.toThrow('the connection was lost');
      expect(await storage.stat(path)).toBeUndefined();
      expect(await pathsOf(storage.list(folder))).toEqual([]);
    });

    test('content that fails before its first byte is read stores nothing', async () => {
      const path = newPath();
      const missing = createReadStream(join(tmpdir(), randomUUID()));
      await expect(storage.write(path, missing)).rejects.toThrow('ENOENT');
      expect(await storage.stat(path)).toBeUndefined();
    });

    test('all objects are listed together', async () => {
      const [shown, hidden] = [`public/${randomUUID()}/a.jpg`, newPath()];
      await storage.write(shown, Buffer.from('a'));
      await storage.write(hidden, Buffer.from('b'));
      expect(await pathsOf(storage.all())).toEqual(expect.arrayContaining([shown, hidden]));
      await storage.remove([shown]);
      expect(await pathsOf(storage.all())).not.toContain(shown);
    });

    test('a removed object no longer exists, and removing it again changes nothing', async () => {
      const [path, other] = [newPath(), newPath()];
      await storage.write(path, Buffer.from('a'));
      await storage.write(other, Buffer.from('b'));
      await storage.remove([path, newPath()]);
      await storage.remove([path]);
      expect(await storage.stat(path)).toBeUndefined();
      await expect(storage.read(path)).rejects.toThrow(ObjectMissing);
      expect(await text(await storage.read(other))).toBe('b');
    });

    test('a list names the objects of one folder and no others', async () => {
      const folder = newFolder();
      const [longer, visible] = [`${folder}-2`, folder.replace('private', 'public')];
      folders.add(longer).add(visible);
      const paths = [newPath(folder), newPath(folder), `${folder}/below/c.webp`];
      for (const path of [...paths, newPath(), newPath(longer), newPath(visible)])
        await storage.write(path, Buffer.from('a'));
      expect(new Set(await pathsOf(storage.list(folder)))).toEqual(new Set(paths));
      expect(await pathsOf(storage.list(newFolder()))).toEqual([]);
    });

    test('a folder is removed with everything in it, and no other folder', async () => {
      const folder = newFolder();
      const keptPath = newPath();
      for (const path of [newPath(folder), `${folder}/below/c.webp`, keptPath])
        await storage.write(path, Buffer.from('a'));
      await storage.removeFolder(folder);
      await storage.removeFolder(folder);
      expect(await pathsOf(storage.list(folder))).toEqual([]);
      expect(await text(await storage.read(keptPath))).toBe('a');
    });

    test.each([
      '../secrets.json',
      'private/../../secrets.json',
      'private/a/../b.jpg',
      '/etc/passwd',
      'private/a//b.jpg',
      'private/a/.hidden',
      'private/a/b\0.jpg',
      'other/a/b.jpg',
      'private/a',
      '.incomplete/a/b',
    ])('%j is not a path', async (path) => {
      await expect(storage.write(path, Buffer.from('a'))).rejects.toThrow('not the path');
      await expect(storage.read(path)).rejects.toThrow('not the path');
      await expect(storage.stat(path)).rejects.toThrow('not the path');
      await expect(storage.remove([path])).rejects.toThrow('not the path');
    });
  });
