import { chownSync, statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { Client } from 'pg';
import { type Copied, copyFolder, createFile } from '#platform/durable-files';
import { dataFolderIn, usesFolderIn } from './cluster.ts';

/** Files and folders of the data folder that only the running server uses. The write-ahead log is copied last. */
const unneeded = new Set(['pg_wal', 'postmaster.pid', 'postmaster.opts', 'backup_label']);
/** Folders that must exist, but whose contents only the running server uses. */
const emptied = new Set('pg_replslot pg_dynshmem pg_notify pg_serial pg_snapshots pg_stat_tmp pg_subtrans'.split(' '));
const temporary = 'pgsql_tmp';
const name = 'festoon_backup';

/**
 * Copies the folder of an embedded Postgres, which runs and may be written to, to a new folder. A server that is
 * started on the copy recovers the state at the end of the copying. Only one backup can run at a time.
 */
export const backUpCluster = async (url: string, folder: string, target: string): Promise<Copied> => {
  const data = dataFolderIn(folder);
  const copiedData = dataFolderIn(target);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // The slot keeps the write-ahead log that the recovery needs. Slot and backup end with the connection.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [name]);
    await client.query('select pg_backup_start($1, true)', [name]);
    const users = basename(usesFolderIn(folder));
    const tables = await copyFolder(folder, target, (path) => path !== users && isNeeded(path));
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
    const log = await copyFolder(join(data, 'pg_wal'), join(copiedData, 'pg_wal'));
    writeLabel(copiedData, rows[0]?.label ?? '');
    return { files: tables.files + log.files + 1, bytes: tables.bytes + log.bytes };
  } finally {
    await client.end();
  }
};

/** Whether a backup has this file or folder, as Postgres' own tools decide it. */
const isNeeded = (path: string): boolean => {
  const [, entry = '', ...inside] = path.split(sep);
  const isEmptied = emptied.has(entry) && inside.length > 0;
  return !unneeded.has(entry) && !isEmptied && !path.split(sep).some((part) => part.startsWith(temporary));
};

/** Tells Postgres where the recovery begins. */
const writeLabel = (data: string, text: string): void => {
  const label = join(data, 'backup_label');
  createFile(label, text);
  const { uid, gid } = statSync(data);
  if (process.getuid?.() === 0) chownSync(label, uid, gid);
};
