import type { EntityMetadata, EntityProperty, MikroORM } from '@mikro-orm/postgresql';
import type { Queryable } from '../postgres/database.ts';

type Values = Record<string, unknown>;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A projection's table, as its MikroORM entity describes it: made, read and written in whole rows. */
export class ReadTable {
  readonly #properties: readonly EntityProperty[];
  readonly #key: string;
  readonly #shapeSql: string;

  constructor(
    private readonly orm: MikroORM,
    private readonly meta: EntityMetadata,
  ) {
    this.#properties = meta.props.filter(({ persist }) => persist !== false);
    this.#key = this.#columnOf(meta.getPrimaryProp());
    this.#shapeSql = `select column_name as name from information_schema.columns where table_schema = 'read' and table_name = $1`;
  }

  get name(): string {
    return this.meta.tableName;
  }

  /** Makes the table and its indexes where there are none. Throws if one is there with other columns. */
  async create(database: Queryable): Promise<void> {
    for (const statement of await this.#statements()) await database.query(statement);
    const columns = (await database.query<{ name: string }>(this.#shapeSql, [this.name])).map(({ name }) => name);
    const wanted = this.#properties.map((property) => this.#columnOf(property));
    if ([...columns].sort().join() !== [...wanted].sort().join())
      throw new Error(
        `read.${this.name} has the columns ${columns.sort().join(', ')}, its rows want ${wanted.sort().join(', ')}: raise the projection's version`,
      );
  }

  /** The rows with these keys, or all of them. */
  async load(database: Queryable, keys?: readonly string[]): Promise<Map<string, Values>> {
    const where = keys ? `where ${quoted(this.#key)} = any($1)` : '';
    const rows = await database.query<{ key: string; row: Values }>(
      `select ${quoted(this.#key)} as key, to_jsonb(t) as row from ${this.#table()} t ${where}`,
      keys ? [keys] : [],
    );
    return new Map(rows.map(({ key, row }) => [key, this.#fromColumns(row)]));
  }

  /** Inserts or replaces these rows, and deletes those under the other keys. */
  async save(database: Queryable, rows: readonly object[], gone: readonly string[]): Promise<void> {
    if (gone.length > 0)
      await database.query(`delete from ${this.#table()} where ${quoted(this.#key)} = any($1)`, [gone]);
    if (rows.length === 0) return;
    const columns = this.#properties.map((property) => quoted(this.#columnOf(property)));
    await database.query(
      `insert into ${this.#table()} (${columns.join()}) select ${columns.join()} from jsonb_populate_recordset(null::${this.#table()}, $1::jsonb)
       on conflict (${quoted(this.#key)}) do update set ${columns.map((column) => `${column} = excluded.${column}`).join()}`,
      [JSON.stringify(rows.map((row) => this.#toColumns(row as Values)))],
    );
  }

  async empty(database: Queryable): Promise<void> {
    await database.query(`delete from ${this.#table()}`);
  }

  /** A row as the table would give it back: only columns, nulls for what is missing. */
  normal(row: object): Values {
    return Object.fromEntries(this.#properties.map(({ name }) => [name, (row as Values)[name] ?? null]));
  }

  #table(): string {
    return `read.${quoted(this.name)}`;
  }

  async #statements(): Promise<readonly string[]> {
    const sql = await this.orm.schema.getCreateSchemaSQL({ wrap: false });
    return sql
      .split(/;\s*\n/)
      .filter((statement) => statement.includes(` "read".${quoted(this.name)} `))
      .map((statement) => statement.replace(/^\s*create (table|index|unique index) /, 'create $1 if not exists '));
  }

  #columnOf(property: EntityProperty): string {
    const [column] = property.fieldNames;
    if (!column || property.fieldNames.length > 1) throw new Error(`${this.name}.${property.name} is not one column`);
    return column;
  }

  #toColumns(row: Values): Values {
    return Object.fromEntries(
      this.#properties.map((property) => [this.#columnOf(property), row[property.name] ?? null]),
    );
  }

  #fromColumns(row: Values): Values {
    return Object.fromEntries(
      this.#properties.map((property) => [property.name, fromJson(property, row[this.#columnOf(property)])]),
    );
  }
}

/** JSON has no instants: Postgres writes them with an offset, rows hold them as events do. */
const fromJson = ({ columnTypes }: EntityProperty, value: unknown): unknown =>
  columnTypes[0]?.startsWith('timestamp') && typeof value === 'string' ? new Date(value).toISOString() : value;
