import type { Database, Queryable } from '#platform/postgres';
import { Session } from '#platform/postgres';
import { quoteName } from '#platform/reads';
import { lockTables, ProjectionBusy } from './busy.ts';
import { dropJournal } from './journal.ts';

/**
 * A table of a projection: a read table, one that a rebuild replaced, one that a killed rebuild left, or one of a
 * version that this release does not have.
 */
export type StoredTable = {
  readonly name: string;
  readonly kind: 'read' | 'kept' | 'unfinished' | 'other';
  /** When the table was replaced, last written, or last used by a running release; ISO 8601. */
  readonly since: string;
  /** Postgres' latest estimate of the number of rows. */
  readonly rows: number;
  /** The size on disk, with indexes. */
  readonly bytes: number;
};
type Row = { name: string; kind: StoredTable['kind']; since: Date; rows: number; bytes: string };

const records = { read: 'checkpoints', kept: 'kept', unfinished: 'rebuilds', other: 'checkpoints' } as const;
const places = { read: 'read', kept: 'read_old', unfinished: 'read_new', other: 'read' } as const;

/** Returns the tables of all projections. `own` are this release's projections. */
export const storedTables = async (database: Queryable, own: readonly string[]): Promise<readonly StoredTable[]> => {
  const rows = await database.query<Row>(
    `select name, kind, since, greatest(reltuples, pg_stat_get_live_tuples(oid), 0)::float8 as rows, coalesce(pg_total_relation_size(oid), 0) as bytes
     from (
       select name, case when name = any($1) then 'read' else 'other' end as kind, used_at as since, 'read' as place
         from followers.checkpoints where name ~ '_v[0-9]+$'
       union all select name, 'kept', kept_at, 'read_old' from followers.kept
       union all select name, 'unfinished', updated_at, 'read_new' from followers.rebuilds) known
     left join pg_class on oid = to_regclass(format('%I.%I', place, name)) order by name, kind`,
    [own],
  );
  return rows.map(({ since, bytes, ...row }) => ({ ...row, since: since.toISOString(), bytes: Number(bytes) }));
};

/** Drops these tables, except those locked by a process. Returns the dropped ones. */
export const drop = async (database: Database, found: readonly StoredTable[]): Promise<readonly StoredTable[]> => {
  const session = await Session.open(database);
  const droppedTables: StoredTable[] = [];
  try {
    await session.query('set client_min_messages = error');
    for (const table of found) if (await dropOne(session, table)) droppedTables.push(table);
    return droppedTables;
  } finally {
    await session.end();
  }
};

const dropOne = async (session: Session, { name, kind }: StoredTable): Promise<boolean> => {
  try {
    await lockTables(session, name);
  } catch (error) {
    if (error instanceof ProjectionBusy) return false;
    throw error;
  }
  await session.transaction(async () => {
    await session.query(`drop table if exists ${places[kind]}.${quoteName(name)}`);
    if (kind === 'unfinished') await dropJournal(session, { name });
    await session.query(`delete from followers.${records[kind]} where name = $1`, [name]);
  });
  return true;
};
