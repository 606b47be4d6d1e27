import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Database } from '#platform/postgres';
import { captureLog, eventually, originOf } from '#platform/testing';
import {
  ann,
  Doors,
  doorRows,
  doorRows2,
  doors,
  entries,
  entryRows,
  entryRows2,
  opened,
  type Release,
  renamed,
  withDoors,
  withDoors2,
  withEntries,
} from './projections.suite.ts';

let place: Doors;
let old: Release;
beforeAll(async () => {
  place = await Doors.open();
  old = await place.start([withDoors]);
});
afterAll(() => place.close());

const newNames = async (release: Release) =>
  (await release.em.find(doorRows2, {}, { orderBy: { name: 'asc' } })).map(({ name, renamed }) => [name, renamed]);
const head = () => old.app.get(EventStore).head();
const statusOf = async (release: Release, name: string) =>
  (await release.projector.status()).find((one) => one.name === name);
const ageBy = (interval: string, table: string, column: string) =>
  old.app.get(Database).query(`update followers.${table} set ${column} = ${column} - interval '${interval}'`);

test('a new release builds its version beside the old one, and each serves its own shape', async () => {
  await old.write('door-1', 0, opened('north'));
  const fresh = await place.start([withDoors2]);
  expect(await fresh.projector.ready(20_000)).toBe(true);
  expect(await newNames(fresh)).toEqual([['NORTH', 0]]);

  await fresh.write('door-1', 1, renamed('south'));
  const position = await old.write('door-2', 0, opened('east'));
  for (const release of [old, fresh]) expect(await release.projector.waitUntilProjected(position, 20_000)).toBe(true);
  expect(await old.names()).toEqual(['east', 'south']);
  expect(await newNames(fresh)).toEqual([
    ['EAST', 0],
    ['SOUTH', 1],
  ]);
  for (const release of [old, fresh]) expect(await release.projector.verify()).toEqual(new Map());
  await fresh.stop();
});

test('rolling back is starting the old release: its rows catch up with what the new one wrote', async () => {
  await old.stop();
  const fresh = await place.start([withDoors2]);
  await fresh.write('door-2', 1, renamed('west'));
  await fresh.caughtUp();
  await fresh.stop();

  old = await place.start([withDoors]);
  expect(await old.projector.ready(20_000)).toBe(true);
  expect(await old.names()).toEqual(['south', 'west']);
  expect(await old.projector.verify()).toEqual(new Map());
});

test('the tables of a version can be dropped once no release has used them for a day', async () => {
  const tables = async () => (await old.projector.tables()).map(({ name, kind }) => `${name} ${kind}`);
  expect(await tables()).toEqual(['doors_v1 read', 'doors_v2 other']);
  expect(await old.projector.leftovers()).toEqual([]);
  await ageBy('25 hours', 'checkpoints', 'used_at');
  const found = await old.projector.leftovers();
  expect(found.map(({ name }) => name)).toEqual(['doors_v2']);
  await old.projector.prune(found);
  expect(await tables()).toEqual(['doors_v1 read']);
  expect(await old.names()).toEqual(['south', 'west']);
});

test('a release whose tables were dropped builds them again', async () => {
  const fresh = await place.start([withDoors2]);
  await fresh.caughtUp();
  expect(await newNames(fresh)).toEqual([
    ['SOUTH', 1],
    ['WEST', 1],
  ]);
  await fresh.stop();
});

test('a new projection on a long log is built in one pass while the others continue', async () => {
  await old.openMany(600, 'x');
  const both = await place.start([withDoors, withEntries]);
  expect(await both.projector.ready(0)).toBe(false);
  const position = await old.write('door-1', 2, renamed('meanwhile'));
  expect(await old.projector.waitUntilProjected(position, 20_000)).toBe(true);
  expect(await both.projector.ready(20_000)).toBe(true);
  expect(await both.em.count(entryRows, { door: 'door-x599' })).toBe(2);
  expect(await both.projector.verify()).toEqual(new Map());
  expect((await both.projector.tables()).map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    'doors_v1 read',
    'doors_v2 other',
    'entries_v1 read',
  ]);
  await both.stop();
});

test('a paused projection is not folded in any process, also after a restart, and no caller waits for it', async () => {
  await old.caughtUp();
  const other = await place.start([withDoors]);
  await other.projector.pause(['doors_v1']);
  const { position } = (await statusOf(old, 'doors_v1')) ?? {};
  const written = await old.write('door-1', 3, renamed('unseen'));
  await eventually(async () => (await statusOf(old, 'doors_v1'))?.behind === 1n);
  expect(await old.projector.waitUntilProjected(written)).toBe(true);
  expect(await old.projector.ready()).toBe(true);
  await other.stop();
  await old.stop();

  old = await place.start([withDoors]);
  expect(await old.projector.waitUntilProjected(written)).toBe(true);
  expect(await statusOf(old, 'doors_v1')).toMatchObject({ position, behind: 1n, paused: expect.any(String) });
  expect(await old.names()).not.toContain('unseen');
  expect(await old.projector.verify()).toEqual(new Map());

  await old.projector.pause(['doors_v1'], false);
  expect(await old.projector.waitUntilProjected(written, 20_000)).toBe(true);
  expect(await old.names()).toContain('unseen');
  expect((await statusOf(old, 'doors_v1'))?.paused).toBeUndefined();
});

test('the status shows the process that projects, and the lag in events and time', async () => {
  await old.caughtUp();
  expect(await statusOf(old, 'doors_v1')).toEqual({
    name: 'doors_v1',
    position: await head(),
    behind: 0n,
    age: 0,
    holder: expect.stringMatching(`^festoon ${process.pid}@.`),
  });
  await old.stop();
  old = await place.start([withDoors], false);
  for (let i = 0; i < 3; i++) await old.write(`door-late${i}`, 0, opened('late'));
  const status = await statusOf(old, 'doors_v1');
  expect(status).toMatchObject({ behind: 3n, age: expect.any(Number) });
  expect(status).not.toHaveProperty('holder');
  expect(status?.age).toBeGreaterThan(0);
  await old.stop();
  old = await place.start([withDoors]);
});

test('every process sees a failed fold, and a repaired release takes over while the broken one still runs', async () => {
  await old.stop();
  const failing: typeof doors = {
    ...doors,
    update: {
      ...doors.update,
      Closed: () => {
        throw new Error('a planted bug');
      },
    },
  };
  const broken = await place.start([(projector) => projector.add(failing, doorRows)]);
  const log = captureLog('error');
  await broken.caughtUp();
  expect(await broken.projector.ready()).toBe(true);
  const at = await broken.write('door-1', 4, { type: 'Closed', data: {} });
  const watcher = await place.start([withDoors], false);
  await eventually(async () => (await statusOf(watcher, 'doors_v1'))?.failure !== undefined);
  expect((await statusOf(watcher, 'doors_v1'))?.failure).toBe(`a planted bug (event ${at})`);
  log.stop();
  expect(log.lines).toEqual([`doors_v1 is stalled: a planted bug (event ${at})`]);
  // The table was complete once, so this process stays ready, and so does one that starts now.
  for (const { projector } of [broken, watcher]) {
    expect(await projector.ready(0)).toBe(true);
    expect(projector.stalled).toEqual(['doors_v1']);
  }

  watcher.projector.follow();
  await eventually(async () => (await statusOf(broken, 'doors_v1'))?.failure === undefined);
  expect(await broken.projector.waitUntilProjected(at, 20_000)).toBe(true);
  expect(await watcher.projector.verify()).toEqual(new Map());
  await broken.stop();
  await watcher.stop();
  old = await place.start([withDoors]);
});

test('an event that the fold cannot process is skipped by an operator, also in a rebuild', async () => {
  await old.stop();
  const events = [opened('one'), renamed('two'), { type: 'Closed', data: {} } as const, opened('three')];
  const strict: typeof doors = {
    ...doors,
    update: {
      ...doors.update,
      Renamed: (row, { name }, { version }) => {
        if (name === 'two') throw new Error('a planted bug');
        return { ...row, name, version };
      },
    },
  };
  const broken = await place.start([(projector) => projector.add(strict, doorRows)]);
  await broken.caughtUp();
  const log = captureLog('error');
  const last = await broken.write('door-strict', 0, ...events);
  const at = last - 2n;
  await eventually(async () => (await statusOf(broken, 'doors_v1'))?.failure !== undefined);
  log.stop();
  expect(await statusOf(broken, 'doors_v1')).toMatchObject({ position: at - 1n, failedAt: at, behind: 3n });

  const skip = (position: bigint) =>
    broken.app.get(Context).run(originOf(ann), () => broken.projector.skip('doors_v1', position));
  await expect(skip(at + 1n)).rejects.toThrow(`doors_v1 is stalled at ${at}, so event ${at + 1n} was not skipped`);
  await skip(at);
  expect(await broken.projector.waitUntilProjected(last, 20_000)).toBe(true);
  const status = await statusOf(broken, 'doors_v1');
  expect(status).toMatchObject({ skipped: [at] });
  expect(status?.failure).toBeUndefined();
  expect(await broken.names()).toContain('three');

  await broken.caughtUp();
  expect(await broken.projector.verify()).toEqual(new Map());
  expect((await broken.projector.rebuild('doors_v1')).rebuilt).toMatchObject([{ comparison: { different: 0 } }]);
  await expect(skip(at)).rejects.toThrow('is not stalled at an event');
  await broken.stop();
  old = await place.start([withDoors]);
});

test('a release is not ready while a projection that was never complete is stalled', async () => {
  const failing: typeof entries = {
    ...entries,
    insert: {
      ...entries.insert,
      Closed: () => {
        throw new Error('a planted bug');
      },
    },
    version: 2,
  };
  const log = captureLog('error');
  const broken = await place.start([(projector) => projector.add(failing, entryRows2)]);
  await eventually(async () => (await statusOf(broken, 'entries_v2'))?.failure !== undefined);
  log.stop();
  expect(await broken.projector.ready(0)).toBe(false);
  expect(broken.projector.stalled).toEqual([]);
  await broken.stop();
});

test('a table that a rebuild replaced can be dropped after a day', async () => {
  await old.caughtUp();
  await old.projector.rebuild('doors_v1');
  expect((await statusOf(old, 'doors_v1'))?.kept).toEqual(expect.any(String));
  expect(await old.projector.leftovers(24)).toEqual([]);
  await ageBy('25 hours', 'kept', 'kept_at');
  expect((await old.projector.leftovers(24)).map(({ name, kind }) => [name, kind])).toEqual([['doors_v1', 'kept']]);
});
