// How fast the product composes an archive, against plain reading of the same files; how fast a gallery is downloaded as
// one archive, against a plain server that sends as many bytes; and how much memory the product uses while several people
// download it.
import { randomBytes } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { ArchivesModule, StoredArchives } from '#platform/archives';
import { Config } from '#platform/config';
import { Storage } from '#platform/storage';
import { BenchGallery } from './gallery-client.ts';
import { startPlainServer } from './plain-server.ts';
import { cpuDuring, memoryOf } from './process-usage.ts';
import { withProduct } from './product.ts';
import { withPlatform, withPostgres } from './setup.ts';
import { median, printResult, spread } from './statistics.ts';

const files = Number(process.env.BENCH_FILES ?? 32);
const people = Number(process.env.BENCH_PEOPLE ?? 8);
// Many, because garbage collection makes single rounds differ by a factor of four.
const rounds = Number(process.env.BENCH_ROUNDS ?? 60);
const bytesPerFile = 8 * 1_048_576;

/** A JPEG picture, padded to the size of a camera's file with bytes that decoders ignore. */
const photo = async (): Promise<Buffer> => {
  const jpeg = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#cc8844' } })
    .jpeg()
    .toBuffer();
  return Buffer.concat([jpeg, randomBytes(bytesPerFile - jpeg.length)]);
};

const download = async (url: string): Promise<number> => {
  const { body } = await fetch(url);
  return body ? sizeOf(body) : 0;
};

/** Reads a stream to its end and returns its size. */
const sizeOf = async (content: AsyncIterable<Uint8Array>): Promise<number> => {
  let size = 0;
  for await (const bytes of content) size += bytes.length;
  return size;
};

/** The speed in MB/s, and the CPU time of a gigabyte in milliseconds, in the process with this id. */
type Cost = { readonly rate: number; readonly cpu: number };

/** The cost of the work, which returns how many bytes it has read. */
const costOf = async (pid: number, work: () => Promise<number>): Promise<Cost> => {
  const begun = performance.now();
  const { result, cpu } = await cpuDuring(pid, work);
  const megabytes = result / 1_048_576;
  return { rate: megabytes / ((performance.now() - begun) / 1_000), cpu: cpu / (megabytes / 1_024) };
};

const ratesOf = (costs: readonly Cost[]): readonly number[] => costs.map(({ rate }) => rate);
const textOf = (costs: readonly Cost[]): string =>
  `${median(ratesOf(costs)).toFixed(0)} MB/s, ${median(costs.map(({ cpu }) => cpu)).toFixed(0)} ms of CPU for 1 GB`;
const ratiosText = (costs: readonly Cost[], ceilings: readonly Cost[]): string => {
  const rates = costs.map(({ rate }, round) => rate / (ceilings[round]?.rate ?? Number.NaN));
  const bytes = costs.map(({ cpu }, round) => (ceilings[round]?.cpu ?? Number.NaN) / cpu);
  return `ratio of MB/s ${spread(rates)}, of bytes for the same CPU time ${spread(bytes)}`;
};

/** Composes an archive of files in the storage as the product does, and reads the same files without it. */
const inProcess = (): Promise<readonly [archive: Cost[], reading: Cost[]]> =>
  withPlatform(
    [{ module: ArchivesModule }],
    () => undefined,
    async ({ app }) => {
      const [storage, archives] = [app.get(Storage, { strict: false }), app.get(StoredArchives)];
      const archivedFiles = await Promise.all(
        Array.from({ length: files }, async (_, number) => {
          const path = `private/archive/${number}`;
          await storage.write(path, randomBytes(bytesPerFile));
          return { path, name: `photo-${number}.jpg`, modifiedAt: new Date(), ...(await archives.checksum(path)) };
        }),
      );
      const folder = join(app.get(Config, { strict: false }).dataFolder, 'files');
      const readPlainly = async () => {
        let size = 0;
        for (const { path } of archivedFiles)
          size += await sizeOf(createReadStream(join(folder, path), { highWaterMark: 262_144 }));
        return size;
      };
      const size = archives.size(archivedFiles);
      const compose = () => sizeOf(archives.stream(archivedFiles, 0, size - 1));
      await readPlainly();
      if ((await compose()) !== size) throw new Error('The archive does not have its size');
      const [archive, reading]: [Cost[], Cost[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        reading.push(await costOf(process.pid, readPlainly));
        archive.push(await costOf(process.pid, compose));
      }
      return [archive, reading] as const;
    },
  );

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

/** Downloads a gallery from the product and as many bytes from a plain server, and prints what was measured. */
const overHttp = (): Promise<void> =>
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
      const size = await download(archive);
      const [served, archived]: [Cost[], Cost[]] = [[], []];
      const plain = await startPlainServer(new URL('./plain-file-server.ts', import.meta.url), path);
      try {
        for (let round = 0; round < rounds; round += 1) {
          served.push(await costOf(plain.pid, () => download(`${plain.url}/${files}`)));
          archived.push(await costOf(product.pid, () => download(archive)));
        }
      } finally {
        plain.stop();
      }
      console.log(`plain server          ${textOf(served)}`);
      console.log(`archive over HTTP     ${textOf(archived)}   ${ratiosText(archived, served)}`);
      const highest = await highestMemory(product.pid, () =>
        Promise.all(Array.from({ length: people }, () => download(archive))),
      );
      console.log(
        `${people} people downloading ${((people * size) / 1_073_741_824).toFixed(1)} GB   memory ${(highest - idle).toFixed(0)} MB above ${idle.toFixed(0)} MB before the first download, ${fresh.toFixed(0)} MB after the start`,
      );
      rmSync(folder, { recursive: true, force: true });
    }),
  );

export const zip = async (): Promise<void> => {
  const [archive, reading] = await inProcess();
  console.log(`plain reading         ${textOf(reading)}`);
  console.log(`archive in-process    ${textOf(archive)}   ${ratiosText(archive, reading)}`);
  await overHttp();
  printResult('zip', median(ratesOf(archive)), median(ratesOf(reading)));
};
