// How fast a large file arrives through tus, against a plain server that writes the same chunks to disk.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BenchGallery } from './gallery-client.ts';
import { withProduct } from './product.ts';
import { withPostgres } from './setup.ts';
import { median, printResult, spread } from './statistics.ts';

const megabytes = Number(process.env.BENCH_MEGABYTES ?? 96);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const chunkSize = 8 * 1_048_576;

/** A server that writes what it receives to a file and flushes it, without any checks. */
const withPlainServer = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'festoon-bench-upload-'));
  const server = createServer(async (request, response) => {
    const file = await open(join(folder, 'received'), 'w');
    for await (const bytes of request) await file.write(bytes);
    await file.sync();
    await file.close();
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

const sendPlainly = async (url: string, content: Buffer): Promise<void> => {
  for (let offset = 0; offset < content.length; offset += chunkSize)
    await (
      await fetch(url, { method: 'PUT', body: new Uint8Array(content.subarray(offset, offset + chunkSize)) })
    ).text();
};

/** Megabytes per second. */
const rateOf = async (work: () => Promise<void>): Promise<number> => {
  const begun = performance.now();
  await work();
  return megabytes / ((performance.now() - begun) / 1_000);
};

export const upload = (): Promise<void> =>
  withPostgres((url) =>
    withProduct(url, (product) =>
      withPlainServer(async (plain) => {
        const gallery = await BenchGallery.create(product.url);
        const content = randomBytes(megabytes * 1_048_576);
        const [ceilings, rates]: [number[], number[]] = [[], []];
        for (let round = 0; round < rounds; round += 1) {
          ceilings.push(await rateOf(() => sendPlainly(plain, content)));
          rates.push(await rateOf(() => gallery.upload(`film-${round}.mp4`, content)));
        }
        const ratios = rates.map((rate, round) => rate / (ceilings[round] ?? Number.NaN));
        console.log(`plain server    ${median(ceilings).toFixed(0)} MB/s`);
        console.log(`resumable       ${median(rates).toFixed(0)} MB/s   ratio ${spread(ratios)}`);
        printResult('upload', median(rates), median(ceilings));
      }),
    ),
  );
