import type { EntityMetadata, MikroORM } from '@mikro-orm/postgresql';
import type { Queryable } from '#platform/postgres';
import { type Column, columnOf, columnsOf, quoteName } from '#platform/reads';

type Values = Record<string, unknown>;
/** The schema of read tables, of shadow tables until they are ready, and of replaced tables kept for a rollback. */
type Place = 'read' | 'read_new' | 'read_old' | 'pg_temp';

/** Maps an entity to its read table. The statements that create the tables are MikroORM's. */
export const readTables = async (orm: MikroORM): Promise<(meta: EntityMetadata) => ReadTable> => {
  const statements = (await orm.schema.getCreateSchemaSQL({ wrap: false })).split(/;\s*\n/).map((each) => each.trim());
  return (meta) => new ReadTable(meta.tableName, columnsOf(meta), keyOf(meta), statements);
};

/** A projection's table, as its MikroORM entity describes it. Rows are read and written as a whole. */
export class ReadTable {
  /** The table's name in SQL, with the schema. */
  readonly sql: string;
  readonly #statements: readonly string[];

  constructor(
    readonly name: string,
    readonly columns: readonly Column[],
    /** The column of the primary key. */
    readonly key: string,
    statements: readonly string[],
    readonly place: Place = 'read',
  ) {
    this.sql = `${place}.${quoteName(name)}`;
    this.#statements = statements.filter((statement) => statement.includes(` "read".${quoteName(name)} `));
  }

  /** The table of the same name in another schema. */
  in(place: Place): ReadTable {
    return new ReadTable(this.name, this.columns, this.key, this.#statements, place);
  }

  async exists(database: Queryable): Promise<boolean> {
    const [row] = await database.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [this.sql]);
    return row?.exists ?? false;
  }

  /** Creates the table and its indexes if they do not exist. Throws if the table exists with other columns. */
  async create(database: Queryable): Promise<void> {
    if (await this.exists(database)) await this.mustFit(database);
    else for (const statement of this.#statements.filter(isTable)) await database.query(statement);
    await this.createIndexes(database);
  }

  /** Throws unless the table has exactly the columns of the entity. */
  async mustFit(database: Queryable): Promise<void> {
    const rows = await database.query<{ name: string }>(
      'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
      [this.sql],
    );
    const columns = rows.map(({ name }) => name).sort();
    const expectedNames = this.columns.map(({ name }) => name).sort();
    if (columns.join() !== expectedNames.join())
      throw new Error(
        `${this.place}.${this.name} has the columns ${columns.join(', ')}, the entity has ${expectedNames.join(', ')}: raise the projection's version`,
      );
  }

  /** Creates the missing indexes and constraints of the entity, except the primary key. */
  async createIndexes(database: Queryable): Promise<void> {
    const rows = await database.query<{ name: string }>(
      `select relname as name from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = $1::regclass
       union all select conname from pg_constraint where conrelid = $1::regclass`,
      [this.sql],
    );
    const existingNames = new Set(rows.map(({ name }) => name));
    for (const statement of this.#statements.filter((each) => !isTable(each)))
      if (!existingNames.has(nameIn(statement)))
        await database.query(statement.replace(` "read".${quoteName(this.name)} `, ` ${this.sql} `));
  }

  /** The rows with these keys. */
  async load(database: Queryable, keys: readonly string[]): Promise<Map<string, object>> {
    const rows = await database.query<{ key: string; row: Values }>(
      `select ${quoteName(this.key)} as key, to_jsonb(t) as row from ${this.sql} t where ${quoteName(this.key)} = any($1)`,
      [keys],
    );
    return new Map(rows.map(({ key, row }) => [key, this.#fromColumns(row)]));
  }

  /** Inserts or replaces these rows, and deletes those with the keys in `removed`. */
  async save(database: Queryable, rows: readonly object[], removed: readonly string[]): Promise<void> {
    await this.delete(database, removed);
    if (rows.length === 0) return;
    await database.query(
      `insert into ${this.sql} (${this.list}) select ${this.list} from jsonb_populate_recordset(null::${this.sql}, $1::jsonb) ${this.orReplace}`,
      [JSON.stringify(rows.map((row) => this.#toColumns(row as Values)))],
    );
  }

  async delete(database: Queryable, keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await database.query(`delete from ${this.sql} where ${quoteName(this.key)} = any($1)`, [keys]);
  }

  /** The table's columns in SQL, in the order of {@link columns}. */
  get list(): string {
    return this.columns.map(({ name }) => quoteName(name)).join();
  }

  /** The clause that makes an insert replace existing rows. */
  get orReplace(): string {
    const columns = this.columns.map(({ name }) => quoteName(name));
    return `on conflict (${quoteName(this.key)}) do update set ${columns.map((column) => `${column} = excluded.${column}`).join()}`;
  }

  #toColumns(row: Values): Values {
    return Object.fromEntries(this.columns.map(({ name, property }) => [name, row[property] ?? null]));
  }

  #fromColumns(row: Values): Values {
    return Object.fromEntries(this.columns.map((column) => [column.property, fromJson(column, row[column.name])]));
  }
}

const isTable = (statement: string): boolean => statement.startsWith('create table ');

/** The name of the index or constraint that a statement creates; Postgres cuts names to 63 bytes. */
const nameIn = (statement: string): string =>
  (/(?:index|constraint) "([^"]+)"/.exec(statement)?.[1] ?? '').slice(0, 63);

const keyOf = (meta: EntityMetadata): string => columnOf(meta, meta.getPrimaryProp());

/** Postgres writes instants to JSON with an offset; rows hold them in UTC, as events do. */
const fromJson = ({ type }: Column, value: unknown): unknown =>
  type.startsWith('timestamp') && typeof value === 'string' ? new Date(value).toISOString() : value;
