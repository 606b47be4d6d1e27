import { afterEach, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { derivePicture } from './picture.ts';
import { defaultLimits, PictureProcesses } from './picture-processes.ts';
import { PictureRefused } from './picture-refused.ts';

let processes = new PictureProcesses();
const limitedTo = (limits: Partial<typeof defaultLimits>): PictureProcesses => {
  processes = new PictureProcesses({ ...defaultLimits, ...limits });
  return processes;
};
afterEach(() => processes.onApplicationShutdown());

const photo = (width: number, height: number, progressive = false) =>
  sharp({ create: { width, height, channels: 3, background: '#336655' } })
    .jpeg({ progressive })
    .toBuffer();

test('a picture is decoded in another process, which is kept for the next one', async () => {
  const decoding = limitedTo({});
  const content = await photo(900, 600);
  expect(await decoding.derive(content)).toEqual(await derivePicture(content));
  const [first] = decoding.ids;
  expect(first).not.toBe(process.pid);
  await decoding.derive(content);
  expect(decoding.ids).toEqual([first]);
});

test('pictures are decoded at the same time, each in a process of its own', async () => {
  const decoding = limitedTo({});
  const contents = await Promise.all([photo(900, 600), photo(300, 200), photo(90, 60)]);
  const pictures = await Promise.all(contents.map((content) => decoding.derive(content)));
  expect(pictures.map(({ width }) => width)).toEqual([900, 300, 90]);
  expect(new Set(decoding.ids).size).toBe(3);
});

test('a damaged picture is refused, and its process is kept', async () => {
  const decoding = limitedTo({});
  await decoding.derive(await photo(30, 20));
  const before = decoding.ids;
  const attempt = decoding.derive((await photo(900, 600)).subarray(0, 2_000));
  await expect(attempt).rejects.toThrow(PictureRefused);
  await expect(attempt).rejects.toThrow('This photo is damaged or incomplete.');
  expect(decoding.ids).toEqual(before);
});

test('a process that needs too much memory is ended, and the next picture gets another one', async () => {
  const decoding = limitedTo({ memory: 150_000_000 });
  const attempt = decoding.derive(await photo(7_000, 5_000, true));
  await expect(attempt).rejects.toThrow('needs more than 150 MB of memory');
  await expect(attempt).rejects.not.toThrow(PictureRefused);
  expect(await decoding.derive(await photo(30, 20))).toMatchObject({ width: 30, height: 20 });
});

test('a process that needs too much time is ended, and the next picture gets another one', async () => {
  const limits = { ...defaultLimits, time: 10 };
  processes = new PictureProcesses(limits);
  const attempt = processes.derive(await photo(2_400, 1_800));
  await expect(attempt).rejects.toThrow('takes longer than 0.01 seconds');
  const decoding = processes;
  limits.time = defaultLimits.time;
  expect(await decoding.derive(await photo(30, 20))).toMatchObject({ width: 30, height: 20 });
});

test('a process that cannot be started fails its picture at once', async () => {
  processes = new PictureProcesses(defaultLimits, '/nothing/here');
  const before = performance.now();
  await expect(processes.derive(await photo(30, 20))).rejects.toThrow('ENOENT');
  expect(performance.now() - before).toBeLessThan(20_000);
  expect(processes.ids).toEqual([]);
});

test('a process that ends by itself fails only its picture', async () => {
  const decoding = limitedTo({});
  await decoding.derive(await photo(30, 20));
  const [id = 0] = decoding.ids;
  const attempt = decoding.derive(await photo(2_400, 1_800));
  process.kill(id, 'SIGKILL');
  await expect(attempt).rejects.toThrow('ended unexpectedly');
  expect(await decoding.derive(await photo(30, 20))).toMatchObject({ width: 30 });
});
