import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { ObjectExists, Storage } from '#platform/storage';
import { copyPaths, PictureCopies } from './picture-copies.ts';
import { PictureProcesses } from './picture-processes.ts';
import { PictureRefused } from './picture-refused.ts';

/** Keeps objects in memory. */
class MemoryStorage extends Storage {
  override readonly name = 'memory';
  readonly objects = new Map<string, Buffer>();

  override async write(path: string, content: Readable | Uint8Array) {
    if (this.objects.has(path)) throw new ObjectExists(path);
    const bytes = content instanceof Readable ? await buffer(content) : Buffer.from(content);
    this.objects.set(path, bytes);
    return { sha256: '', size: bytes.length };
  }

  override async read(path: string) {
    const found = this.objects.get(path);
    if (!found) throw new Error('the disk cannot be read');
    return Readable.from([found]);
  }

  override async remove(paths: readonly string[]) {
    for (const path of paths) this.objects.delete(path);
  }

  override async stat() {
    return undefined;
  }

  // biome-ignore lint/correctness/useYield: nothing is listed in these tests.
  override async *all(): AsyncIterable<never> {
    throw new Error('not listed');
  }

  // biome-ignore lint/correctness/useYield: nothing is listed in these tests.
  override async *list(): AsyncIterable<never> {
    throw new Error('not listed');
  }
}

const source = 'private/ana/portfolio-1.png';
const target = 'public/ana/portfolio-1-0';
const processes = new PictureProcesses();
afterAll(() => processes.onApplicationShutdown());

let storage: MemoryStorage;
let copies: PictureCopies;
beforeEach(async () => {
  storage = new MemoryStorage();
  copies = new PictureCopies(storage, processes);
  const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: '#cc8844' } });
  await storage.write(source, await picture.png().toBuffer());
});

test('a picture’s copies are stored beside each other, and can be removed', async () => {
  expect(await copies.make(source, target)).toMatchObject({ width: 900, height: 600 });
  expect([...storage.objects.keys()]).toEqual([source, ...copyPaths(target)]);
  expect(copyPaths(target)).toEqual([
    `${target}.jpg`,
    `${target}.w250.webp`,
    `${target}.w720.webp`,
    `${target}.w1440.webp`,
  ]);
  const widths = copyPaths(target).map(async (path) => (await sharp(storage.objects.get(path)).metadata()).width);
  expect(await Promise.all(widths)).toEqual([900, 250, 720, 900]);
  await copies.remove(target);
  expect([...storage.objects.keys()]).toEqual([source]);
});

test('copies that an interrupted attempt stored are kept, and the missing ones are added', async () => {
  const facts = await copies.make(source, target);
  await storage.remove([`${target}.w1440.webp`]);
  expect(await copies.make(source, target)).toEqual(facts);
  expect([...storage.objects.keys()]).toEqual(expect.arrayContaining([...copyPaths(target)]));
});

test('a file that is not a picture is refused', async () => {
  await storage.write('private/ana/text.jpg', Buffer.from('hello'));
  await expect(copies.make('private/ana/text.jpg', target)).rejects.toThrow(PictureRefused);
});

test('an error of the storage is not a refusal, because another attempt may succeed', async () => {
  const attempt = copies.make('private/ana/missing.jpg', target);
  await expect(attempt).rejects.toThrow('the disk cannot be read');
  await expect(attempt).rejects.not.toThrow(PictureRefused);
});
