import { hostname } from 'node:os';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Client, type ClientConfig, Pool, type PoolClient, type QueryResultRow } from 'pg';
import { ConcurrencyLimit } from '#platform/concurrency';
import { CappedLog } from '#platform/logging';
import { PooledClient } from './clients.ts';
import { isConnectionLost, isDiskFull } from './errors.ts';

/** Runs queries, inside or outside of a transaction. */
export type Queryable = {
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
};

/** The role the product runs as. It cannot change existing events. */
const runtimeRole = '-c role=festoon_runtime';
/** Locks of a machine that disappears are released after about ten seconds. */
const keepAlive = '-c tcp_keepalives_idle=4 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3';

/**
 * How long a statement of a pool may take, in milliseconds; then its connection counts as lost. Without this a network
 * that drops every packet would stop a statement until the operating system gives up, which takes a quarter of an hour.
 */
const statementTimeout = 20_000;
/** After a connection has been idle for four seconds, packets check that the other side still exists. */
const keepAliveSettings = { keepAlive: true, keepAliveInitialDelayMillis: 4_000 };
/**
 * How long a connection of a pool stays open without being used, in milliseconds. A page that opens several new ones
 * takes several times as long: each has to sign in, read the catalog of tables, and plan the prepared statements.
 */
const idleTimeout = 600_000;
/** How many connections a pool has by default. */
const defaultConnections = 10;
/**
 * So many of the connections are never in transactions. A transaction that appends to the log needs a second connection
 * for that, and gets one even if all other transactions wait for its locks.
 */
const reservedConnections = 2;

/** After a write failed for lack of space, the disk counts as full for this many milliseconds. */
const fullFor = 10_000;

/**
 * How many connections a pool opens at most, at least 4; how long a statement may take, 20 s by default, and how long a
 * query or a transaction waits for a connection, 5 s by default, both in milliseconds.
 */
type PoolOptions = {
  readonly connections?: number;
  readonly timeout?: number;
  readonly connectionTimeout?: number;
};

/** How many connections of a pool are in use and idle, and how many queries wait for one. */
type Connections = { readonly used: number; readonly idle: number; readonly awaited: number };

/** Connections to Postgres, as the runtime role. */
@Injectable()
export class Database implements Queryable, OnApplicationShutdown {
  /** What every pool needs so that it keeps its connections, and notices a network that drops all packets. */
  static readonly poolSettings = {
    ...keepAliveSettings,
    query_timeout: statementTimeout,
    idleTimeoutMillis: idleTimeout,
  };
  readonly #pool: Pool;
  readonly #options: ClientConfig;
  readonly #transactions: ConcurrencyLimit;
  readonly #full = new CappedLog('Postgres', 1);
  #fullUntil = 0;

  constructor(
    readonly url: string,
    { connections = defaultConnections, timeout = statementTimeout, connectionTimeout = 5_000 }: PoolOptions = {},
  ) {
    this.#transactions = new ConcurrencyLimit(
      connections - reservedConnections,
      connectionTimeout,
      // The error of a pool that has no free connection.
      () => new Error('timeout exceeded when trying to connect'),
    );
    this.#options = {
      connectionString: url,
      options: runtimeRole,
      ...keepAliveSettings,
      application_name: 'festoon',
    };
    this.#pool = new Pool({
      ...this.#options,
      ...Database.poolSettings,
      query_timeout: timeout,
      Client: PooledClient,
      max: connections,
      connectionTimeoutMillis: connectionTimeout,
    });
    // An idle connection that is lost is replaced at the next query.
    this.#pool.on('error', () => undefined);
  }

  async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    try {
      return (await this.#pool.query<Row>(text, [...values])).rows;
    } catch (error) {
      this.#noteIfFull(error);
      throw error;
    }
  }

  /**
   * As {@link query}, but each connection parses and plans the statement only once, and keeps it under this name. For
   * statements that run with almost every request, and that should have the same plan whatever their values are.
   */
  async prepared<Row extends QueryResultRow>(
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<readonly Row[]> {
    try {
      return (await this.#pool.query<Row>({ name, text, values: [...values] })).rows;
    } catch (error) {
      this.#noteIfFull(error);
      throw error;
    }
  }

  /** Whether a write failed a moment ago because the disk is full. */
  get diskIsFull(): boolean {
    return Date.now() < this.#fullUntil;
  }

  /** The connections of the pool for commands. */
  get connections(): Connections {
    const { awaited, ...connections } = Database.connectionsOf(this.#pool);
    return { ...connections, awaited: awaited + this.#transactions.awaited };
  }

  static connectionsOf({ totalCount, idleCount, waitingCount }: Pool): Connections {
    return { used: totalCount - idleCount, idle: idleCount, awaited: waitingCount };
  }

  #noteIfFull(error: unknown): void {
    if (!isDiskFull(error)) return;
    this.#fullUntil = Date.now() + fullFor;
    this.#full.warn('The database disk is full: nothing can be saved until there is space again');
  }

  /** Runs the work in a transaction. Its queries use `within`; any other query would need a second connection. */
  transaction<T>(work: (within: Queryable) => Promise<T>): Promise<T> {
    return this.#transactions.run(() => this.#transaction(work));
  }

  async #transaction<T>(work: (within: Queryable) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    try {
      await client.query('begin');
      const result = await work(within(client));
      await client.query('commit');
      client.release();
      return result;
    } catch (error) {
      this.#noteIfFull(error);
      if (isConnectionLost(error)) client.release(true);
      else
        await client.query('rollback').then(
          () => client.release(),
          (lost) => client.release(lost),
        );
      throw error;
    }
  }

  /**
   * A dedicated connection, for locks and notifications that last as long as it does. Its application name identifies
   * the process.
   */
  async dedicatedConnection(): Promise<Client> {
    const client = new Client({
      ...this.#options,
      options: `${runtimeRole} ${keepAlive}`,
      application_name: `festoon ${process.pid}@${hostname()}`.slice(0, 63),
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  /** Waits for running queries, so that other services can still write while they shut down. */
  async onApplicationShutdown(): Promise<void> {
    await this.#pool.end();
  }
}

const within = (client: PoolClient): Queryable => ({
  query: async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
    (await client.query<Row>(text, [...values])).rows,
});
