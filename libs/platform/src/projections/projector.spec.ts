import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { MikroOrmModule } from '@mikro-orm/nestjs';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Actor, Message, Projection } from '#kernel';
import { type Config } from '#platform/config';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Database } from '#platform/postgres';
import { Projector } from '#platform/projections';
import { captureLog, eventually, originOf, TestApp, testConfig, untilCaughtUp } from '#platform/testing';
import { type DoorEvents, doorRows, doors } from './projections.suite.ts';

type Events = DoorEvents & { Broken: object };
const visitRows = defineEntity({
  name: 'Visit',
  schema: 'read',
  tableName: 'visits_v1',
  properties: { id: p.text().primary(), position: p.text() },
});
const visits: Projection<Events, InferEntity<typeof visitRows>> = {
  table: 'visits',
  version: 1,
  key: ({ stream, version }) => `${stream}:${version}`,
  insert: {
    Opened: (_, { stream, version, position }) => ({ id: `${stream}:${version}`, position: String(position) }),
    Broken: () => {
      throw new TypeError('a planted bug');
    },
  },
};

let config: Config;
let drop: () => Promise<void>;
const start = async (...projections: readonly ('doors' | 'visits')[]) => {
  const prepare = (starting: TestApp['app']): void => {
    if (projections.includes('doors')) starting.get(Projector).add(doors, doorRows);
    if (projections.includes('visits')) starting.get(Projector).add(visits, visitRows);
  };
  const imports = [MikroOrmModule.forFeature([doorRows, visitRows])];
  return (await TestApp.start({ config, imports, prepare, follows: false })).app;
};

const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const openedEvent = (name: string): Message<Events> => ({ type: 'Opened', data: { name, tags: ['b', 'a'] } });

let app: TestApp['app'];
let projector: Projector;
beforeAll(async () => {
  ({ config, drop } = await testConfig());
  app = await start('doors');
  projector = app.get(Projector);
  projector.follow();
});
afterAll(async () => {
  await app.close();
  await drop();
});

const asAnn = <T>(work: (store: EventStore, context: Context) => Promise<T>) =>
  app.get(Context).run(originOf(ann), () => work(app.get(EventStore), app.get(Context)));
const names = async () =>
  (await app.get(EntityManager).find(doorRows, {}, { orderBy: { name: 'asc' } })).map(({ name }) => name);

test('a writer that waits for its position reads what it wrote', async () => {
  await asAnn(async (store, context) => {
    await store.append<Events>('door-1', 0, [openedEvent('north')]);
    await untilCaughtUp(app, context.wrote);
    expect(await names()).toEqual(['north']);
    await store.append<Events>('door-1', 1, [{ type: 'Renamed', data: { name: 'south' } }]);
    await store.append<Events>('door-2', 0, [openedEvent('east'), { type: 'Closed', data: {} }]);
    await untilCaughtUp(app, context.wrote);
    expect(await names()).toEqual(['south']);
  });
});

test('a row is read as it was folded', async () => {
  const [row] = await app.get(EntityManager).find(doorRows, {});
  const [event] = await app.get(EventStore).read('door-1');
  expect({ ...row }).toEqual({
    id: 'door-1',
    name: 'south',
    tags: ['b', 'a'],
    note: null,
    version: 2,
    openedAt: event?.at,
  });
});

test('waiting for a position that is not written yet times out and returns false', async () => {
  expect(await projector.waitUntilProjected((await app.get(EventStore).head()) + 1n, 50)).toBe(false);
});

test('verification finds no difference after following the log, and finds a changed row', async () => {
  expect(await projector.verify()).toEqual(new Map());
  await app.get(Database).query(`update read.doors_v1 set name = 'forged'`);
  expect(await projector.verify()).toEqual(new Map([['doors_v1', ['door-1']]]));
});

test('a rebuild repairs a changed row, while readers see the old rows or the new ones', async () => {
  const seenCounts = new Set<number>();
  const stop = new AbortController();
  const reader = (async () => {
    while (!stop.signal.aborted) seenCounts.add((await names()).length);
  })();
  expect((await projector.rebuild('doors_v1')).rebuilt).toMatchObject([
    { name: 'doors_v1', rows: 1, comparison: { rows: 1, fresh: 1, different: 1, keys: ['door-1'] } },
  ]);
  stop.abort();
  await reader;
  expect(seenCounts).toEqual(new Set([1]));
  expect(await projector.verify()).toEqual(new Map());
  await expect(projector.rebuild('windows_v1')).rejects.toThrow('There is no projection windows_v1');
});

test('only one of two processes projects; the other one is notified of the position', async () => {
  const otherProcess = await start('doors');
  otherProcess.get(Projector).follow();
  await asAnn(async (store, context) => {
    for (let i = 0; i < 20; i++) await store.append<Events>(`door-x${i}`, 0, [openedEvent(`x${i}`)]);
    await untilCaughtUp(otherProcess, context.wrote);
  });
  expect(await names()).toHaveLength(21);
  await otherProcess.close();
});

test('when the projecting process stops, the other one continues at its checkpoint', async () => {
  const otherProcess = await start('doors');
  otherProcess.get(Projector).follow();
  await app.close();
  await otherProcess.get(Context).run(originOf(ann), async () => {
    await otherProcess.get(EventStore).append<Events>('door-late', 0, [openedEvent('late')]);
    await untilCaughtUp(otherProcess, otherProcess.get(Context).wrote);
  });
  expect(await otherProcess.get(Projector).verify()).toEqual(new Map());
  await otherProcess.close();
  app = await start('doors', 'visits');
  projector = app.get(Projector);
  projector.follow();
});

test('a new projection starts at the first event', async () => {
  await untilCaughtUp(app);
  expect((await app.get(EntityManager).find(visitRows, {})).length).toBe(23);
  expect(await projector.verify()).toEqual(new Map());
});

test('the log is read once for the lag of all projections at the same position', async () => {
  await untilCaughtUp(app);
  await projector.pause(projector.names);
  await asAnn((store) => store.append<Events>('door-lag', 0, [openedEvent('lag')]));
  const reading = jest.spyOn(app.get(EventStore), 'afterSealed');
  const status = await projector.status();
  expect(status.map(({ behind }) => behind)).toEqual([1n, 1n]);
  expect(reading).toHaveBeenCalledTimes(1);
  reading.mockRestore();
  await projector.pause(projector.names, false);
});

test('a projection with a bug stops and reports the failure; the others go on', async () => {
  const log = captureLog('error');
  await asAnn(async (store) => {
    await store.append<Events>('door-1', 2, [{ type: 'Broken', data: {} }]);
    await store.append<Events>('door-1', 3, [{ type: 'Renamed', data: { name: 'west' } }]);
  });
  await eventually(async () => (await names()).includes('west'));
  log.stop();
  expect(log.lines).toEqual([expect.stringMatching(/^visits_v1 is stalled: a planted bug /)]);
  const status = await projector.status();
  expect(status.find(({ name }) => name === 'doors_v1')).toMatchObject({ behind: 0n, age: 0 });
  expect(status.find(({ name }) => name === 'visits_v1')).toMatchObject({
    behind: 2n,
    failure: expect.stringContaining('a planted bug'),
  });
});

test('a table whose columns do not match its entity fails the start with an instruction', async () => {
  await app.get(Database).query('alter table read.doors_v1 drop column note');
  await expect(start('doors')).rejects.toThrow(/read\.doors_v1 has the columns .* raise the projection's version/);
});
