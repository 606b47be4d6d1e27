import type { Queryable } from '#platform/postgres';
import { quoteName } from '#platform/reads';
import { type ReadTable } from './read-table.ts';

/** How the rows of a read table differ from those of a second table that was folded again from the log. */
export type Comparison = {
  /** The number of rows in the read table, and in the second table. */
  readonly rows: number;
  readonly fresh: number;
  /** The number of rows that only one of the tables has, or that are not equal. */
  readonly different: number;
  /** The keys of these rows, in order; at most {@link maxKeys}. */
  readonly keys: readonly string[];
};

export const maxKeys = 1_000;

/** Compares all rows of two tables by the hashes of all their columns, in Postgres. */
export const compare = async (database: Queryable, table: ReadTable, fresh: ReadTable): Promise<Comparison> => {
  const [row] = await database.query<{ rows: string; fresh: string; different: string; keys: string[] | null }>(
    `select count(a.hash) as rows, count(b.hash) as fresh,
       count(*) filter (where a.hash is distinct from b.hash) as different,
       (array_agg(key::text order by key) filter (where a.hash is distinct from b.hash))[1:${maxKeys}] as keys
     from (${hashesOf(table)}) a full join (${hashesOf(fresh)}) b using (key)`,
  );
  return {
    rows: Number(row?.rows ?? 0),
    fresh: Number(row?.fresh ?? 0),
    different: Number(row?.different ?? 0),
    keys: row?.keys ?? [],
  };
};

const hashesOf = ({ sql, key, columns }: ReadTable): string => {
  const values = columns.map(({ name, type }) => (type === 'json' ? `${quoteName(name)}::jsonb` : quoteName(name)));
  return `select ${quoteName(key)} as key, sha256(convert_to(row(${values.join()})::text, 'UTF8')) as hash from ${sql}`;
};
