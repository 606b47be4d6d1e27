import type { Queryable } from '#platform/postgres';
import { dropJournal } from './journal.ts';
import type { ReadModel } from './read-model.ts';
import type { Shadow } from './shadow.ts';

/** Records that a rebuild has started, or was resumed, and its position. */
export const recordStart = async (database: Queryable, shadow: Shadow): Promise<void> => {
  await database.query(
    `insert into followers.rebuilds (name, position, folded, through) values ($1, $2, $2, $3)
     on conflict (name) do update set position = $2, folded = $2, through = $3, started_at = now(), updated_at = now()`,
    [shadow.model.name, shadow.position, shadow.through],
  );
};

/** Records that everything a shadow has folded is in its table. */
export const recordWritten = async (database: Queryable, { model, position }: Shadow): Promise<void> => {
  await database.query(
    'update followers.rebuilds set position = $2, folded = $2, updated_at = clock_timestamp() where name = $1',
    [model.name, position],
  );
};

export const recordFolded = async (database: Queryable, { model, position, through }: Shadow): Promise<void> => {
  await database.query(
    'update followers.rebuilds set folded = $2, through = $3, updated_at = clock_timestamp() where name = $1',
    [model.name, position, through],
  );
};

/** The position through which a killed rebuild wrote its table; 0 if it left none. */
export const unfinishedPosition = async (database: Queryable, { name, table }: ReadModel): Promise<bigint> => {
  const [row] = await database.query<{ position: string }>('select position from followers.rebuilds where name = $1', [
    name,
  ]);
  return row && (await table.in('read_new').exists(database)) ? BigInt(row.position) : 0n;
};

/** Drops what an unfinished rebuild left. */
export const dropUnfinished = async (database: Queryable, { name, table }: ReadModel): Promise<void> => {
  await database.query(`drop table if exists ${table.in('read_new').sql}`);
  await dropJournal(database, { name });
  await database.query('delete from followers.rebuilds where name = $1', [name]);
};

/** Records the table that was replaced, which holds everything through this position. */
export const keepOld = async (database: Queryable, name: string, position: bigint): Promise<void> => {
  await database.query(
    `insert into followers.kept (name, position) values ($1, $2)
     on conflict (name) do update set position = $2, kept_at = now()`,
    [name, position],
  );
};

/** The position of the table that was replaced last; undefined if none is kept. */
export const keptPosition = async (database: Queryable, { name, table }: ReadModel): Promise<bigint | undefined> => {
  const [row] = await database.query<{ position: string }>('select position from followers.kept where name = $1', [
    name,
  ]);
  return row && (await table.in('read_old').exists(database)) ? BigInt(row.position) : undefined;
};

export const dropOld = async (
  database: Queryable,
  { name, table }: Pick<ReadModel, 'name' | 'table'>,
): Promise<void> => {
  await database.query(`drop table if exists ${table.in('read_old').sql}`);
  await database.query('delete from followers.kept where name = $1', [name]);
};
