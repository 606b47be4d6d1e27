import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client, QueryResultRow } from 'pg';
import { from } from 'pg-copy-streams';
import type { Database, Queryable } from './database.ts';

/** One dedicated connection, for long work, for COPY and for locks that last as long as it does. */
export class Session implements Queryable {
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(private readonly client: Client) {}

  static async open(database: Database): Promise<Session> {
    const session = new Session(await database.dedicatedConnection());
    // Ends long statements, and with them the locks, of a process that died. Not every operating system supports it.
    await session.query('set client_connection_check_interval = 1000').catch(() => undefined);
    return session;
  }

  async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return (await this.#inTurn(() => this.client.query<Row>(text, [...values]))).rows;
  }

  /** Runs the work in a transaction. `begin` can set options, as in `begin isolation level repeatable read`. */
  async transaction<T>(work: () => Promise<T>, begin = 'begin'): Promise<T> {
    await this.query(begin);
    try {
      const result = await work();
      await this.query('commit');
      return result;
    } catch (error) {
      await this.query('rollback').catch(() => undefined);
      throw error;
    }
  }

  /** Sends lines of text to a `copy … from stdin`, as fast as Postgres accepts them. */
  async copy(sql: string, lines: Iterable<string>): Promise<void> {
    const rows = Readable.from(chunks(lines), { objectMode: false });
    await this.#inTurn(() => pipeline(rows, this.client.query(from(sql))));
  }

  /** Takes an advisory lock until this session ends; false if another session holds it. */
  async tryLock(space: number, name: string): Promise<boolean> {
    const [row] = await this.query<{ taken: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as taken', [
      space,
      name,
    ]);
    return row?.taken ?? false;
  }

  /** Releases a lock that this session holds. */
  async unlock(space: number, name: string): Promise<void> {
    await this.query('select pg_advisory_unlock($1, hashtext($2))', [space, name]);
  }

  /** Runs one statement at a time. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Releases the locks and closes the connection, after the statement in progress. */
  async end(): Promise<void> {
    // A connection that closes during a statement keeps its locks until the server notices.
    await this.query('select pg_advisory_unlock_all()').catch(() => undefined);
    await this.client.end().catch(() => undefined);
  }
}

const chunkSize = 65_536;

function* chunks(lines: Iterable<string>): Generator<Buffer> {
  let chunk = '';
  for (const line of lines) {
    chunk += line;
    if (chunk.length < chunkSize) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  if (chunk) yield Buffer.from(chunk);
}
