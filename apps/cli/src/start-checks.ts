import { createHmac, timingSafeEqual } from 'node:crypto';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Config, type Secrets, secretSettings } from '#platform/config';
import { checkLog } from '#platform/event-store';
import { Database, migrate, PooledClient } from '#platform/postgres';
import { Failure } from './errors.ts';

/** The oldest Postgres that the product runs on. */
const minPostgresVersion = 15;

/**
 * Applies all pending migrations and returns their names. Throws a {@link Failure} that says why the database cannot be
 * used.
 */
export const migrateDatabase = async (config: Config): Promise<readonly string[]> => {
  await requirePostgres(config);
  try {
    return await migrate(config.databaseUrl);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw code ? unusableDatabase(config, `${message}.`) : new Failure(message);
  }
};

const requirePostgres = async (config: Config): Promise<void> => {
  const client = new PooledClient({ connectionString: config.databaseUrl, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
    if (version < minPostgresVersion)
      throw unusableDatabase(config, `it is Postgres ${version}. Use Postgres ${minPostgresVersion} or later.`);
  } catch (error) {
    throw error instanceof Failure ? error : unusableDatabase(config, connectProblem(error as NodeJS.ErrnoException));
  } finally {
    // Not awaited: a server that is not Postgres might never close the connection.
    client.end().catch(() => undefined);
  }
};

const unusableDatabase = ({ databaseUrl }: Config, reason: string): Failure => {
  const { host, pathname } = new URL(databaseUrl);
  return new Failure(`The database in DATABASE_URL (${host}${pathname}) cannot be used: ${reason}`);
};

const connectProblem = (error: NodeJS.ErrnoException): string => {
  const { code = '', message } = error;
  const advice = connectAdvice[code];
  if (advice) return `${message || code}. ${advice}`;
  if (code) return `${message || code}.`;
  return /timeout|terminated/.test(message)
    ? 'the server there is not Postgres, or does not respond. Correct the host and port in DATABASE_URL.'
    : `${message}.`;
};

const connectAdvice: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing is listening there: start Postgres, or correct the host and port in DATABASE_URL.',
  ENOTFOUND: 'The host was not found: correct DATABASE_URL.',
  EAI_AGAIN: 'The name of the host could not be looked up: check the network, or correct DATABASE_URL.',
  '28P01': 'Correct the user and password in DATABASE_URL.',
  '28000': 'Correct the user and password in DATABASE_URL.',
  '3D000': 'Create it, or correct the name of the database in DATABASE_URL.',
};

/** The secrets that the contents of the database depend on. The others may be replaced at any time. */
const boundSecrets = ['signingKeys', 'passwords', 'personalData'] as const satisfies readonly (keyof Secrets)[];

/**
 * Call it before anything that uses the database starts. Throws if the database was used with different secrets or with
 * another log.
 */
export const checkDatabase = async (config: Config): Promise<void> => {
  await checkSecrets(config);
  await checkLog(config);
};

/**
 * Throws a {@link Failure} if the database was used with different secrets: no password would match and no signing key
 * could be decrypted. A new database records fingerprints of the secrets it is first used with.
 */
export const checkSecrets = async ({ databaseUrl, dataFolder, secrets }: Config): Promise<void> => {
  const database = new Database(databaseUrl);
  try {
    const givenSecrets = boundSecrets.map((name) => ({ name, fingerprint: fingerprint(name, secrets[name]) }));
    await database.query(
      'insert into secrets.fingerprints (name, fingerprint) select * from unnest($1::text[], $2::bytea[]) on conflict do nothing',
      [givenSecrets.map(({ name }) => name), givenSecrets.map((each) => each.fingerprint)],
    );
    const storedSecrets = await database.query<{ name: string; fingerprint: Buffer }>(
      'select * from secrets.fingerprints',
    );
    const different = givenSecrets.filter(
      (each) =>
        !storedSecrets.some(
          ({ name, fingerprint }) => name === each.name && timingSafeEqual(fingerprint, each.fingerprint),
        ),
    );
    if (different.length === 0) return;
    throw new Failure(
      `This database was first used with different secrets than those in ${join(dataFolder, 'secrets.json')} or the environment (${different.map(({ name }) => secretSettings[name]).join(', ')}), so its encrypted data cannot be read. Nothing was changed. Restore the secrets.json that belongs to this database, or choose another database with DATABASE_URL.`,
    );
  } finally {
    await database.onApplicationShutdown();
  }
};

/** What a database records of a secret: an HMAC, from which it cannot be computed. */
export const fingerprint = (name: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`festoon secret\n${name}`).digest();

/** The sandbox takes no real money, so it serves demos and development only. Throws a {@link Failure} elsewhere. */
export const requireGateway = ({ production, demo, stripe }: Pick<Config, 'production' | 'demo' | 'stripe'>): void => {
  if (production && !demo && !stripe)
    throw new Failure(
      'NODE_ENV is production, but the payments gateway is the sandbox, which takes no real money. Set PAYMENTS=stripe to take payments, set FESTOON_DEMO=true to serve a demo, or leave NODE_ENV unset for development.',
    );
};

/**
 * The password of the demo accounts is published, and one of them is an administrator. Throws a {@link Failure} where
 * real people are served.
 */
export const requireDemoDataAllowed = ({
  production,
  demo,
  stripe,
}: Pick<Config, 'production' | 'demo' | 'stripe'>): void => {
  if (stripe || (production && !demo))
    throw new Failure(
      'The demo data contains an administrator whose password is published, and this product serves real people (NODE_ENV is production or PAYMENTS is stripe). Nothing was changed. Set FESTOON_DEMO=true if it is a demo, or choose another database with DATABASE_URL or FESTOON_DATA.',
    );
};

/** Throws a {@link Failure} if REDIS_URL is set and nothing listens there. */
export const requireRedis = async ({ redisUrl }: Config): Promise<void> => {
  if (!redisUrl) return;
  const { hostname, port, host } = new URL(redisUrl);
  await new Promise<void>((resolve, reject) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379), timeout: 5000 });
    const fail = (reason: string) => {
      socket.destroy();
      reject(new Failure(`The Redis server in REDIS_URL (${host}) cannot be reached: ${reason}.`));
    };
    socket.once('timeout', () => fail('it does not respond'));
    socket.once('error', ({ message, code }: NodeJS.ErrnoException) => fail(message || `${code}`));
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
  });
};
