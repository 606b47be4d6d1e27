import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runMigrations } from 'bullmq';
import type { Client } from 'pg';
import { projectFolder } from '#platform/config';
import { PooledClient } from './clients.ts';

/**
 * Applies the migrations in `migrations/*.sql` that the database does not have yet, each in one transaction, as the
 * owner of the database, and returns their names. Throws, and changes nothing, if the database has a migration in
 * another form.
 */
export const migrate = async (databaseUrl: string): Promise<readonly string[]> => {
  const client = new PooledClient({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(7310578)');
    await client.query(
      'create table if not exists public.migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    const appliedNames = await applyNew(client);
    await prepareQueues(client);
    return appliedNames;
  } finally {
    await client.end();
  }
};

const applyNew = async (client: Client): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from public.migrations');
  const hashByName = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
  const allMigrations = await migrations();
  const pendingMigrations = allMigrations.filter(({ name }) => !hashByName.has(name));
  const changedName = allMigrations.find(({ name, sha256 }) => (hashByName.get(name) ?? sha256) !== sha256)?.name;
  // The database may have migrations of a later release, which has all of this release's.
  const unknownName = [...hashByName.keys()].sort().find((name) => !allMigrations.some((known) => known.name === name));
  const different = changedName ?? (pendingMigrations.length > 0 ? unknownName : undefined);
  if (different) throw new Error(incompatibleText(different));
  for (const { name, sql, sha256 } of pendingMigrations) await apply(client, name, sql, sha256);
  return pendingMigrations.map(({ name }) => name);
};

const incompatibleText = (name: string): string =>
  `This database was made by an incompatible version of Festoon: its migrations/${name} is different. Nothing was changed. Choose another database with DATABASE_URL, or another folder with FESTOON_DATA; if its data is not needed, delete it and start again.`;

/** The queue library migrates its own tables. The runtime role is allowed to use them. */
const prepareQueues = async (client: Client): Promise<void> => {
  await runMigrations(client, 'bullmq');
  await client.query(`
    grant usage, create on schema bullmq to festoon_runtime;
    grant all on all tables in schema bullmq to festoon_runtime;
    grant usage, select on all sequences in schema bullmq to festoon_runtime;`);
};

const apply = async (client: Client, name: string, sql: string, sha256: string): Promise<void> => {
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into public.migrations (name, sha256) values ($1, $2)', [name, sha256]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migrations/${name} failed: ${(error as Error).message}`, { cause: error });
  }
};

const migrations = async () => {
  const folder = join(projectFolder(), 'migrations');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
};
