import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { type Config, WrongSettings } from '#platform/config';
import { checkLog, EventStore } from '#platform/event-store';
import { PlatformModule } from '#platform/module';
import { testConfig } from '#platform/testing';
import { EventStoreDbEventStore } from './eventstoredb.ts';
import { PostgresEventStore } from './postgres.ts';

// Nothing listens there; an engine connects at its first request.
const unreachable = { url: 'esdb://127.0.0.1:1?tls=false', prefix: '' };

let config: Config;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ config, drop } = await testConfig({ EVENT_STORE: 'postgres' }));
});
afterAll(() => drop());

const logOf = async (settings: Config) => {
  const app = await Test.createTestingModule({ imports: [PlatformModule.forRoot(settings)] }).compile();
  const store = app.get(EventStore);
  await app.close();
  return store;
};

test('a database belongs to one log: another engine is refused with an explanation', async () => {
  expect(await logOf(config)).toBeInstanceOf(PostgresEventStore);
  expect(await logOf(config)).toBeInstanceOf(PostgresEventStore);
  const otherLog = logOf(config.with({ eventStoreDb: unreachable }));
  await expect(otherLog).rejects.toThrow(
    new WrongSettings([
      'EVENT_STORE is eventstoredb, but this database follows the log in postgres. Set EVENT_STORE and EVENTSTORE_PREFIX back, or use another database.',
    ]),
  );
});

test('another prefix in EventStoreDB is refused', async () => {
  const newDatabase = await testConfig({ EVENT_STORE: 'postgres' });
  const configWithPrefix = newDatabase.config.with({ eventStoreDb: { ...unreachable, prefix: 'a' } });
  expect(await logOf(configWithPrefix)).toBeInstanceOf(EventStoreDbEventStore);
  await expect(logOf(newDatabase.config.with({ eventStoreDb: unreachable }))).rejects.toThrow(
    'EVENT_STORE is eventstoredb, but this database follows the log in eventstoredb with the prefix a.',
  );
  await expect(logOf(newDatabase.config)).rejects.toThrow(WrongSettings);
  await newDatabase.drop();
});

test('the errors for an unresponsive EventStoreDB and for an invalid URL do not contain the password', async () => {
  const newDatabase = await testConfig({ EVENT_STORE: 'postgres' });
  const at = (url: string) => checkLog(newDatabase.config.with({ eventStoreDb: { url, prefix: '' } }));
  await expect(at('esdb://ann:hunter2@127.0.0.1:1?tls=false')).rejects.toThrow(
    new WrongSettings(['The EventStoreDB in EVENTSTORE_URL (127.0.0.1:1) cannot be used: it does not respond.']),
  );
  await expect(at('esdb://ann:hunter2@127.0.0.1:1?nonsense')).rejects.toThrow(
    new WrongSettings(['EVENTSTORE_URL is wrong: it cannot be read as a connection string.']),
  );
  await expect(checkLog(newDatabase.config)).rejects.toThrow('EVENT_STORE is postgres, but this database follows');
  await newDatabase.drop();
});
