import type { Queryable, Session } from '#platform/postgres';
import { quoteName } from '#platform/reads';
import type { RowChanges } from './fold.ts';
import type { ReadModel } from './read-model.ts';

type NamedModel = Pick<ReadModel, 'name'>;
/** The changes that a fold made since the previous entry, through a position. */
export type Entry = { readonly position: bigint; readonly changes: RowChanges };

/**
 * The name of the journal next to a rebuild's shadow table: the changes since the shadow table was last written, so
 * that a killed rebuild can be resumed.
 */
const tableOf = ({ name }: NamedModel): string => `read_new.${quoteName(`${name} journal`)}`;

export const openJournal = async (session: Session, model: NamedModel): Promise<void> => {
  await session.query(
    `create table if not exists ${tableOf(model)} (position bigint primary key, changes text not null)`,
  );
  // Compression would take longer than writing.
  await session.query(`alter table ${tableOf(model)} alter column changes set storage external`);
};

/**
 * Appends an entry in one statement, so it is complete or absent. An entry at the position of the previous one is
 * ignored, because it has no changes.
 */
export const appendEntry = async (session: Session, model: NamedModel, { position, changes }: Entry): Promise<void> => {
  const insertSql = `insert into ${tableOf(model)} (position, changes) values ($1, $2) on conflict (position) do nothing`;
  await session.query(insertSql, [position, JSON.stringify(changes)]);
};

/** The entries after a position, oldest first; none if there is no journal. */
export async function* entriesAfter(database: Queryable, model: NamedModel, position: bigint): AsyncGenerator<Entry> {
  const [row] = await database.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    tableOf(model),
  ]);
  if (!row?.exists) return;
  const nextEntrySql = `select position, changes from ${tableOf(model)} where position > $1 order by position limit 1`;
  for (let lastPosition = position; ; ) {
    const [row] = await database.query<{ position: string; changes: string }>(nextEntrySql, [lastPosition]);
    if (!row) return;
    lastPosition = BigInt(row.position);
    yield { position: lastPosition, changes: JSON.parse(row.changes) as RowChanges };
  }
}

/** Call it once the shadow table contains all entries. */
export const emptyJournal = async (session: Session, model: NamedModel): Promise<void> => {
  await session.query(`truncate ${tableOf(model)}`);
};

export const dropJournal = async (database: Queryable, model: NamedModel): Promise<void> => {
  await database.query(`drop table if exists ${tableOf(model)}`);
};
