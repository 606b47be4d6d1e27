import type { InferEntity } from '@mikro-orm/core';
import { type EntitySchema, MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Pool, type PoolClient, types } from 'pg';
import { Database } from '#platform/postgres';
import { columnsOf, quoteName } from './columns.ts';
import { rawSql, type Sql, sql } from './sql.ts';
import { wholeNumber } from './whole-number.ts';

type ReadEntity = { meta: unknown };
/** At most this many statements are prepared: each connection keeps them in memory. */
const maxPrepared = 200;

/**
 * Reads plain rows with statements in SQL, for frequently requested lists: building a statement and
 * entities with MikroORM takes several times as long as the query. The connections are MikroORM's. Values have the
 * types of the entities: instants are ISO 8601 in UTC, days YYYY-MM-DD, whole numbers are numbers.
 */
@Injectable()
export class PlainReads {
  readonly #columns = new Map<string, Sql>();
  readonly #names = new Map<string, string>();

  constructor(private readonly orm: MikroORM) {}

  /** The read table of an entity, for a statement. */
  table(rows: ReadEntity): Sql {
    return rawSql(`read.${quoteName(this.#metaOf(rows).tableName)}`);
  }

  /**
   * The columns of an entity, for a statement, with the names of the entity's properties. `alias` is the table's; the
   * properties in `except` are left out.
   */
  columns(rows: ReadEntity, alias: string, except: readonly string[] = []): Sql {
    const key = [this.#metaOf(rows).tableName, alias, ...except].join();
    const found = this.#columns.get(key) ?? rawSql(this.#columnsOf(rows, alias, except));
    this.#columns.set(key, found);
    return found;
  }

  /** The rows of an entity that match a condition, in which the table is called `t`. The statement is prepared. */
  all<Of extends ReadEntity>(rows: Of, where: Sql, order?: Sql): Promise<readonly InferEntity<Of>[]> {
    return this.prepared(this.#selected(rows, where, order));
  }

  /**
   * A value in a statement: the rows of {@link all} as JSON, so that one statement reads several tables. Instants in it
   * are written as Postgres writes them in JSON.
   */
  listOf(rows: ReadEntity, where: Sql, order?: Sql): Sql {
    return sql`(select coalesce(json_agg(listed), '[]') from (${this.#selected(rows, where, order)}) listed)`;
  }

  #selected(rows: ReadEntity, where: Sql, order?: Sql): Sql {
    const found = sql`select ${this.columns(rows, 't')} from ${this.table(rows)} t where ${where}`;
    return order ? sql`${found} order by ${order}` : found;
  }

  /** For statements whose best plan depends on their values, such as searches: Postgres plans them each time. */
  async rows<Row>({ text, values }: Sql): Promise<readonly Row[]> {
    return this.#run<Row>({ text, values: [...values] });
  }

  /**
   * For statements that have the same plan whatever their values are: each connection parses and plans them only once.
   * Clients must not be able to make many different texts, because only the first {@link maxPrepared} are prepared.
   */
  async prepared<Row>({ text, values }: Sql): Promise<readonly Row[]> {
    const name = this.#nameOf(text);
    return this.#run<Row>({ ...(name && { name }), text, values: [...values] });
  }

  async #run<Row>(statement: { name?: string; text: string; values: unknown[] }): Promise<readonly Row[]> {
    const client = await this.#client();
    try {
      return (await client.query({ ...statement, types: parsers })).rows as readonly Row[];
    } finally {
      // The pool drops a client whose connection is lost.
      client.release();
    }
  }

  /** The connections of the pool for reads. */
  async connections(): Promise<Database['connections']> {
    return Database.connectionsOf(await this.#pool());
  }

  async #client(): Promise<PoolClient> {
    return (await this.#pool()).connect();
  }

  async #pool(): Promise<Pool> {
    return (await this.orm.em.getDriver().getConnection().getNativeClient()) as Pool;
  }

  #nameOf(text: string): string | undefined {
    const found = this.#names.get(text);
    if (found || this.#names.size >= maxPrepared) return found;
    const name = `read ${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }

  #columnsOf(rows: ReadEntity, alias: string, except: readonly string[]): string {
    return columnsOf(this.#metaOf(rows))
      .filter(({ property }) => !except.includes(property))
      .map(({ name, property }) => `${alias}.${quoteName(name)} as ${quoteName(property)}`)
      .join();
  }

  #metaOf(rows: ReadEntity) {
    return this.orm.getMetadata().get((rows as EntitySchema).meta.class);
  }
}

const { builtins } = types;
/** What Postgres writes for an instant if its time zone is UTC. */
const utcInstant = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00$/;
const parseDate = types.getTypeParser(builtins.TIMESTAMPTZ);

/**
 * An instant as Postgres writes it, in ISO 8601 UTC. A date object for each would take longer than the rest of a row.
 */
export const instantIn = (text: string): string => {
  const [, day, time, fraction = ''] = utcInstant.exec(text) ?? [];
  return day === undefined ? (parseDate(text) as Date).toISOString() : `${day}T${time}.${fraction.padEnd(3, '0')}Z`;
};

const ownParsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, wholeNumber],
  [builtins.TIMESTAMPTZ, instantIn],
  [builtins.DATE, (text) => text],
]);
const parsers = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    ownParsers.get(type) ?? types.getTypeParser(type, format as 'text'),
};
