import { connect } from 'node:net';
import { type Config } from '#platform/config';
import { migrate } from '#platform/postgres';
import { Failure } from './errors.ts';

/** Applies all pending migrations and returns their names. Throws a {@link Failure} that names a database that cannot be used. */
export const migrateDatabase = async ({ databaseUrl }: Config): Promise<readonly string[]> => {
  try {
    return await migrate(databaseUrl);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    if (!code) throw new Failure(message);
    const { host, pathname } = new URL(databaseUrl);
    throw new Failure(`The database of DATABASE_URL, ${host}${pathname}, cannot be used: ${message || code}.`);
  }
};

/** Throws a {@link Failure} if REDIS_URL is set and nothing listens there. */
export const requireRedis = async ({ redisUrl }: Config): Promise<void> => {
  if (!redisUrl) return;
  const { hostname, port, host } = new URL(redisUrl);
  await new Promise<void>((resolve, reject) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379), timeout: 5000 });
    const failed = (why: string) => {
      socket.destroy();
      reject(new Failure(`The Redis of REDIS_URL, ${host}, cannot be reached: ${why}.`));
    };
    socket.once('timeout', () => failed('it does not answer'));
    socket.once('error', ({ message, code }: NodeJS.ErrnoException) => failed(message || `${code}`));
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
  });
};
