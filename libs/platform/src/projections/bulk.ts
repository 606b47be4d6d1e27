import type { Session } from '#platform/postgres';
import { quoteName } from '#platform/reads';
import { type ReadTable } from './read-table.ts';

type Column = ReadTable['columns'][number];

/** Creates a table like another one, without indexes, which makes filling it faster. */
export const createLike = async (session: Session, table: ReadTable, other: ReadTable): Promise<void> => {
  await session.query(`create table ${table.sql} (like ${other.sql} including all excluding indexes)`);
};

/**
 * Fills a table by COPY. `frozen` rows are visible to every reader, even to those with an older snapshot; the table
 * must have been created in the same transaction.
 */
export const copyInto = async (
  session: Session,
  table: ReadTable,
  rows: readonly object[],
  frozen = false,
): Promise<void> => {
  await session.copy(
    `copy ${table.sql} (${table.list}) from stdin${frozen ? ' with (freeze)' : ''}`,
    lines(table.columns, rows),
  );
};

/** Inserts or replaces many rows, and deletes those with the keys in `removed`. The table must have its primary key. */
export const mergeInto = async (
  session: Session,
  table: ReadTable,
  rows: readonly object[],
  removed: readonly string[],
): Promise<void> => {
  await table.delete(session, removed);
  if (rows.length === 0) return;
  const changedTable = `pg_temp.${quoteName(`changed ${table.name}`)}`;
  await session.query(`create temp table ${quoteName(`changed ${table.name}`)} (like ${table.sql}) on commit drop`);
  await session.copy(`copy ${changedTable} (${table.list}) from stdin`, lines(table.columns, rows));
  await session.query(
    `insert into ${table.sql} (${table.list}) select ${table.list} from ${changedTable} ${table.orReplace}`,
  );
  await session.query(`drop table ${changedTable}`);
};

export const addKey = async (session: Session, table: ReadTable): Promise<void> => {
  const [row] = await session.query<{ exists: boolean }>(
    `select exists (select from pg_constraint where conrelid = $1::regclass and contype = 'p') as exists`,
    [table.sql],
  );
  if (!row?.exists) await session.query(`alter table ${table.sql} add primary key (${quoteName(table.key)})`);
};

/** Rows in COPY's text format. */
function* lines(columns: readonly Column[], rows: readonly object[]): Generator<string> {
  const fields = columns.map(
    ({ property, type }, i) => [property, writerOf(type), i === columns.length - 1 ? '\n' : '\t'] as const,
  );
  for (const row of rows) {
    const values = row as Record<string, unknown>;
    let line = '';
    for (const [property, write, end] of fields) {
      const value = values[property];
      line += (value === null || value === undefined ? '\\N' : write(value)) + end;
    }
    yield line;
  }
}

const writerOf = (type: string): ((value: unknown) => string) => {
  if (type.startsWith('json')) return (value) => escapeText(JSON.stringify(value));
  if (type.endsWith('[]')) return (value) => escapeText(arrayOf(value as readonly unknown[]));
  return (value) => (typeof value === 'string' ? escapeText(value) : String(value));
};

const arrayOf = (values: readonly unknown[]): string =>
  `{${values.map((value) => (Array.isArray(value) ? arrayOf(value) : item(value))).join()}}`;

const item = (value: unknown): string =>
  value === null || value === undefined ? 'NULL' : `"${String(value).replace(/["\\]/g, '\\$&')}"`;

const specialCharacters = /[\\\n\r\t]/;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escapeText = (text: string): string =>
  specialCharacters.test(text) ? text.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? '') : text;
