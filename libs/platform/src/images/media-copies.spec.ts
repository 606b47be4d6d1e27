import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { DiskStorage } from '../storage/disk-storage.ts';
import { MediaCopies, photoPaths } from './media-copies.ts';
import { PictureCopies } from './picture-copies.ts';
import { PictureProcesses } from './picture-processes.ts';
import { PictureRefused } from './picture-refused.ts';
import { avi, mp4, placedMp4, recordedPlace } from './video.suite.ts';
import { VideoRefused } from './video.ts';

const folder = 'private/gallery-1';
const processes = new PictureProcesses();
let files: string;
let storage: DiskStorage;
let copies: MediaCopies;
beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), 'festoon-media-'));
  storage = new DiskStorage(files);
  copies = new MediaCopies(storage, new PictureCopies(storage, processes));
});
afterAll(() => processes.onApplicationShutdown());
afterAll(() => rm(files, { recursive: true, force: true }));

const picture = (format: 'jpeg' | 'png' = 'jpeg') =>
  sharp({ create: { width: 1_600, height: 1_000, channels: 3, background: '#cc8844' } })
    .toFormat(format)
    .toBuffer();
const storedPaths = async () => {
  const paths: string[] = [];
  for await (const { path } of storage.list(folder)) paths.push(path);
  return paths.toSorted((a, b) => (a < b ? -1 : 1));
};
const readObject = async (path: string) => buffer(await storage.read(path));

test('a photo has copies with and without a watermark', async () => {
  await storage.write(`${folder}/1-a.jpg`, await picture());
  const facts = await copies.make(`${folder}/1-a.jpg`, `${folder}/1-a-web`);
  expect(facts).toMatchObject({ kind: 'image', width: 1_600, height: 1_000, durationMs: null });
  const paths = photoPaths(`${folder}/1-a-web`);
  expect(await storedPaths()).toEqual([`${folder}/1-a.jpg`, ...paths].toSorted((a, b) => (a < b ? -1 : 1)));
  for (const width of [250, 720, 1440]) {
    const marked = sharp(await readObject(`${folder}/1-a-web.marked.w${width}.webp`));
    expect((await marked.metadata()).width).toBe(width);
    // The picture has one color, so everything that differs is the watermark.
    const deviation = async (each: Sharp) => Math.max(...(await each.stats()).channels.map(({ stdev }) => stdev));
    expect(await deviation(marked)).toBeGreaterThan(5);
    expect(await deviation(sharp(await readObject(`${folder}/1-a-web.w${width}.webp`)))).toBeLessThan(1);
  }
});

test('an interrupted attempt is completed by the next one', async () => {
  await storage.write(`${folder}/2-b.png`, await picture('png'));
  const first = await copies.make(`${folder}/2-b.png`, `${folder}/2-b`);
  await storage.remove([`${folder}/2-b.marked.w1440.webp`, `${folder}/2-b.w250.webp`]);
  expect(await copies.make(`${folder}/2-b.png`, `${folder}/2-b`)).toEqual(first);
  expect((await storedPaths()).filter((path) => path.includes('/2-b'))).toHaveLength(8);
});

test.each([
  ['mp4', mp4()],
  ['mov', mp4()],
  ['avi', avi({ width: 1_920, height: 1_080, durationMs: 62_520 })],
])('a video in %s has a poster in its shape', async (extension, content) => {
  const path = `${folder}/3-${extension}`;
  await storage.write(`${path}.${extension}`, content);
  const facts = await copies.make(`${path}.${extension}`, path);
  expect(facts).toMatchObject({ kind: 'video', width: 1_920, height: 1_080 });
  expect(Math.round((facts.durationMs ?? 0) / 100)).toBe(625);
  const { width, height } = await sharp(await readObject(`${path}.w720.webp`)).metadata();
  expect([width, height]).toEqual([720, 405]);
  expect((await storedPaths()).some((each) => each.endsWith('.poster.png'))).toBe(false);
});

test('a video has a copy without metadata', async () => {
  await storage.write(`${folder}/7-g.mov`, placedMp4());
  await copies.make(`${folder}/7-g.mov`, `${folder}/7-g-web`);
  const copy = await readObject(`${folder}/7-g-web.mov`);
  expect([copy.length, copy.includes(recordedPlace)]).toEqual([placedMp4().length, false]);
});

test.each([
  ['a text', 'jpg', Buffer.from('hello'), PictureRefused],
  ['a video named as a photo', 'jpg', mp4(), PictureRefused],
  ['a photo named as a video', 'mp4', Buffer.from('ffd8ffe000104a46', 'hex'), VideoRefused],
  ['an empty photo', 'webp', Buffer.alloc(0), PictureRefused],
])('%s is refused', async (name, extension, content, kind) => {
  const path = `${folder}/4-${name.replaceAll(' ', '-')}`;
  await storage.write(`${path}.${extension}`, content);
  await expect(copies.make(`${path}.${extension}`, path)).rejects.toThrow(kind);
});

test('a photo in another format than its name says is refused with both', async () => {
  await storage.write(`${folder}/5-e.jpg`, await picture('png'));
  await expect(copies.make(`${folder}/5-e.jpg`, `${folder}/5-e`)).rejects.toThrow(
    'This file is named .jpg, but it is in the format PNG.',
  );
});

test.each([
  ['avi', mp4(), 'This file is named .avi, but it is an MP4 or MOV video.'],
  ['mp4', avi(), 'This file is named .mp4, but it is an AVI video.'],
  ['mov', avi(), 'This file is named .mov, but it is an AVI video.'],
])('a video that is no %s video is refused with what it is', async (extension, content, message) => {
  await storage.write(`${folder}/8-${extension}.${extension}`, content);
  await expect(copies.make(`${folder}/8-${extension}.${extension}`, `${folder}/8-${extension}`)).rejects.toThrow(
    message,
  );
});

test('a file that is missing is not a refusal, because it may be there later', async () => {
  const attempt = copies.make(`${folder}/6-f.jpg`, `${folder}/6-f`);
  await expect(attempt).rejects.toThrow('is not stored');
  await expect(attempt).rejects.not.toThrow(PictureRefused);
});
