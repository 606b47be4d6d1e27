import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Client } from 'pg';
import { type Config, readConfig } from '#platform/config';
import { PlatformModule } from '#platform/module';
import { migrate, startEmbeddedPostgres } from '#platform/postgres';

/** The platform and nothing else, on a Postgres of its own. `raw` is a connection as its owner. */
export type World = { readonly url: string; readonly app: INestApplicationContext; readonly raw: Client };

class Bench {}

const home = mkdtempSync(join(tmpdir(), 'festoon-bench-'));
/** The settings of every process of a benchmark: they share one data folder, and with it the secrets. */
export const settingsOn = (url: string) => ({ DATABASE_URL: url, FESTOON_DATA: join(home, 'data'), PORT: '0' });
const configOn = (url: string): Config => readConfig(settingsOn(url));

/** Gives the work a fresh database with the settings of production: every acknowledged write is on disk. */
export const inPostgres = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
  const settings = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', max_wal_size: '4GB' };
  const server = await startEmbeddedPostgres({ folder: join(home, 'postgres'), settings, tied: true });
  try {
    await migrate(server.url);
    return await work(server.url);
  } finally {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
};

/** Runs the work on the platform and leaves nothing behind. */
export const inWorld = <T>(
  imports: readonly DynamicModule[],
  prepare: (app: INestApplicationContext) => void,
  work: (world: World) => Promise<T>,
): Promise<T> =>
  inPostgres(async (url) => {
    const raw = new Client({ connectionString: url });
    await raw.connect();
    const module = { module: Bench, imports: [PlatformModule.forRoot(configOn(url)), ...imports] };
    const app = await NestFactory.createApplicationContext(module, { logger: ['error', 'warn'] });
    try {
      prepare(app);
      await app.init();
      return await work({ url, app, raw });
    } finally {
      await app.close();
      await raw.end();
    }
  });

/** The whole product, as it was built: scripts are run as they are, and decorators are not. */
export const apiOn = async (url: string): Promise<NestFastifyApplication> => {
  const built = new URL('../dist/apps/api/src/api.module.js', import.meta.url).href;
  const { createApi } = (await import(built)) as typeof import('../apps/api/src/api.module.ts');
  return createApi(configOn(url));
};

/** What is posted where it does not matter what. */
export const lead = {
  eventType: 'wedding' as const,
  eventDate: '2099-06-20',
  description: 'A garden wedding for eighty guests who like to dance until late. '.repeat(2),
  locationCity: 'Austin',
  locationState: 'TX',
  budgetMin: 100_000,
  budgetMax: 400_000,
  durationDays: 1,
};

export const median = (values: readonly number[]): number => percentile(values, 0.5);

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
      rate: Number(rate.toFixed(1)),
      ceiling: Number(ceiling.toFixed(1)),
      ratio: Number((rate / ceiling).toFixed(3)),
    }),
  );
