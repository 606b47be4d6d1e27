import { EventEmitter } from 'node:events';
import { type Notification, Pool, type PoolConfig } from 'pg';
import { ListenClient } from '#platform/postgres';

/** A connection that listens, and the statements LISTEN that were sent on it. */
type Listener = { readonly client: Promise<ListenClient>; readonly channels: Map<string, Promise<unknown>> };

const isListen = (sql: string): boolean => /^\s*listen\s/im.test(sql);
/** BullMQ names the connection of a worker. The one that all workers of a process share has no such name. */
const isNaming = (sql: string): boolean => sql.includes("set_config('application_name'");

/**
 * What BullMQ gets when it asks for a connection, to check its schema or to listen. It listens on the connection that
 * all queues share.
 */
class QueueConnection extends EventEmitter {
  isListening = false;

  constructor(private readonly connections: QueueConnections) {
    super();
  }

  async query(sql: string, values: readonly unknown[] = []): Promise<{ rows: unknown[] }> {
    if (isNaming(sql)) return { rows: [] };
    if (!isListen(sql)) return this.connections.inTurn(sql, values);
    this.isListening = true;
    await this.connections.listen(sql);
    return { rows: [] };
  }

  release(): void {
    this.removeAllListeners();
    this.connections.remove(this);
  }
}

/**
 * The connections of all queues of a process: a pool for queries, and one connection that is notified of new jobs.
 * BullMQ would otherwise keep one for each queue that the process works on, and each new job would wake them all.
 *
 * It has those methods of a pool that BullMQ uses, as its type `PgPool` lists them.
 */
export class QueueConnections {
  readonly options = { keepAlive: true };
  readonly #config: PoolConfig;
  readonly #pool: Pool;
  readonly #connections = new Set<QueueConnection>();
  #listener: Listener | undefined;
  #lastInTurn: Promise<unknown> = Promise.resolve();

  /** `max` is how many connections the pool opens at most. */
  constructor(connectionString: string, max: number) {
    this.#config = {
      connectionString,
      options: '-c role=festoon_runtime -c search_path=bullmq',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 5_000,
    };
    this.#pool = new Pool({ ...this.#config, Client: ListenClient, max });
    // Every queue and every worker listens for errors of idle connections.
    this.#pool.setMaxListeners(0);
  }

  async query(sql: string, values: readonly unknown[] = []): Promise<{ rows: unknown[] }> {
    return await this.#pool.query(sql, [...values]);
  }

  /**
   * Runs a query after the earlier ones. BullMQ checks its schema once for each queue and each worker: all at the same
   * time, a start would open every connection that the pool may have.
   */
  async inTurn(sql: string, values: readonly unknown[]): Promise<{ rows: unknown[] }> {
    const query = this.#lastInTurn.then(() => this.query(sql, values));
    this.#lastInTurn = query.catch(() => undefined);
    return query;
  }

  async connect(): Promise<QueueConnection> {
    const connection = new QueueConnection(this);
    this.#connections.add(connection);
    return connection;
  }

  on(event: 'error', listener: (error: Error) => void): this {
    this.#pool.on(event, listener);
    return this;
  }

  removeAllListeners(event?: 'error'): this {
    this.#pool.removeAllListeners(event);
    return this;
  }

  /** Ends all connections, once their queries have ended. */
  async end(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#endListener()]);
  }

  /** Runs a statement LISTEN on the connection that listens, and connects first if there is none. */
  async listen(sql: string): Promise<void> {
    this.#listener ??= this.#connectListener();
    const { client, channels } = this.#listener;
    const listening = channels.get(sql) ?? client.then((connected) => connected.query(sql));
    channels.set(sql, listening);
    await listening;
  }

  /** The connection that listens ends with the last one that needs it. */
  remove(connection: QueueConnection): void {
    this.#connections.delete(connection);
    if (![...this.#connections].some(({ isListening }) => isListening)) void this.#endListener();
  }

  #connectListener(): Listener {
    const client = new ListenClient(this.#config);
    const listener = { client: client.connect().then(() => client), channels: new Map<string, Promise<unknown>>() };
    client.on('notification', (notification) => this.#notify(notification));
    client.on('error', (error) => this.#lose(listener, error));
    listener.client.catch((error: Error) => this.#lose(listener, error));
    return listener;
  }

  #notify(notification: Notification): void {
    for (const connection of this.#connections) connection.emit('notification', notification);
  }

  /** BullMQ reacts to the error by connecting and listening again, because jobs may have been added in between. */
  #lose(listener: Listener, error: Error): void {
    if (this.#listener !== listener) return;
    this.#listener = undefined;
    for (const connection of [...this.#connections])
      if (connection.isListening && connection.listenerCount('error') > 0) connection.emit('error', error);
  }

  async #endListener(): Promise<void> {
    const listener = this.#listener;
    this.#listener = undefined;
    await listener?.client.then((client) => client.end()).catch(() => undefined);
  }
}
