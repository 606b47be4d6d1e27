import { type Config, WrongSettings } from '#platform/config';
import type { Context } from '#platform/context';
import type { PersonalDataKeys } from '#platform/personal-data';
import type { Notices } from '#platform/postgres';
import { Database } from '#platform/postgres';
import type { EventStore } from './event-store.ts';
import type { EventStoreDbConnection } from './eventstoredb-connection.ts';
import { PostgresEventStore } from './postgres.ts';

/** How long {@link checkLog} waits for EventStoreDB, in milliseconds. */
const startTimeout = 5_000;

/** Opens the log that EVENT_STORE names. Throws a {@link WrongSettings} if the database belongs to another log. */
export const openLog = async (
  { eventStoreDb }: Config,
  context: Context,
  keys: PersonalDataKeys,
  database: Database,
  notices: Notices,
): Promise<EventStore> => {
  await claim(database, nameOf(eventStoreDb));
  if (!eventStoreDb) return new PostgresEventStore(context, keys, database, notices);
  // Its client is large, and is loaded only by a product that uses it.
  const { EventStoreDbEventStore } = await import('./eventstoredb.ts');
  return new EventStoreDbEventStore(context, keys, eventStoreDb);
};

/**
 * Call it before anything that uses the log starts. Throws a {@link WrongSettings} if the database belongs to another
 * log than the one that EVENT_STORE names, or if the EventStoreDB of EVENTSTORE_URL does not respond.
 */
export const checkLog = async ({ databaseUrl, eventStoreDb }: Config): Promise<void> => {
  const database = new Database(databaseUrl);
  try {
    await claim(database, nameOf(eventStoreDb));
  } finally {
    await database.onApplicationShutdown();
  }
  if (eventStoreDb) await requireReachable(eventStoreDb.url);
};

const requireReachable = async (url: string): Promise<void> => {
  // Only the host, because the URL may contain a password.
  const host = url.replace(/^[^/]+\/\/(?:[^@]*@)?([^/?]*).*$/, '$1');
  const connection = await connectionTo(url);
  try {
    await connection.before(undefined, 1);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const reason = code === 'ETIMEDOUT' ? 'it does not respond' : message;
    throw new WrongSettings([`The EventStoreDB in EVENTSTORE_URL (${host}) cannot be used: ${reason}.`]);
  } finally {
    await connection.close();
  }
};

const connectionTo = async (url: string): Promise<EventStoreDbConnection> => {
  const { EventStoreDbConnection } = await import('./eventstoredb-connection.ts');
  try {
    return new EventStoreDbConnection(url, startTimeout);
  } catch {
    throw new WrongSettings(['EVENTSTORE_URL is wrong: it cannot be read as a connection string.']);
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
        'Set EVENT_STORE and EVENTSTORE_PREFIX back, or use another database.',
    ]);
};

const describeEngine = (engine: string): string => engine.replace(/^(\w+) (.+)$/, '$1 with the prefix $2');
