import { join } from 'node:path';
import { setInterval } from 'node:timers';
import { type Config } from '#platform/config';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/postgres';

/** Each process of the product can open about sixty connections, and several processes share the server. */
const settings = { max_connections: '200' };

export type ConnectedDatabase = {
  /** The settings, with the address of the database. */
  readonly config: Config;
  readonly description: string;
  /** Copies the embedded Postgres to a new folder while it is used; missing for a server at DATABASE_URL. */
  readonly backUp?: EmbeddedPostgres['backUp'];
  /** Stops the embedded Postgres if it was started here and no other process uses it. */
  stop(): Promise<void>;
};

/** The server at DATABASE_URL, or the embedded Postgres of the data folder, which is started unless it runs already. */
export const connectDatabase = async (config: Config): Promise<ConnectedDatabase> => {
  if (config.server) {
    const { host, pathname } = new URL(config.server);
    return { config, description: `${host}${pathname}, from DATABASE_URL`, stop: async () => undefined };
  }
  const folder = join(config.dataFolder, 'postgres');
  let server = await startEmbeddedPostgres({ folder, settings });
  const { port, url, adopted } = server;
  let restarting: Promise<void> | undefined;
  const watch = setInterval(() => {
    if (restarting || server.isRunning()) return;
    restarting = restart(folder, port, server).then((restarted) => {
      server = restarted;
      restarting = undefined;
    });
  }, 1000).unref();
  const stop = async () => {
    clearInterval(watch);
    // A server that is starting would go on running after this process.
    await restarting;
    await server.stop();
  };
  const description = `embedded Postgres on port ${port}${adopted ? ', already running' : ''}`;
  return { config: config.with({ server: url }), description, backUp: server.backUp, stop };
};

/** Restarts the server on the same port, so that all connection pools reconnect by themselves. */
const restart = async (folder: string, port: number, lost: EmbeddedPostgres): Promise<EmbeddedPostgres> => {
  console.error('The embedded Postgres stopped unexpectedly. Restarting it.');
  try {
    return await startEmbeddedPostgres({ folder, port, settings });
  } catch (error) {
    console.error((error as Error).message);
    return lost;
  }
};
