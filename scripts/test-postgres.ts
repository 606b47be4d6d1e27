import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../libs/platform/src/postgres/embedded.ts';
import { migrate } from '../libs/platform/src/postgres/migrate.ts';
import { fastFolder } from '../libs/platform/src/testing/fast-folder.ts';

const root = join(import.meta.dirname, '..');
const template = 'festoon_template';
// No data is needed after the run, so nothing is flushed to disk, and no database lives long enough to be vacuumed.
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '300',
};

/**
 * One throw-away Postgres with a migrated template for testConfig() of #platform/testing. Returns its URL and a
 * function that stops it. Where FESTOON_TEST_POSTGRES names one already, that one is used and left running.
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
  await makeSignInCheap(server.url);
  await prepare(server.url);
  const stop = async () => {
    await server.stop();
    process.off('exit', clear);
    clear();
  };
  return { url: server.url, stop };
};

/** The tests open thousands of connections, each of which would hash the password 4,096 times. */
const makeSignInCheap = async (url: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set scram_iterations = 1');
    await client.query(`alter role current_user password '${new URL(url).password}'`);
  } finally {
    await client.end();
  }
};

/** What the template is made of: the migrations, and the queue library with its own. */
const templateVersion = (): string => {
  const hash = createHash('sha256');
  for (const file of [...globSync('migrations/*.sql', { cwd: root }).sort(), 'package-lock.json'])
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
};

/**
 * Creates the template database, unless there is one of this version. The version is stored with it last, so that an
 * unfinished template is created again. Nothing connects to a finished template, because Postgres copies a database
 * only while it has no connections.
 */
const prepare = async (url: string): Promise<void> => {
  const version = templateVersion();
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // Of several runs on one server, one makes the template while the others wait.
    await client.query("select pg_advisory_lock(hashtext('festoon template'))");
    const { rows } = await client.query<{ version: string | null }>(
      `select shobj_description(oid, 'pg_database') as version from pg_database where datname = '${template}'`,
    );
    if (rows[0]?.version === version) return;
    if (rows.length > 0) await client.query(`drop database ${template} with (force)`);
    await client.query(`create database ${template}`);
    await migrate(Object.assign(new URL(url), { pathname: `/${template}` }).href);
    await client.query(`comment on database ${template} is '${version}'`);
  } finally {
    await client.end();
  }
};
