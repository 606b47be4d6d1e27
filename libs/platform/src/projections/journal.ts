import type { Queryable, Session } from '#platform/postgres';
import type { News } from './fold.ts';
import type { ReadModel } from './read-model.ts';
import { quoted } from './read-table.ts';

type Named = Pick<ReadModel, 'name'>;
/** What a fold made after the entry before, through a position. */
export type Entry = { readonly position: bigint; readonly news: News };

/** Beside the table that a rebuild fills stands what it has made since it wrote that table, so that a killed one can go on. */
const tableOf = ({ name }: Named): string => `read_new.${quoted(`${name} journal`)}`;

export const openJournal = async (session: Session, model: Named): Promise<void> => {
  await session.query(`create table if not exists ${tableOf(model)} (position bigint primary key, news text not null)`);
  // Compressing it would take longer than writing it.
  await session.query(`alter table ${tableOf(model)} alter column news set storage external`);
};

/** One statement, so it is there whole or not at all. A model that has not moved since the entry before has no news. */
export const noteNews = async (session: Session, model: Named, { position, news }: Entry): Promise<void> => {
  const note = `insert into ${tableOf(model)} (position, news) values ($1, $2) on conflict (position) do nothing`;
  await session.query(note, [position, JSON.stringify(news)]);
};

/** What was noted after a position, oldest first; none where there is no journal. */
export async function* notedAfter(database: Queryable, model: Named, position: bigint): AsyncGenerator<Entry> {
  const [there] = await database.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    tableOf(model),
  ]);
  if (!there?.there) return;
  const next = `select position, news from ${tableOf(model)} where position > $1 order by position limit 1`;
  for (let after = position; ; ) {
    const [row] = await database.query<{ position: string; news: string }>(next, [after]);
    if (!row) return;
    after = BigInt(row.position);
    yield { position: after, news: JSON.parse(row.news) as News };
  }
}

/** All of it stands in the rebuild's table. */
export const emptyJournal = async (session: Session, model: Named): Promise<void> => {
  await session.query(`truncate ${tableOf(model)}`);
};

export const dropJournal = async (database: Queryable, model: Named): Promise<void> => {
  await database.query(`drop table if exists ${tableOf(model)}`);
};
