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
  openedEvent,
  type Release,
  renamedEvent,
  withDoors,
  withDoors2,
  withEntries,
} from './projections.suite.ts';

let place: Doors;
let oldRelease: Release;
beforeAll(async () => {
  place = await Doors.open();
  oldRelease = await place.start([withDoors]);
});
afterAll(() => place.close());

const newNames = async (release: Release) =>
  (await release.em.find(doorRows2, {}, { orderBy: { name: 'asc' } })).map(({ name, renamed }) => [name, renamed]);
const head = () => oldRelease.app.get(EventStore).head();
const statusOf = async (release: Release, name: string) =>
  (await release.projector.status()).find((one) => one.name === name);
const ageBy = (interval: string, table: string, column: string) =>
  oldRelease.app.get(Database).query(`update followers.${table} set ${column} = ${column} - interval '${interval}'`);

test('a new release builds its version beside the old one, and each serves its own shape', async () => {
  await oldRelease.write('door-1', 0, openedEvent('north'));
  const newRelease = await place.start([withDoors2]);
  expect(await newRelease.projector.ready(20_000)).toBe(true);
  expect(await newNames(newRelease)).toEqual([['NORTH', 0]]);

  await newRelease.write('door-1', 1, renamedEvent('south'));
  const position = await oldRelease.write('door-2', 0, openedEvent('east'));
  for (const release of [oldRelease, newRelease])
    expect(await release.projector.waitUntilProjected(position, 20_000)).toBe(true);
  expect(await oldRelease.names()).toEqual(['east', 'south']);
  expect(await newNames(newRelease)).toEqual([
    ['EAST', 0],
    ['SOUTH', 1],
  ]);
  for (const release of [oldRelease, newRelease]) expect(await release.projector.verify()).toEqual(new Map());
  await newRelease.stop();
});

test('rolling back is starting the old release: its rows catch up with what the new one wrote', async () => {
  await oldRelease.stop();
  const newRelease = await place.start([withDoors2]);
  await newRelease.write('door-2', 1, renamedEvent('west'));
  await newRelease.waitUntilCaughtUp();
  await newRelease.stop();

  oldRelease = await place.start([withDoors]);
  expect(await oldRelease.projector.ready(20_000)).toBe(true);
  expect(await oldRelease.names()).toEqual(['south', 'west']);
  expect(await oldRelease.projector.verify()).toEqual(new Map());
});

test('the tables of a version can be dropped once no release has used them for a day', async () => {
  const tables = async () => (await oldRelease.projector.tables()).map(({ name, kind }) => `${name} ${kind}`);
  expect(await tables()).toEqual(['doors_v1 read', 'doors_v2 other']);
  expect(await oldRelease.projector.leftovers()).toEqual([]);
  await ageBy('25 hours', 'checkpoints', 'used_at');
  const found = await oldRelease.projector.leftovers();
  expect(found.map(({ name }) => name)).toEqual(['doors_v2']);
  await oldRelease.projector.prune(found);
  expect(await tables()).toEqual(['doors_v1 read']);
  expect(await oldRelease.names()).toEqual(['south', 'west']);
});

test('a release whose tables were dropped builds them again', async () => {
  const newRelease = await place.start([withDoors2]);
  await newRelease.waitUntilCaughtUp();
  expect(await newNames(newRelease)).toEqual([
    ['SOUTH', 1],
    ['WEST', 1],
  ]);
  await newRelease.stop();
});

test('a new projection on a long log is built in one pass while the others continue', async () => {
  await oldRelease.openMany(600, 'x');
  const releaseWithBoth = await place.start([withDoors, withEntries], false);
  expect(await releaseWithBoth.projector.ready(0)).toBe(false);
  releaseWithBoth.projector.follow();
  const position = await oldRelease.write('door-1', 2, renamedEvent('meanwhile'));
  expect(await oldRelease.projector.waitUntilProjected(position, 20_000)).toBe(true);
  expect(await releaseWithBoth.projector.ready(20_000)).toBe(true);
  expect(await releaseWithBoth.em.count(entryRows, { door: 'door-x599' })).toBe(2);
  expect(await releaseWithBoth.projector.verify()).toEqual(new Map());
  expect((await releaseWithBoth.projector.tables()).map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    'doors_v1 read',
    'doors_v2 other',
    'entries_v1 read',
  ]);
  await releaseWithBoth.stop();
});

test('a paused projection is not folded in any process, even after a restart, and no caller waits for it', async () => {
  await oldRelease.waitUntilCaughtUp();
  const otherProcess = await place.start([withDoors]);
  await otherProcess.projector.pause(['doors_v1']);
  const { position } = (await statusOf(oldRelease, 'doors_v1')) ?? {};
  const writtenPosition = await oldRelease.write('door-1', 3, renamedEvent('unseen'));
  await eventually(async () => (await statusOf(oldRelease, 'doors_v1'))?.behind === 1n);
  expect(await oldRelease.projector.waitUntilProjected(writtenPosition, 20_000)).toBe(true);
  expect(await oldRelease.projector.ready()).toBe(true);
  await otherProcess.stop();
  await oldRelease.stop();

  oldRelease = await place.start([withDoors]);
  expect(await oldRelease.projector.waitUntilProjected(writtenPosition, 20_000)).toBe(true);
  expect(await statusOf(oldRelease, 'doors_v1')).toMatchObject({ position, behind: 1n, paused: expect.any(String) });
  expect(await oldRelease.names()).not.toContain('unseen');
  expect(await oldRelease.projector.verify()).toEqual(new Map());

  await oldRelease.projector.pause(['doors_v1'], false);
  expect(await oldRelease.projector.waitUntilProjected(writtenPosition, 20_000)).toBe(true);
  expect(await oldRelease.names()).toContain('unseen');
  expect((await statusOf(oldRelease, 'doors_v1'))?.paused).toBeUndefined();
});

test('the status shows the process that projects, and the lag in events and time', async () => {
  await oldRelease.waitUntilCaughtUp();
  expect(await statusOf(oldRelease, 'doors_v1')).toEqual({
    name: 'doors_v1',
    position: await head(),
    behind: 0n,
    age: 0,
    holder: expect.stringMatching(`^festoon ${process.pid}@.`),
  });
  await oldRelease.stop();
  oldRelease = await place.start([withDoors], false);
  for (let i = 0; i < 3; i++) await oldRelease.write(`door-late${i}`, 0, openedEvent('late'));
  const status = await statusOf(oldRelease, 'doors_v1');
  expect(status).toMatchObject({ behind: 3n, age: expect.any(Number) });
  expect(status).not.toHaveProperty('holder');
  expect(status?.age).toBeGreaterThan(0);
  await oldRelease.stop();
  oldRelease = await place.start([withDoors]);
});

test('every process sees a failed fold, and a repaired release takes over while the broken one still runs', async () => {
  await oldRelease.stop();
  const failingProjection: typeof doors = {
    ...doors,
    update: {
      ...doors.update,
      Closed: () => {
        throw new Error('a planted bug');
      },
    },
  };
  const brokenRelease = await place.start([(projector) => projector.add(failingProjection, doorRows)]);
  const log = captureLog('error');
  await brokenRelease.waitUntilCaughtUp();
  expect(await brokenRelease.projector.ready()).toBe(true);
  const at = await brokenRelease.write('door-1', 4, { type: 'Closed', data: {} });
  const watcher = await place.start([withDoors], false);
  await eventually(async () => (await statusOf(watcher, 'doors_v1'))?.failure !== undefined);
  expect((await statusOf(watcher, 'doors_v1'))?.failure).toBe(`a planted bug (event ${at})`);
  log.stop();
  expect(log.lines).toEqual([`doors_v1 is stalled: a planted bug (event ${at})`]);
  // The table was complete once, so this process stays ready, and so does one that starts now.
  for (const { projector } of [brokenRelease, watcher]) {
    expect(await projector.ready(0)).toBe(true);
    expect(projector.stalled).toEqual(['doors_v1']);
  }

  watcher.projector.follow();
  await eventually(async () => (await statusOf(brokenRelease, 'doors_v1'))?.failure === undefined);
  expect(await brokenRelease.projector.waitUntilProjected(at, 20_000)).toBe(true);
  expect(await watcher.projector.verify()).toEqual(new Map());
  await brokenRelease.stop();
  await watcher.stop();
  oldRelease = await place.start([withDoors]);
});

test('an event that the fold cannot process is skipped by an operator, and in a later rebuild too', async () => {
  await oldRelease.stop();
  const events = [openedEvent('one'), renamedEvent('two'), { type: 'Closed', data: {} } as const, openedEvent('three')];
  const strictProjection: typeof doors = {
    ...doors,
    update: {
      ...doors.update,
      Renamed: (row, { name }, { version }) => {
        if (name === 'two') throw new Error('a planted bug');
        return { ...row, name, version };
      },
    },
  };
  const brokenRelease = await place.start([(projector) => projector.add(strictProjection, doorRows)]);
  await brokenRelease.waitUntilCaughtUp();
  const log = captureLog('error');
  const lastPosition = await brokenRelease.write('door-strict', 0, ...events);
  const [before, at = 0n] = (await brokenRelease.app.get(EventStore).read('door-strict')).map(
    ({ position }) => position,
  );
  await eventually(async () => (await statusOf(brokenRelease, 'doors_v1'))?.failure !== undefined);
  log.stop();
  expect(await statusOf(brokenRelease, 'doors_v1')).toMatchObject({ position: before, failedAt: at, behind: 3n });

  const skip = (position: bigint) =>
    brokenRelease.app.get(Context).run(originOf(ann), () => brokenRelease.projector.skip('doors_v1', position));
  await expect(skip(at + 1n)).rejects.toThrow(`doors_v1 is stalled at ${at}, so event ${at + 1n} was not skipped`);
  await skip(at);
  expect(await brokenRelease.projector.waitUntilProjected(lastPosition, 20_000)).toBe(true);
  const status = await statusOf(brokenRelease, 'doors_v1');
  expect(status).toMatchObject({ skipped: [at] });
  expect(status?.failure).toBeUndefined();
  expect(await brokenRelease.names()).toContain('three');

  await brokenRelease.waitUntilCaughtUp();
  expect(await brokenRelease.projector.verify()).toEqual(new Map());
  expect((await brokenRelease.projector.rebuild('doors_v1')).rebuilt).toMatchObject([{ comparison: { different: 0 } }]);
  await expect(skip(at)).rejects.toThrow('is not stalled at an event');
  await brokenRelease.stop();
  oldRelease = await place.start([withDoors]);
});

test('a release is not ready while a projection that was never complete is stalled', async () => {
  const failingProjection: typeof entries = {
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
  const brokenRelease = await place.start([(projector) => projector.add(failingProjection, entryRows2)]);
  await eventually(async () => (await statusOf(brokenRelease, 'entries_v2'))?.failure !== undefined);
  log.stop();
  expect(await brokenRelease.projector.ready(0)).toBe(false);
  expect(brokenRelease.projector.stalled).toEqual([]);
  await brokenRelease.stop();
});

test('a table that a rebuild replaced can be dropped after a day', async () => {
  await oldRelease.waitUntilCaughtUp();
  await oldRelease.projector.rebuild('doors_v1');
  expect((await statusOf(oldRelease, 'doors_v1'))?.kept).toEqual(expect.any(String));
  expect(await oldRelease.projector.leftovers(24)).toEqual([]);
  await ageBy('25 hours', 'kept', 'kept_at');
  expect((await oldRelease.projector.leftovers(24)).map(({ name, kind }) => [name, kind])).toEqual([
    ['doors_v1', 'kept'],
  ]);
});
