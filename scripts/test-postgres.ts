import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../libs/platform/src/postgres/embedded.ts';
import { migrate } from '../libs/platform/src/postgres/migrate.ts';

const template = 'festoon_template';
// No data is needed after the run, so nothing is flushed to disk.
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };

const gigabyte = 2 ** 30;

/** Memory, where the system offers enough of it as a folder: every database of a test is hundreds of small files. */
const fastFolder = (): string => {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize >= 3 * gigabyte && process.availableMemory() >= 8 * gigabyte) return memory;
  } catch {
    // This system has no such folder.
  }
  return tmpdir();
};

/**
 * One throw-away Postgres with a migrated template for testConfig() of #platform/testing. Returns its address and how to
 * end it. Where FESTOON_TEST_POSTGRES names one already, that one is used and left running.
 */
export const testPostgres = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const givenUrl = process.env.FESTOON_TEST_POSTGRES;
  if (givenUrl) {
    await prepare(givenUrl);
    return { url: givenUrl, stop: async () => undefined };
  }
  const folder = mkdtempSync(join(fastFolder(), 'festoon-tests-'));
  const clear = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', clear);
  const server = await startEmbeddedPostgres({ folder, settings, tied: true });
  await prepare(server.url);
  const stop = async () => {
    await server.stop();
    process.off('exit', clear);
    clear();
  };
  return { url: server.url, stop };
};

const prepare = async (url: string): Promise<void> => {
  const templateUrl = Object.assign(new URL(url), { pathname: `/${template}` }).href;
  await queryThenExecute(url, `select 1 from pg_database where datname = '${template}'`, (found) =>
    found ? undefined : `create database ${template}`,
  );
  try {
    await migrate(templateUrl);
  } catch {
    // A migration has changed since the template was made: it is created again.
    await queryThenExecute(url, `drop database ${template} with (force)`, () => `create database ${template}`);
    await migrate(templateUrl);
  }
};

const queryThenExecute = async (
  url: string,
  sql: string,
  then: (found: boolean) => string | undefined,
): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const next = then(((await client.query(sql)).rowCount ?? 0) > 0);
    if (next) await client.query(next);
  } finally {
    await client.end();
  }
};
