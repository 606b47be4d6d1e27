import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { DiskStorage } from '../storage/disk-storage.ts';
import { MediaCopies } from './media-copies.ts';
import { PictureCopies } from './picture-copies.ts';
import { PictureProcesses } from './picture-processes.ts';
import { mp4 } from './video.suite.ts';
import { frameOf, hasFfmpeg } from './video-poster.ts';

const { PATH = '' } = process.env;
const processes = new PictureProcesses();
let folder: string;
/** Installs a shell script as `ffmpeg`. */
const install = (script: string) =>
  writeFile(join(folder, 'ffmpeg'), `#!/bin/sh\ncd ${folder}\n${script}\n`, { mode: 0o755 });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'festoon-ffmpeg-'));
  process.env.PATH = [folder, PATH].join(delimiter);
  process.env.FESTOON_TEST_SECRET = 'secret';
  const frame = sharp({ create: { width: 640, height: 360, channels: 3, background: '#c02020' } });
  await writeFile(join(folder, 'frame.png'), await frame.png().toBuffer());
  await writeFile(join(folder, 'video.mp4'), mp4());
});
afterAll(async () => {
  process.env.PATH = PATH;
  delete process.env.FESTOON_TEST_SECRET;
  await processes.onApplicationShutdown();
  await rm(folder, { recursive: true, force: true });
});

const frame = (timeLimit?: number) => frameOf(join(folder, 'video.mp4'), 'mov', 62_500, timeLimit);
const fileIn = (name: string) => readFile(join(folder, name), 'utf8');
const isRunning = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

test('a frame after the first second is read from the file alone, without the settings of the product', async () => {
  await install('env > environment; printf "%s\\n" "$@" > parameters; cat frame.png');
  expect(await frame()).toEqual(await readFile(join(folder, 'frame.png')));
  const parameters = (await fileIn('parameters')).split('\n');
  expect(parameters[parameters.indexOf('-ss') + 1]).toBe('1.000');
  expect(parameters[parameters.indexOf('-protocol_whitelist') + 1]).toBe('file,pipe');
  expect(parameters[parameters.indexOf('-i') + 1]).toBe(`file:${join(folder, 'video.mp4')}`);
  expect(await fileIn('environment')).not.toContain('FESTOON');
});

test('without ffmpeg no timer remains, which would delay the end of the process', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
  const before = timers();
  const path = process.env.PATH;
  process.env.PATH = join(folder, 'empty');
  const found = await hasFfmpeg();
  process.env.PATH = path;
  expect(found).toBe(false);
  expect(timers()).toBe(before);
});

test('a video on which ffmpeg hangs has no frame, and ffmpeg is stopped', async () => {
  await install('echo $$ > pid; trap "" TERM; exec sleep 600');
  expect(await frame(500)).toBeUndefined();
  expect(isRunning(Number(await fileIn('pid')))).toBe(false);
});

test('a video for which ffmpeg never stops writing has no frame', async () => {
  await install('echo $$ > pid; exec yes');
  expect(await frame()).toBeUndefined();
  expect(isRunning(Number(await fileIn('pid')))).toBe(false);
});

test.each([
  ['fails', 'cat frame.png; exit 1'],
  ['crashes', 'kill -SEGV $$'],
  ['writes nothing', 'true'],
])('a video for which ffmpeg %s has no frame', async (_, script) => {
  await install(script);
  expect(await frame()).toBeUndefined();
});

test('the poster of a video is its frame, and drawn if what ffmpeg writes is no picture', async () => {
  const storage = new DiskStorage(folder);
  const copies = new MediaCopies(storage, new PictureCopies(storage, processes));
  const colorOf = async (name: string): Promise<number> => {
    await storage.write(`private/gallery/${name}.mp4`, mp4());
    await copies.make(`private/gallery/${name}.mp4`, `private/gallery/${name}-web`);
    const { channels } = await sharp(await buffer(await storage.read(`private/gallery/${name}-web.w250.webp`))).stats();
    return Math.round(channels[0]?.mean ?? 0);
  };
  await install('cat frame.png');
  expect(await colorOf('filmed')).toBeGreaterThan(180);
  await install('cat video.mp4');
  expect(await colorOf('drawn')).toBeLessThan(100);
});
