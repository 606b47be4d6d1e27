import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Client } from 'pg';
import { migrate, PlatformModule, readConfig, startEmbeddedPostgres } from '#platform';

/** A Postgres of its own with the settings of production: every acknowledged write is on disk. */
export type World = { readonly url: string; readonly app: INestApplicationContext; readonly raw: Client };

class Bench {}

/** Runs the work on a fresh database and leaves nothing behind. */
export const inWorld = async <T>(
  imports: readonly DynamicModule[],
  prepare: (app: INestApplicationContext) => void,
  work: (world: World) => Promise<T>,
): Promise<T> => {
  const home = mkdtempSync(join(tmpdir(), 'festoon-bench-'));
  const settings = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', max_wal_size: '4GB' };
  const server = await startEmbeddedPostgres({ folder: join(home, 'postgres'), settings, tied: true });
  const secrets = { FESTOON_DATA: join(home, randomBytes(4).toString('hex')) };
  const raw = new Client({ connectionString: server.url });
  try {
    await migrate(server.url);
    await raw.connect();
    const config = readConfig({ DATABASE_URL: server.url, ...secrets });
    const module = { module: Bench, imports: [PlatformModule.forRoot(config), ...imports] };
    const app = await NestFactory.createApplicationContext(module, { logger: ['error', 'warn'] });
    prepare(app);
    await app.init();
    const result = await work({ url: server.url, app, raw });
    await app.close();
    return result;
  } finally {
    await raw.end().catch(() => undefined);
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
};

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

/** The value below which this share of all values lies. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

/** Ratios of several runs as people read them: the median and the range. */
export const spread = (values: readonly number[]): string =>
  `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`;

/** The last line of a benchmark, for programs. */
export const conclude = (bench: string, rate: number, ceiling: number): void =>
  console.log(
    JSON.stringify({
      bench,
      rate: Math.round(rate),
      ceiling: Math.round(ceiling),
      ratio: Number((rate / ceiling).toFixed(3)),
    }),
  );
