import { type Config, WrongSettings } from '#platform/config';
import type { Context } from '#platform/context';
import type { PersonalDataKeys } from '#platform/personal-data';
import type { Notices } from '#platform/postgres';
import { Database } from '#platform/postgres';
import type { Tracer } from '#platform/tracing';
import type { EventStore } from './event-store.ts';
import type { EventStoreDbConnection } from './eventstoredb-connection.ts';
import { beginAccepting, finishAccepting, type IdentifiedLog, logProblem, postgresLog } from './log-identity.ts';
import { PostgresEventStore } from './postgres.ts';

/** How long {@link checkLog} waits for EventStoreDB by default, in milliseconds. */
const defaultTimeout = 5_000;

/** Opens the log that EVENT_STORE names. Throws a {@link WrongSettings} if the database belongs to another log. */
export const openLog = async (
  { eventStoreDb }: Config,
  context: Context,
  keys: PersonalDataKeys,
  database: Database,
  notices: Notices,
  tracer: Tracer,
): Promise<EventStore> => {
  await claim(database, nameOf(eventStoreDb));
  const store = eventStoreDb
    ? await openEventStoreDb(eventStoreDb, context, keys)
    : new PostgresEventStore(context, keys, database, notices);
  store.tracer = tracer;
  return store;
};

/** The client of EventStoreDB is large, so it is loaded only if this engine is used. */
const openEventStoreDb = async (
  server: NonNullable<Config['eventStoreDb']>,
  context: Context,
  keys: PersonalDataKeys,
): Promise<EventStore> => {
  const { EventStoreDbEventStore } = await import('./eventstoredb.ts');
  return new EventStoreDbEventStore(context, keys, server);
};

/**
 * Call it before anything that uses the log starts. Throws a {@link WrongSettings} if the log of EVENT_STORE does not
 * respond, or is not the one that the database follows.
 */
export const checkLog = (config: Config, timeout = defaultTimeout): Promise<void> =>
  withLog(
    config,
    async (database, log) => {
      const problem = await logProblem(database, log);
      if (problem) throw new WrongSettings([problem]);
    },
    timeout,
  );

/**
 * For an operator who restored a backup: makes the database follow the log as it is now. `rebuild` must build all read
 * tables again; until it has, every start is refused.
 */
export const acceptLog = <T>(config: Config, rebuild: () => Promise<T>): Promise<T> =>
  withLog(config, async (database, log) => {
    await beginAccepting(database, log);
    const result = await rebuild();
    await finishAccepting(database);
    return result;
  });

const withLog = async <T>(
  { databaseUrl, eventStoreDb }: Config,
  work: (database: Database, log: IdentifiedLog) => Promise<T>,
  timeout = defaultTimeout,
): Promise<T> => {
  const database = new Database(databaseUrl);
  try {
    await claim(database, nameOf(eventStoreDb));
    if (!eventStoreDb) return await work(database, postgresLog(database));
    const connection = await connectionTo(eventStoreDb.url, timeout);
    try {
      await requireReachable(connection);
      return await work(database, await eventStoreDbLog(connection, eventStoreDb.prefix));
    } finally {
      await connection.close();
    }
  } finally {
    await database.onApplicationShutdown();
  }
};

const eventStoreDbLog = async (connection: EventStoreDbConnection, prefix: string): Promise<IdentifiedLog> => {
  const { EventStoreDbLog, streamPrefix } = await import('./eventstoredb-log.ts');
  const { eventStoreDbIdentity } = await import('./eventstoredb-identity.ts');
  const log = new EventStoreDbLog(connection, streamPrefix(prefix));
  return { ...eventStoreDbIdentity(connection, streamPrefix(prefix)), head: () => log.head() };
};

const requireReachable = async (connection: EventStoreDbConnection): Promise<void> => {
  try {
    await connection.before(undefined, 1);
  } catch (error) {
    throw new WrongSettings([`EVENT_STORE_URL: ${(error as Error).message}.`]);
  }
};

const connectionTo = async (url: string, timeout: number): Promise<EventStoreDbConnection> => {
  const { EventStoreDbConnection } = await import('./eventstoredb-connection.ts');
  try {
    return new EventStoreDbConnection(url, { retryFor: timeout, patience: timeout });
  } catch (error) {
    const isFile = /certificate (key )?file/.test((error as Error).message);
    const reason = isFile
      ? 'the file of tlsCAFile, userCertFile or userKeyFile was not found'
      : 'it cannot be read as a connection string';
    throw new WrongSettings([`EVENT_STORE_URL is wrong: ${reason}.`]);
  }
};

const nameOf = (eventStoreDb: Config['eventStoreDb']): string =>
  eventStoreDb ? `eventstoredb ${eventStoreDb.prefix}`.trim() : 'postgres';

/** Positions are only valid in one log, so a database that belongs to one log cannot be used with another. */
const claim = async (database: Database, engine: string): Promise<void> => {
  await database.query('insert into followers.log (engine) values ($1) on conflict do nothing', [engine]);
  const [followed] = await database.query<{ engine: string }>('select engine from followers.log');
  if (followed && followed.engine !== engine)
    throw new WrongSettings([
      `EVENT_STORE is ${describeEngine(engine)}, but this database follows the log in ${describeEngine(followed.engine)}. ` +
        'Set EVENT_STORE and EVENT_STORE_PREFIX back, or use another database.',
    ]);
};

const describeEngine = (engine: string): string => engine.replace(/^(\w+) (.+)$/, '$1 with the prefix $2');
