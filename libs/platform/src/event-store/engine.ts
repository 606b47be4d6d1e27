import { type Config, WrongSettings } from '../config.ts';
import type { Context } from '../context.ts';
import type { PersonalDataKeys } from '../personal-data/personal-data-keys.ts';
import type { Database } from '../postgres/database.ts';
import type { Notices } from '../postgres/notices.ts';
import type { EventStore } from './event-store.ts';
import { EventStoreDbEventStore } from './eventstoredb.ts';
import { PostgresEventStore } from './postgres.ts';

/** The log that EVENT_STORE names. Throws a {@link WrongSettings} where the database follows another one. */
export const openLog = async (
  { eventStoreDb }: Config,
  context: Context,
  keys: PersonalDataKeys,
  database: Database,
  notices: Notices,
): Promise<EventStore> => {
  await claim(database, eventStoreDb ? `eventstoredb ${eventStoreDb.prefix}`.trim() : 'postgres');
  return eventStoreDb
    ? new EventStoreDbEventStore(context, keys, eventStoreDb)
    : new PostgresEventStore(context, keys, database, notices);
};

/** A position means nothing in another log, so a database that followed one is no use with another. */
const claim = async (database: Database, engine: string): Promise<void> => {
  await database.query('insert into followers.log (engine) values ($1) on conflict do nothing', [engine]);
  const [followed] = await database.query<{ engine: string }>('select engine from followers.log');
  if (followed && followed.engine !== engine)
    throw new WrongSettings([
      `EVENT_STORE is ${told(engine)}, but this database follows the log in ${told(followed.engine)}. ` +
        'Set EVENT_STORE and EVENTSTORE_PREFIX back, or use another database.',
    ]);
};

const told = (engine: string): string => engine.replace(/^(\w+) (.+)$/, '$1 with the prefix $2');
