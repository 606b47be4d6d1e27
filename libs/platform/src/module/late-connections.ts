import type { Pool, PoolClient } from 'pg';
import { Bag } from '#kernel';

/**
 * When the pool is ended, queries that still wait for a connection fail. The pool itself would let them wait until their
 * timeout. Kysely, with which MikroORM queries, never returns a connection to the pool if it receives it after `close`
 * was called, and `close` would then wait for it indefinitely.
 */
export const refuseLateConnections = (pool: Pool): void => {
  const [connect, end] = [pool.connect.bind(pool), pool.end.bind(pool)];
  const waiting = new Bag<(reason: Error) => void>();
  const connectUnlessEnding = (): Promise<PoolClient> => {
    const { promise, resolve, reject } = Promise.withResolvers<PoolClient>();
    const remove = waiting.add(reject);
    connect().then(
      (client) => {
        if (remove()) resolve(client);
        else client.release();
      },
      (error: Error) => {
        remove();
        reject(error);
      },
    );
    return promise;
  };
  const endWithoutWaiting = (): Promise<void> => {
    for (const refuse of waiting) refuse(new Error('The process is being stopped: its connections are closed'));
    waiting.clear();
    return end();
  };
  pool.connect = connectUnlessEnding as Pool['connect'];
  pool.end = endWithoutWaiting as Pool['end'];
};
