// How fast a gallery is downloaded as one archive, against plain reading of as many bytes from disk and a plain server
// that sends them, and how much memory the product uses while several people download it.
import { randomBytes } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { BenchGallery } from './gallery-client.ts';
import { startPlainServer } from './plain-server.ts';
import { memoryOf } from './process-usage.ts';
import { withProduct } from './product.ts';
import { withPostgres } from './setup.ts';
import { median, printResult, spread } from './statistics.ts';

const files = Number(process.env.BENCH_FILES ?? 32);
const people = Number(process.env.BENCH_PEOPLE ?? 8);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const bytesPerFile = 8 * 1_048_576;

/** A JPEG picture, padded to the size of a camera's file with bytes that decoders ignore. */
const photo = async (): Promise<Buffer> => {
  const jpeg = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#cc8844' } })
    .jpeg()
    .toBuffer();
  return Buffer.concat([jpeg, randomBytes(bytesPerFile - jpeg.length)]);
};

const download = async (url: string): Promise<number> => {
  let size = 0;
  for await (const bytes of (await fetch(url)).body ?? []) size += bytes.length;
  return size;
};

const readPlainly = async (path: string, times: number): Promise<void> => {
  for (let count = 0; count < times; count += 1) for await (const _ of createReadStream(path));
};

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1_000;
};

/** The most memory that the process used during the work, in megabytes. */
const highestMemory = async (pid: number, work: () => Promise<unknown>): Promise<number> => {
  let highest = 0;
  const timer = setInterval(async () => {
    highest = Math.max(highest, await memoryOf(pid));
  }, 100);
  await work();
  clearInterval(timer);
  return highest;
};

export const zip = (): Promise<void> =>
  withPostgres((url) =>
    withProduct(url, async (product) => {
      const fresh = await memoryOf(product.pid);
      const folder = mkdtempSync(join(tmpdir(), 'festoon-bench-zip-'));
      const path = join(folder, 'file');
      const content = await photo();
      writeFileSync(path, content);
      const gallery = await BenchGallery.create(product.url);
      for (let count = 0; count < files; count += 1) await gallery.upload(`photo-${count}.jpg`, content);
      await gallery.deliver();
      const archive = await gallery.archive();
      const idle = await memoryOf(product.pid);
      const megabytes = (await download(archive)) / 1_048_576;
      const size = (bytesPerFile * files) / 1_048_576;
      const [ceilings, plainRates, rates]: [number[], number[], number[]] = [[], [], []];
      const plain = await startPlainServer(new URL('./plain-file-server.ts', import.meta.url), path);
      try {
        for (let round = 0; round < rounds; round += 1) {
          ceilings.push(size / (await secondsOf(() => readPlainly(path, files))));
          plainRates.push(size / (await secondsOf(() => download(`${plain.url}/${files}`))));
          rates.push(megabytes / (await secondsOf(() => download(archive))));
        }
      } finally {
        plain.stop();
      }
      const ratiosTo = (others: readonly number[]) => rates.map((rate, round) => rate / (others[round] ?? Number.NaN));
      console.log(`plain reading   ${median(ceilings).toFixed(0)} MB/s`);
      console.log(`plain server    ${median(plainRates).toFixed(0)} MB/s over HTTP`);
      console.log(
        `one archive     ${median(rates).toFixed(0)} MB/s over HTTP   ratio to reading ${spread(ratiosTo(ceilings))}, to the server ${spread(ratiosTo(plainRates))}`,
      );
      const highest = await highestMemory(product.pid, () =>
        Promise.all(Array.from({ length: people }, () => download(archive))),
      );
      console.log(
        `${people} people downloading ${((people * megabytes) / 1_024).toFixed(1)} GB   memory ${(highest - idle).toFixed(0)} MB above ${idle.toFixed(0)} MB before the first download, ${fresh.toFixed(0)} MB after the start`,
      );
      rmSync(folder, { recursive: true, force: true });
      printResult('zip', median(rates), median(ceilings));
    }),
  );
