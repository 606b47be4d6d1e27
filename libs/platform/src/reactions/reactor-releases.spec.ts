import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Actor, aggregate, type Nothing, type Recorded } from '#kernel';
import type { Config } from '#platform/config';
import { EventStore, WrittenByNewerRelease } from '#platform/event-store';
import { Jobs } from '#platform/jobs';
import { Database } from '#platform/postgres';
import { type Reaction, Reactor } from '#platform/reactions';
import { captureLog, eventually, TestApp, testConfig } from '#platform/testing';

type Events = { Rang: Nothing; Chimed: Nothing };
type EventType = keyof Events & string;
const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const rings = { stream: 'bell', initial: 0, decide: { ring: () => [{ type: 'Rang', data: {} } as const] } } as const;
const addOne = (count: number) => count + 1;
const oldBell = aggregate<{ ring: Nothing }, Pick<Events, 'Rang'>, number, 'bell'>({
  ...rings,
  evolve: { Rang: addOne },
});
const newBell = aggregate<{ ring: Nothing }, Events, number, 'bell'>({
  ...rings,
  evolve: { Rang: addOne, Chimed: addOne },
});

let config: Config;
let drop: () => Promise<void>;
/** The reactions that ran: release, stream and event type. */
const ran: string[] = [];

const reactTo = (release: string, to: EventType): Reaction<Events> => ({
  name: `bells.react-to-${to.toLowerCase()}`,
  to,
  queue: 'default',
  react: async (event: Recorded<Events>) => ran.push(`${release} ${event.stream} ${to}`),
});

/** A process of a release that knows events of these types. */
const start = (release: string, types: readonly EventType[], follows = true): Promise<TestApp> =>
  TestApp.start({
    config,
    follows,
    prepare: (app) => {
      app.get(EventStore).declareTypes(types);
      for (const type of types) app.get(Reactor).add<Events>(reactTo(release, type));
    },
  });
const startNew = (follows = true) => start('new', ['Rang', 'Chimed'], follows);

const write = (release: TestApp, stream: string, type: EventType, version = 0) =>
  release.as(ann, () => release.store.append<Events>(stream, version, [{ type, data: {} }]));

let oldRelease: TestApp;
let newApi: TestApp;
beforeAll(async () => {
  ({ config, drop } = await testConfig());
  oldRelease = await start('old', ['Rang']);
  newApi = await startNew(false);
});
afterAll(async () => {
  await newApi.stop();
  await drop();
});

const leftEvents = () => oldRelease.app.get(Database).query('select from followers.left_events');

test('a worker of an older release leaves events that it does not know to one of the newer release, and goes on', async () => {
  await write(newApi, 'bell-1', 'Chimed');
  await write(newApi, 'bell-2', 'Rang');
  await eventually(() => ran.includes('old bell-2 Rang'));
  expect(await leftEvents()).toHaveLength(1);

  await write(newApi, 'bell-3', 'Chimed');
  const newRelease = await startNew();
  await eventually(() => ran.filter((each) => each.endsWith('Chimed')).length === 2);
  await eventually(async () => (await leftEvents()).length === 0);
  expect(new Set(ran)).toEqual(new Set(['old bell-2 Rang', 'new bell-1 Chimed', 'new bell-3 Chimed']));
  await newRelease.stop();
});

test('an older release does not decide about a stream to which the newer one has written', async () => {
  const ringOld = () => oldRelease.as(ann, () => oldRelease.store.handle(oldBell, 'bell-1', 'ring', {}));
  await expect(ringOld()).rejects.toThrow(WrittenByNewerRelease);
  await expect(oldRelease.store.load(oldBell, 'bell-1')).rejects.toThrow(
    'bell-1 has an event Chimed of a newer release',
  );
  expect((await newApi.as(ann, () => newApi.store.handle(newBell, 'bell-1', 'ring', {}))).state).toBe(2);
  // It still reacts to events that it knows.
  await eventually(() => ran.includes('old bell-1 Rang'));
});

test('a job whose reaction an older release does not know waits for a worker of the newer release', async () => {
  const log = captureLog('warn');
  const [{ version, stream } = { version: 0, stream: '' }] = await newApi.store.read('bell-1');
  const job = { id: 'again.bells.react-to-chimed', name: 'bells.react-to-chimed', data: { stream, version } };
  await newApi.app.get(Jobs).add({ name: 'default', concurrency: 1, attempts: 1, backoff: 1 }, [job]);
  await eventually(() => log.lines.length > 0);
  log.stop();
  expect(log.lines[0]).toBe(
    `default: bells.react-to-chimed ${job.id} is postponed: this release has no reaction bells.react-to-chimed`,
  );
  expect(await newApi.app.get(Jobs).deadLetters('default')).toEqual([]);
  // Otherwise both would take the job, again and again, until the newer one happens to be first.
  await oldRelease.stop();
  const before = ran.length;
  const newRelease = await startNew();
  await eventually(() => ran.length > before);
  expect(ran.slice(before)).toEqual(['new bell-1 Chimed']);
  await newRelease.stop();
});
