import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { DiskStorage } from '../storage/disk-storage.ts';
import { type HostileFile, hostilePayload, hostilePictures, hostileVideos } from './hostile-files.suite.ts';
import { MediaCopies, photoPaths } from './media-copies.ts';
import { type DerivedPicture, derivePicture } from './picture.ts';
import { PictureCopies } from './picture-copies.ts';
import { PictureProcesses } from './picture-processes.ts';
import { PictureRefused } from './picture-refused.ts';
import { VideoRefused } from './video.ts';

/** On a busy machine, in milliseconds. On a quiet one the slowest file takes about a second. */
const maxTime = 30_000;
/**
 * What a decoder may need, the pixels of the kept picture, and what the allocator does not return at once, in bytes.
 */
const maxMemory = 900_000_000;

/** Runs the work and returns its result or error, after checking how much time and memory it needed. */
const bounded = async <T>(work: () => Promise<T>): Promise<T | Error> => {
  const [begun, before] = [performance.now(), process.memoryUsage.rss()];
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const outcome = await work().catch((error: Error) => error);
  clearInterval(sampling);
  expect(performance.now() - begun).toBeLessThan(maxTime);
  expect(peak - before).toBeLessThan(maxMemory);
  return outcome;
};

const expectClean = async ({ width, height, thumbhash, jpeg, webp }: DerivedPicture): Promise<void> => {
  expect(Math.max(width, height)).toBeLessThanOrEqual(20_000);
  expect(thumbhash).toMatch(/^[\w+/]{6,60}=*$/);
  const copies = [
    ['jpeg', 3_840, jpeg],
    ['webp', 250, webp[250]],
    ['webp', 720, webp[720]],
    ['webp', 1_440, webp[1440]],
  ] as const;
  for (const [format, widest, copy] of copies) {
    expect(copy.includes(hostilePayload)).toBe(false);
    expect(copy.includes('HOSTILE')).toBe(false);
    // Without a complete decode a damaged copy would not be noticed.
    const { info } = await sharp(copy, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true });
    const metadata = await sharp(copy).metadata();
    expect([metadata.format, metadata.exif, metadata.xmp, metadata.iptc]).toEqual([
      format,
      undefined,
      undefined,
      undefined,
    ]);
    expect(metadata.icc?.length ?? 0).toBeLessThanOrEqual(65_536);
    expect(info.width).toBeLessThanOrEqual(widest);
    expect(info.height).toBeLessThanOrEqual(3_840);
  }
};

const sentence = /^(This|The) .*[.]$/s;

test('there are at least 60 of them, each with a name of its own', () => {
  const names = [...hostilePictures, ...hostileVideos].map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(60);
  expect(new Set(names).size).toBe(names.length);
});

test.each(hostilePictures.map((file) => [file.name, file] as const))(
  'a picture: %s',
  async (_, { outcome, content }: HostileFile) => {
    const bytes = await content();
    const result = await bounded(() => derivePicture(bytes));
    if (result instanceof Error) {
      expect(result).toBeInstanceOf(PictureRefused);
      expect(result.message).toMatch(sentence);
    } else await expectClean(result);
    if (outcome !== 'either') expect(result instanceof Error ? 'refused' : 'derived').toBe(outcome);
  },
);

let folder: string;
let storage: DiskStorage;
let copies: MediaCopies;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'festoon-hostile-'));
  storage = new DiskStorage(folder);
  copies = new MediaCopies(storage, new PictureCopies(storage, processes));
});
const processes = new PictureProcesses();
afterAll(() => processes.onApplicationShutdown());
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(hostileVideos.map((file, index) => [file.name, index, file] as const))(
  'a video: %s',
  async (_, index, { fileName, outcome, content }: HostileFile) => {
    const path = `private/hostile/${index}-${fileName}`;
    const target = `private/hostile/${index}-copies`;
    await storage.write(path, await content());
    const result = await bounded(() => copies.make(path, target));
    if (result instanceof Error) {
      expect(result instanceof VideoRefused || result instanceof PictureRefused).toBe(true);
      expect(result.message).toMatch(sentence);
    } else
      for (const copy of photoPaths(target))
        expect((await sharp(await buffer(await storage.read(copy))).metadata()).width).toBeGreaterThan(0);
    expect(result instanceof Error ? 'refused' : 'derived').toBe(outcome);
  },
);
