import { Client } from 'pg';

/**
 * The client that pools use. When a connection is lost between two statements of a transaction, `pg` emits `error` on
 * the client, and an `error` event without a listener would end the process. The next statement fails anyway, so the
 * event is ignored.
 */
export class PooledClient extends Client {
  constructor(config?: ConstructorParameters<typeof Client>[0]) {
    super(config);
    this.on('error', () => undefined);
  }
}

/**
 * A client for callers and pools that add their `error` listener only after `connect` has returned. A connection that
 * is lost in between counts as a failed connect; otherwise the caller would wait on a dead connection indefinitely.
 */
export class ListenClient extends PooledClient {
  override connect(): Promise<Client>;
  override connect(callback: (error: Error | undefined) => void): void;
  override connect(callback?: (error: Error | undefined) => void): Promise<Client> | undefined {
    const connection = this.#connected();
    if (!callback) return connection;
    connection.then(() => callback(undefined), callback);
    return undefined;
  }

  async #connected(): Promise<Client> {
    let connectionError: Error | undefined;
    this.once('error', (error) => {
      connectionError = error;
    });
    await super.connect();
    if (connectionError) throw connectionError;
    return this;
  }
}
