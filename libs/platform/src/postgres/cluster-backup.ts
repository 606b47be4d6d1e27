import { chownSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Copied, copyFolder, createFile } from '#platform/durable-files';
import { dataFolderIn } from './cluster.ts';

/**
 * What only the running server uses, in its data folder; Postgres' own tools leave it out of a backup, too. The
 * write-ahead log, `pg_wal`, is copied last.
 */
const unneeded =
  /^(?:pg_wal|postmaster\.(?:pid|opts)|backup_label|(?:pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)[/\\].+)$|(?:^|[/\\])pgsql_tmp/;
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
    const inData = (path: string) => path.replace(/^data[/\\]/, '');
    const tables = await copyFolder(folder, target, (path) => path !== 'users' && !unneeded.test(inData(path)));
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
    const log = await copyFolder(join(data, 'pg_wal'), join(copiedData, 'pg_wal'));
    writeLabel(copiedData, rows[0]?.label ?? '');
    return { files: tables.files + log.files + 1, bytes: tables.bytes + log.bytes };
  } finally {
    await client.end();
  }
};

/** Tells Postgres where the recovery begins. */
const writeLabel = (data: string, text: string): void => {
  const label = join(data, 'backup_label');
  createFile(label, text);
  const { uid, gid } = statSync(data);
  if (process.getuid?.() === 0) chownSync(label, uid, gid);
};
