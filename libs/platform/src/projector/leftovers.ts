import type { Database, Queryable } from '../postgres/database.ts';
import { Session } from '../postgres/session.ts';
import { holdTables, ProjectionBusy } from './busy.ts';
import { quoted } from './read-table.ts';

/** A table nobody reads: what a rebuild replaced, what a killed rebuild left, or a version no release uses any more. */
export type Leftover = {
  readonly name: string;
  readonly kind: 'kept' | 'unfinished' | 'unused';
  /** Since when, ISO 8601. */
  readonly since: string;
  /** On disk, with its indexes. */
  readonly bytes: number;
};
type Row = { name: string; kind: Leftover['kind']; since: Date; bytes: string };
type Ages = { readonly kept: number; readonly unused: number };

const places = { kept: 'read_old', unfinished: 'read_new', unused: 'read' } as const;
const records = { kept: 'kept', unfinished: 'rebuilds', unused: 'checkpoints' } as const;

/** Leftovers at least so many hours old. `own` are this release's projections, which are in use. */
export const leftovers = async (
  database: Queryable,
  own: readonly string[],
  { kept, unused }: Ages,
): Promise<readonly Leftover[]> => {
  const rows = await database.query<Row>(
    `select name, kind, since, coalesce(pg_total_relation_size(to_regclass(format('%I.%I', place, name))), 0) as bytes
     from (
       select name, 'kept' as kind, kept_at as since, 'read_old' as place, $2::float8 as hours from followers.kept
       union all select name, 'unfinished', updated_at, 'read_new', $2 from followers.rebuilds
       union all select name, 'unused', used_at, 'read', $3 from followers.checkpoints
         where name ~ '_v[0-9]+$' and name <> all($1)) found
     where since <= now() - make_interval(secs => hours * 3600) order by kind, name`,
    [own, kept, unused],
  );
  return rows.map(({ since, bytes, ...row }) => ({ ...row, since: since.toISOString(), bytes: Number(bytes) }));
};

/** Drops them, but for those that somebody works on right now. Answers what was dropped. */
export const drop = async (database: Database, found: readonly Leftover[]): Promise<readonly Leftover[]> => {
  const session = await Session.open(database);
  const dropped: Leftover[] = [];
  try {
    await session.query('set client_min_messages = error');
    for (const leftover of found) if (await dropOne(session, leftover)) dropped.push(leftover);
    return dropped;
  } finally {
    await session.end();
  }
};

const dropOne = async (session: Session, { name, kind }: Leftover): Promise<boolean> => {
  try {
    await holdTables(session, [name]);
  } catch (error) {
    if (error instanceof ProjectionBusy) return false;
    throw error;
  }
  await session.transaction(async () => {
    await session.query(`drop table if exists ${places[kind]}.${quoted(name)}`);
    await session.query(`delete from followers.${records[kind]} where name = $1`, [name]);
  });
  return true;
};
