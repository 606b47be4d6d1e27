import { connect } from 'node:net';
import { type Config } from '#platform/config';
import { migrate } from '#platform/postgres';
import { Failure } from './steps.ts';

/** Brings the database to the newest migration; answers their names. A server that cannot be used is named with the reason. */
export const migrated = async ({ databaseUrl }: Config): Promise<readonly string[]> => {
  try {
    return await migrate(databaseUrl);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    if (!code) throw new Failure(message);
    const { host, pathname } = new URL(databaseUrl);
    throw new Failure(`The database of DATABASE_URL, ${host}${pathname}, cannot be used: ${message || code}.`);
  }
};

/** Throws where REDIS_URL is set and nothing listens there. */
export const redisAnswers = async ({ redisUrl }: Config): Promise<void> => {
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
