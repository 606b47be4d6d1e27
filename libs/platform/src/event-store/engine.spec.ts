import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { Client } from 'pg';
import type { Actor } from '#kernel';
import { type Config, WrongSettings } from '#platform/config';
import { acceptLog, checkLog, EventStore, LogUnavailable, LogWatch } from '#platform/event-store';
import { PlatformModule } from '#platform/module';
import { TestApp, testConfig } from '#platform/testing';
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
      'EVENT_STORE is eventstoredb, but this database follows the log in postgres. Set EVENT_STORE and EVENT_STORE_PREFIX back, or use another database.',
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
  const at = (url: string) => checkLog(newDatabase.config.with({ eventStoreDb: { url, prefix: '' } }), 500);
  await expect(at('esdb://ann:hunter2@127.0.0.1:1?tls=false')).rejects.toThrow(
    new WrongSettings([
      'EVENT_STORE_URL: The EventStoreDB at 127.0.0.1:1 cannot be used: no connection can be made: start it, or correct host and port.',
    ]),
  );
  await expect(at('esdb://ann:hunter2@127.0.0.1:1?nonsense')).rejects.toThrow(
    new WrongSettings(['EVENT_STORE_URL is wrong: it cannot be read as a connection string.']),
  );
  await expect(checkLog(newDatabase.config)).rejects.toThrow('EVENT_STORE is postgres, but this database follows');
  await newDatabase.drop();
});

const asOwner = async ({ databaseUrl }: Config, sql: string): Promise<void> => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
};
const readAhead = `insert into followers.checkpoints (name, position) values ('bookings_v1', 5)`;

describe('a log and its database after a restore', () => {
  let site: TestApp;
  const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
  const note = (stream: string) =>
    site.as(ann, () => site.app.get(EventStore).append(stream, 0, [{ type: 'Noted', data: {} }]));
  beforeAll(async () => {
    site = await TestApp.start({ settings: { EVENT_STORE: 'postgres' }, follows: false });
    await checkLog(site.config);
  });
  afterAll(() => site.stop());

  test('the log of another database is refused, and so is a log that has lost its identity', async () => {
    await asOwner(site.config, 'update log.identity set id = gen_random_uuid()');
    await expect(checkLog(site.config)).rejects.toThrow('The log belongs to another database.');
    await asOwner(site.config, 'delete from log.identity');
    await expect(checkLog(site.config)).rejects.toThrow('it has no identity, and ends at position 0.');
    await acceptLog(site.config, async () => undefined);
    await checkLog(site.config);
  });

  test('while a log is older than its read tables, a running process writes nothing, and a start is refused', async () => {
    const watch = site.app.get(LogWatch);
    await watch.check();
    await note('note-1');
    await asOwner(site.config, readAhead);
    await watch.check();
    await expect(note('note-2')).rejects.toThrow(LogUnavailable);
    const problem = 'The log ends at position 1, but this database has read it up to position 5';
    expect(site.app.get(EventStore).problem).toContain(problem);
    await expect(checkLog(site.config)).rejects.toThrow(problem);
  });

  test('an operator accepts the log as it is: after its read tables are built again, it is used as before', async () => {
    const interrupted = acceptLog(site.config, () => checkLog(site.config));
    await expect(interrupted).rejects.toThrow('The command "festoon log accept" has not finished. Run it again.');
    await expect(checkLog(site.config)).rejects.toThrow('has not finished');
    expect(await acceptLog(site.config, async () => 'rebuilt')).toBe('rebuilt');
    await checkLog(site.config);
    await site.app.get(LogWatch).check();
    await note('note-2');
  });
});
