import { join } from 'node:path';
import { setInterval } from 'node:timers';
import { type Config } from '#platform/config';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/postgres';

export type Reached = {
  /** The settings with the database's address. */
  readonly config: Config;
  readonly description: string;
  /** Stops what was started here and is used by nobody else. */
  stop(): Promise<void>;
};

/** DATABASE_URL's server, or the embedded one: the one that runs on the data folder already, else one started now. */
export const reachDatabase = async (config: Config): Promise<Reached> => {
  if (config.server) {
    const { host, pathname } = new URL(config.server);
    return { config, description: `${host}${pathname}, as DATABASE_URL says`, stop: async () => undefined };
  }
  const folder = join(config.dataFolder, 'postgres');
  let server = await startEmbeddedPostgres({ folder });
  const { port, url, adopted } = server;
  let starting = false;
  const watch = setInterval(async () => {
    if (starting || server.alive()) return;
    starting = true;
    server = await again(folder, port, server);
    starting = false;
  }, 1000).unref();
  const stop = async () => {
    clearInterval(watch);
    await server.stop();
  };
  const description = `embedded Postgres on port ${port}${adopted ? ', which ran already' : ''}`;
  return { config: config.with({ server: url }), description, stop };
};

/** On the same port, so that every connection finds it again by itself. */
const again = async (folder: string, port: number, lost: EmbeddedPostgres): Promise<EmbeddedPostgres> => {
  console.error('Postgres ended unexpectedly and is started again');
  try {
    return await startEmbeddedPostgres({ folder, port });
  } catch (error) {
    console.error((error as Error).message);
    return lost;
  }
};
