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

/** The platform without the modules of the product, on its own Postgres. `raw` connects as the database's owner. */
export type Platform = { readonly url: string; readonly app: INestApplicationContext; readonly raw: Client };

class Bench {}

const folder = mkdtempSync(join(tmpdir(), 'festoon-bench-'));
/** The settings of every process of a benchmark. They share one data folder and therefore the secrets. */
export const settingsOn = (url: string) => ({ DATABASE_URL: url, FESTOON_DATA: join(folder, 'data'), PORT: '0' });
const configOn = (url: string, settings: Readonly<Record<string, string>> = {}): Config =>
  readConfig({ ...settingsOn(url), ...settings });

/** Runs the work on a new database with production settings: every acknowledged write is on disk. */
export const withPostgres = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
  const settings = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', max_wal_size: '4GB' };
  const server = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), settings, tied: true });
  try {
    await migrate(server.url);
    return await work(server.url);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Runs the work on the platform, then stops it and removes the database. */
export const withPlatform = <T>(
  imports: readonly DynamicModule[],
  prepare: (app: INestApplicationContext) => void,
  work: (platform: Platform) => Promise<T>,
  settings: Readonly<Record<string, string>> = {},
): Promise<T> =>
  withPostgres(async (url) => {
    const raw = new Client({ connectionString: url });
    await raw.connect();
    const module = { module: Bench, imports: [PlatformModule.forRoot(configOn(url, settings)), ...imports] };
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

/** The built API. Node runs benchmarks without compiling them, which does not work for decorators. */
export const apiOn = async (url: string): Promise<NestFastifyApplication> => {
  const built = new URL('../dist/apps/api/src/api.module.js', import.meta.url).href;
  const { createApi } = (await import(built)) as typeof import('../apps/api/src/api.module.ts');
  return createApi(configOn(url));
};

/** A valid lead, for when its content does not matter. */
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
