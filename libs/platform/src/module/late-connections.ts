import type { Pool } from 'pg';

/**
 * Kysely, with which MikroORM queries, never returns a connection to the pool if it receives it after `close` was
 * called, and `close` would then wait for it indefinitely. With this change of the pool such a query fails instead.
 */
export const refuseLateConnections = (pool: Pool): void => {
  const connect = pool.connect.bind(pool);
  const connectUnlessEnding = async () => {
    const client = await connect();
    if (!pool.ending) return client;
    client.release();
    throw new Error('The process is being stopped: its connections are closed');
  };
  pool.connect = connectUnlessEnding as Pool['connect'];
};
