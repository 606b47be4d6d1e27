import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ClsService } from 'nestjs-cls';
import type { Actor } from '#kernel';
import type { Config } from '#platform/config';
import { Context } from '#platform/context';
import { acceptLog, checkLog, LogUnavailable, LogWatch } from '#platform/event-store';
import { Database } from '#platform/postgres';
import { captureLog, eventually, originOf, testConfig } from '#platform/testing';
import { MemoryPersonalDataKeys } from '../personal-data/memory-keys.suite.ts';
import { EventStoreDbEventStore } from './eventstoredb.ts';
import { FakeEventStoreDb } from './fake-eventstoredb.suite.ts';
import { VersionConflict } from './log-errors.ts';

const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
let fake: FakeEventStoreDb;
let log: ReturnType<typeof captureLog>;
const openStores: EventStoreDbEventStore[] = [];
const drops: (() => Promise<void>)[] = [];

beforeEach(async () => {
  fake = await FakeEventStoreDb.start();
});
afterEach(async () => {
  await Promise.all(openStores.splice(0).map((store) => store.onApplicationShutdown()));
  fake.stop();
});
beforeAll(() => {
  log = captureLog('warn', 'error');
});
afterAll(async () => {
  log.stop();
  for (const drop of drops) await drop();
});

const open = (prefix = '') => {
  const context = new Context(new ClsService(new AsyncLocalStorage()));
  const store = new EventStoreDbEventStore(context, new MemoryPersonalDataKeys(), { url: fake.url, prefix });
  openStores.push(store);
  const note = (stream: string, version = 0, key?: string) =>
    context.run(originOf(ann), () => store.append(stream, version, [{ type: 'Noted', data: {} }]), key);
  return { store, note };
};
const newDatabase = async (): Promise<Config> => {
  const { config, drop } = await testConfig({ EVENT_STORE: 'postgres' });
  drops.push(drop);
  return config.with({ eventStoreDb: { url: fake.url, prefix: '' } });
};

test('a log belongs to the first database that uses it: another one is refused', async () => {
  const [first, second] = [await newDatabase(), await newDatabase()];
  await checkLog(first);
  await expect(checkLog(second)).rejects.toThrow('The log belongs to another database.');
  await checkLog(first);
  const withPrefix = await newDatabase();
  await checkLog(withPrefix.with({ eventStoreDb: { url: fake.url, prefix: 'shop' } }));
  expect(await open().store.head()).toBe(0n);
});

test('an append that repeats another one with the same key writes nothing, reads no stream, and leaves the chain of hashes whole', async () => {
  const [one, other] = [open(), open()];
  await one.note('note-1', 0, 'key-1');
  await other.note('note-1', 0, 'key-1');
  expect(fake.streamReads).toEqual([]);
  // The second process must link its next event to the event in the log, not to the one that it repeated.
  await other.note('note-1', 1, 'key-2');
  await one.note('note-1', 1, 'key-2');
  await one.note('note-1', 2, 'key-3');
  await other.note('note-1', 0, 'key-1');
  const links = await one.store.linksOf('note-1');
  expect(links.map(({ version, unchanged }) => [version, unchanged])).toEqual([
    [1, true],
    [2, true],
    [3, true],
  ]);
});

test('appends to a stream that this process has written from its beginning read no stream, and a repeated one is never written twice', async () => {
  const [one, other] = [open(), open()];
  for (let version = 0; version < 4; version++) await one.note('note-1', version, `key-${version}`);
  expect(fake.streamReads).toEqual([]);
  // The stream is at the expected version, so the server would write the event a second time if the store did not check.
  await one.note('note-1', 4, 'key-1');
  expect(fake.streamReads).toEqual(['note-1']);
  // After this the first process no longer knows all events.
  await other.note('note-1', 4, 'key-4');
  await one.note('note-1', 4, 'key-4');
  await one.note('note-1', 5, 'key-4');
  await expect(one.note('note-1', 4, 'key-5')).rejects.toThrow(VersionConflict);
  const links = await one.store.linksOf('note-1');
  expect(links.map(({ version, unchanged }) => [version, unchanged])).toEqual(
    [1, 2, 3, 4, 5].map((version) => [version, true]),
  );
});

test('after an interruption a stream is read before an append: the log may be an older one', async () => {
  const { note } = open();
  await note('note-1', 0, 'key-0');
  fake.stop();
  await expect(note('note-2')).rejects.toThrow(LogUnavailable);
  await fake.listen();
  await eventually(() =>
    note('note-1', 1, 'key-1').then(
      () => true,
      () => false,
    ),
  );
  expect(fake.streamReads).toContain('note-1');
});

test('a product without a prefix does not read the events of a product with one', async () => {
  const [ours, theirs] = [open(), open('shop')];
  await theirs.note('note-1');
  await ours.note('note-1');
  expect((await ours.store.after(0n)).map(({ stream }) => stream)).toEqual(['note-1']);
  expect(await theirs.store.after(0n)).toHaveLength(1);
});

test('an older backup that is restored under a running product is found, and nothing is written until it is accepted', async () => {
  const config = await newDatabase();
  await checkLog(config);
  const database = new Database(config.databaseUrl);
  const { store, note } = open();
  const watch = new LogWatch(database, store);
  await note('note-1');
  const restore = fake.backup();
  await note('note-2');
  const reached = await store.head();
  await database.query(`insert into followers.checkpoints (name, position) values ('bookings_v1', $1)`, [reached]);
  await watch.check();
  expect(store.problem).toBeUndefined();
  fake.stop();
  restore();
  await fake.listen();
  await eventually(async () => {
    await watch.check();
    return store.problem !== undefined;
  });
  expect(store.problem).toContain(`but this database has read it up to position ${reached}`);
  await expect(note('note-3')).rejects.toThrow(LogUnavailable);
  await expect(checkLog(config)).rejects.toThrow('an older backup of the log was restored');
  await acceptLog(config, async () => undefined);
  await checkLog(config);
  await watch.check();
  await note('note-3');
  await database.onApplicationShutdown();
});

test('while the server is down, writes soon fail at once, and work again as soon as it is back', async () => {
  const { store, note } = open();
  await note('note-1');
  let reconnects = 0;
  store.onReconnect = () => {
    reconnects += 1;
  };
  fake.stop();
  await expect(note('note-2')).rejects.toThrow(LogUnavailable);
  expect(store.outage).toContain(`The EventStoreDB at ${new URL(fake.url).host} cannot be used: `);
  // None of these waits for the server, so they do not use up the slots of requests.
  await Promise.all(Array.from({ length: 200 }, (_, i) => expect(note(`note-${i}`)).rejects.toThrow(LogUnavailable)));
  await fake.listen();
  await eventually(() => store.outage === undefined);
  await note('note-2');
  expect(reconnects).toBeGreaterThan(0);
  expect(log.lines.some((line) => /cannot be used: .+\. Nothing can be written until it responds/.test(line))).toBe(
    true,
  );
  expect(log.lines.some((line) => /responds again, after/.test(line))).toBe(true);
});

test.each([
  ['16', { code: 16, details: 'Not Authenticated' }, 'it does not accept the user and password'],
  ['7', { code: 7, details: 'Access Denied' }, 'it must be able to read $all'],
])('a server that refuses the user (code %s) is named with the reason', async (_, failure, reason) => {
  const { note } = open();
  await note('note-1');
  fake.failure = failure;
  await expect(note('note-1', 1)).rejects.toThrow(reason);
  await expect(note('note-1', 1)).rejects.toThrow(new URL(fake.url).host);
});

test('TLS where there is none, and a missing certificate file, are refused at the start with the reason', async () => {
  const config = await newDatabase();
  const at = (url: string) => checkLog(config.with({ eventStoreDb: { url, prefix: '' } }), 500);
  await expect(at(fake.url.replace('tls=false', 'tls=true'))).rejects.toThrow('it does not use TLS there');
  await expect(at('esdb://127.0.0.1:1?tls=true&tlsCAFile=/nowhere')).rejects.toThrow(
    'EVENT_STORE_URL is wrong: the file of tlsCAFile, userCertFile or userKeyFile was not found.',
  );
});
