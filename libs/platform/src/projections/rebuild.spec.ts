import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Client } from 'pg';
import { randomRuns } from '#kernel/testing';
import { EventStore } from '#platform/event-store';
import { Database, Session } from '#platform/postgres';
import { BrokenFold, NothingToRollBack, ProjectionBusy } from '#platform/projections';
import { eventually, wholeLog } from '#platform/testing';
import {
  closed,
  type DoorRow,
  Doors,
  doorRows,
  doors,
  openedEvent,
  type Release,
  renamedEvent,
  withBuggyDoors,
  withDoors,
  withEntries,
} from './projections.suite.ts';

let place: Doors;
let release: Release;
beforeAll(async () => {
  place = await Doors.open();
  release = await place.start([withDoors, withEntries]);
  await release.openMany(200, 'a');
  await release.waitUntilCaughtUp();
});
afterAll(() => place.close());

const query = <Row extends object>(sql: string) => release.app.get(Database).query<Row>(sql);
const tablesIn = async (schema: string) =>
  (await query<{ name: string }>(`select tablename as name from pg_tables where schemaname = '${schema}'`)).map(
    ({ name }) => name,
  );
const indexesOf = (table: string) =>
  query<{ name: string; def: string }>(
    `select indexname as name, indexdef as def from pg_indexes where schemaname = 'read' and tablename = '${table}' order by 1`,
  );

test('one pass over the log rebuilds several projections; keys, indexes and privileges stay the same', async () => {
  const indexesBefore = await indexesOf('doors_v1');
  const { rebuilt, events } = await release.projector.rebuild(['doors_v1', 'entries_v1']);
  expect(events).toBe(400);
  expect(rebuilt).toMatchObject([
    { name: 'doors_v1', rows: 200, comparison: { rows: 200, fresh: 200, different: 0, keys: [] } },
    { name: 'entries_v1', rows: 400, comparison: { rows: 400, fresh: 400, different: 0, keys: [] } },
  ]);
  expect(indexesBefore).toHaveLength(4);
  expect(await indexesOf('doors_v1')).toEqual(indexesBefore);
  expect(await tablesIn('read_new')).toEqual([]);
  expect((await tablesIn('read_old')).sort()).toEqual(['doors_v1', 'entries_v1']);
});

test('while tables are swapped repeatedly no read fails, and no read is older than an earlier one', async () => {
  const state = { version: 1, stop: false };
  await release.write('door-clock', 0, openedEvent('clock'));
  await release.waitUntilCaughtUp();
  const readers: Record<string, () => Promise<number | undefined>> = {
    mikroOrm: async () => (await release.em.findOne(doorRows, { id: 'door-clock' }))?.version,
    mikroOrmList: async () => (await release.em.find(doorRows, { name: 'clock' })).at(0)?.version,
    kysely: async () =>
      (
        await release.em
          .getKysely<{ Door: DoorRow }>({ tableNamingStrategy: 'entity', columnNamingStrategy: 'property' })
          .withSchema('read')
          .selectFrom('Door')
          .selectAll()
          .where('id', '=', 'door-clock')
          .executeTakeFirst()
      )?.version,
  };
  const client = new Client({ connectionString: place.config.databaseUrl });
  await client.connect();
  const preparedStatement = {
    name: 'clock',
    text: 'select * from read.doors_v1 where id = $1',
    values: ['door-clock'],
  };
  readers.prepared = async () => (await client.query<DoorRow>(preparedStatement)).rows[0]?.version;
  const counts: Record<string, number> = {};
  const reader = async (name: string, query: () => Promise<number | undefined>) => {
    for (let lastSeen = 1; !state.stop; ) {
      const version = await query();
      if (version === undefined || version < lastSeen) throw new Error(`${name} saw ${version} after ${lastSeen}`);
      lastSeen = version;
      counts[name] = (counts[name] ?? 0) + 1;
    }
  };
  const writer = async () => {
    while (!state.stop) {
      await release.write('door-clock', state.version, renamedEvent('clock'));
      state.version += 1;
      await sleep(2);
    }
  };
  const readersAndWriter = Promise.all([
    ...Object.entries(readers).map(([name, query]) => reader(name, query)),
    writer(),
  ]);
  const swaps = (async () => {
    for (let i = 0; i < 3; i++) {
      await release.projector.rebuild(['doors_v1', 'entries_v1'], i % 2 ? { discard: true } : {});
      if (i === 2) await release.projector.rollback('doors_v1');
    }
  })();
  await Promise.race([swaps, readersAndWriter]);
  state.stop = true;
  await readersAndWriter;
  await client.end();
  await release.waitUntilCaughtUp();
  expect((await release.em.findOne(doorRows, { id: 'door-clock' }))?.version).toBe(state.version);
  for (const name of Object.keys(readers)) expect(counts[name]).toBeGreaterThan(8);
  expect(await release.projector.verify()).toEqual(new Map());
});

/** Runs the work during a long transaction that reads doors, so that no swap can happen until it ends. */
const duringLongRead = async (work: () => Promise<void>) => {
  const long = new Client({ connectionString: place.config.databaseUrl });
  await long.connect();
  await long.query('begin; select count(*) from read.doors_v1');
  await work();
  await long.query('commit');
  await long.end();
};

test('a long query delays the swap, and the waiting swap delays no other query', async () => {
  let rebuilding: ReturnType<typeof release.projector.rebuild> | undefined;
  await duringLongRead(async () => {
    rebuilding = release.projector.rebuild('doors_v1');
    const waitingLocks = `select from pg_locks where relation = 'read.doors_v1'::regclass and mode = 'AccessExclusiveLock' and not granted`;
    await eventually(async () => (await query(waitingLocks)).length > 0);
    for (let i = 0; i < 20; i++) {
      expect((await release.names()).length).toBe(201);
      await sleep(20);
    }
  });
  expect((await rebuilding)?.rebuilt).toMatchObject([{ name: 'doors_v1', rows: 201 }]);
});

test('a second rebuild of the same projection is refused at once and names the process of the first', async () => {
  let rebuilding: Promise<unknown> | undefined;
  await duringLongRead(async () => {
    rebuilding = release.projector.rebuild('doors_v1');
    const status = async () => (await release.projector.status()).find(({ name }) => name === 'doors_v1');
    await eventually(async () => (await status())?.rebuild !== undefined);
    expect((await status())?.rebuild).toMatchObject({ by: expect.stringContaining(`festoon ${process.pid}@`) });
    const refusal = await release.projector.rebuild(['entries_v1', 'doors_v1']).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ProjectionBusy);
    expect((refusal as Error).message).toContain(`doors_v1 is already being rebuilt, by festoon ${process.pid}@`);
    await expect(release.projector.rollback('doors_v1')).rejects.toThrow(ProjectionBusy);
  });
  await rebuilding;
});

test('a rebuild and a rollback wait for another process that holds the table briefly', async () => {
  for (const work of [() => release.projector.rebuild('doors_v1'), () => release.projector.rollback('doors_v1')]) {
    const other = await Session.open(release.app.get(Database));
    expect(await other.tryLock(7_310_582, 'doors_v1')).toBe(true);
    const tryLock = jest.spyOn(Session.prototype, 'tryLock');
    const waiting = work();
    await eventually(async () => (await Promise.all(tryLock.mock.results.map(({ value }) => value))).includes(false));
    await other.end();
    expect(await waiting).toBeDefined();
    tryLock.mockRestore();
  }
});

test('rows that do not fit in memory are written to the table and loaded again', async () => {
  await release.write('door-a1', 2, closed);
  await release.write('door-a1', 3, openedEvent('again'), renamedEvent('again!'));
  await release.write('door-a2', 2, closed);
  await release.waitUntilCaughtUp();
  const { rebuilt } = await release.projector.rebuild(['doors_v1', 'entries_v1'], { rowsInMemory: 7, maxRate: 1_200 });
  expect(rebuilt.map(({ comparison }) => comparison?.different)).toEqual([0, 0]);
  expect(await release.projector.verificationResults(['doors_v1'], { rowsInMemory: 7, maxRate: 1_200 })).toMatchObject([
    { rows: 200, fresh: 200, different: 0 },
  ]);
});

/** Starts a rebuild and aborts it at this fetch of a hundred events; returns how many events were fetched before. */
const abortRebuildAtFetch = async (fetch: number, options: { rowsInMemory?: number }): Promise<number> => {
  const rebuildAbort = new AbortController();
  const store = release.app.get(EventStore);
  let fetchCount = 0;
  const spy = jest.spyOn(store, 'afterSealed').mockImplementation(async (position, limit) => {
    if (limit === 100) fetchCount += 1;
    if (fetchCount === fetch) rebuildAbort.abort();
    return EventStore.prototype.afterSealed.call(store, position, limit);
  });
  const aborted = release.projector.rebuild(['doors_v1', 'entries_v1'], {
    ...options,
    recordEvery: 100,
    maxRate: 400,
    signal: rebuildAbort.signal,
  });
  await expect(aborted).rejects.toThrow(/abort/i);
  spy.mockRestore();
  return (fetchCount - 1) * 100;
};

test.each([
  ['that fits in memory', {}],
  ['that does not', { rowsInMemory: 150 }],
])(
  'a rebuild %s that is killed early, halfway or late is resumed by another one, which repeats at most one batch',
  async (_, options) => {
    const count = (await wholeLog(release.app.get(EventStore))).length;
    const fetches = Math.ceil(count / 100);
    for (const fetch of [2, Math.ceil(fetches / 2), fetches]) {
      const fetchedEvents = await abortRebuildAtFetch(fetch, options);
      expect(await release.projector.leftovers()).toContainEqual(
        expect.objectContaining({ name: 'doors_v1', kind: 'unfinished' }),
      );
      const resumedRebuild = await release.projector.rebuild(['doors_v1', 'entries_v1'], { ...options, resume: true });
      // When it was aborted, the newest batch was being fetched and the one before it was being folded.
      expect(resumedRebuild.events).toBeLessThanOrEqual(count - fetchedEvents + 200);
      expect(resumedRebuild.rebuilt.map(({ comparison }) => comparison?.different)).toEqual([0, 0]);
      expect(await tablesIn('read_new')).toEqual([]);
    }
  },
);

test('the leftovers of a killed rebuild are only used with `resume`, and can be dropped', async () => {
  const count = (await wholeLog(release.app.get(EventStore))).length;
  await abortRebuildAtFetch(4, {});
  const found = (await release.projector.leftovers()).filter(({ kind }) => kind === 'unfinished');
  expect(await release.projector.prune(found)).toHaveLength(2);
  expect(await tablesIn('read_new')).toEqual([]);
  expect(await release.projector.rebuild('doors_v1', { resume: true })).toMatchObject({ events: count });
  await abortRebuildAtFetch(4, {});
  expect(await release.projector.rebuild(['doors_v1', 'entries_v1'])).toMatchObject({ events: count });
});

test('a rebuild whose connection is cut at any moment leaves the read table unchanged, and the next one succeeds', async () => {
  const rows = await release.names();
  const indexes = await indexesOf('doors_v1');
  const owner = new Client({ connectionString: place.config.databaseUrl });
  await owner.connect();
  const locks = `from pg_locks where locktype = 'advisory' and classid in (7310582, 7310585)
    and database = (select oid from pg_database where datname = current_database())`;
  const cutStatement = `select pg_terminate_backend(pid) ${locks}`;
  const locksStatement = `select 1 ${locks}`;
  for (let i = 0; i < randomRuns(6); i++) {
    const rebuildEnd = release.projector.rebuild('doors_v1').then(
      () => 'done',
      () => 'cut',
    );
    await sleep(Math.random() * 60);
    await owner.query(cutStatement);
    await rebuildEnd;
    // A connection that was cut holds its locks until its server process has ended.
    await eventually(async () => (await owner.query(locksStatement)).rowCount === 0);
    expect(await release.names()).toEqual(rows);
  }
  await owner.end();
  expect((await release.projector.rebuild('doors_v1')).rebuilt).toMatchObject([{ comparison: { different: 0 } }]);
  expect(await indexesOf('doors_v1')).toEqual(indexes);
  expect(await tablesIn('read_new')).toEqual([]);
});

test('rows of a wrong fold are found by verify, repaired by a rebuild, and restored by a rollback', async () => {
  await release.stop();
  const wrongRelease = await place.start([withBuggyDoors, withEntries]);
  await wrongRelease.write('door-a5', 2, renamedEvent('repaired'));
  await wrongRelease.waitUntilCaughtUp();
  expect(await wrongRelease.names()).not.toContain('repaired');
  await wrongRelease.stop();
  release = await place.start([withDoors, withEntries]);
  expect(await release.projector.verify()).toEqual(new Map([['doors_v1', ['door-a5']]]));
  const { rebuilt } = await release.projector.rebuild('doors_v1');
  expect(rebuilt).toMatchObject([{ comparison: { different: 1, keys: ['door-a5'] } }]);
  expect(await release.names()).toContain('repaired');

  await release.write('door-a6', 2, renamedEvent('since then'));
  await release.waitUntilCaughtUp();
  expect(await release.projector.rollback('doors_v1')).toMatchObject({ name: 'doors_v1', events: 1 });
  expect(await release.names()).toContain('since then');
  expect(await release.names()).not.toContain('repaired');
  await release.projector.rollback('doors_v1');
  expect(await release.names()).toContain('repaired');
  expect(await release.projector.verify()).toEqual(new Map());
});

test('there is no rollback if no table was kept', async () => {
  await release.projector.rebuild('doors_v1', { discard: true });
  await expect(release.projector.rollback('doors_v1')).rejects.toThrow(NothingToRollBack);
  expect(await tablesIn('read_old')).not.toContain('doors_v1');
  expect(await release.projector.verify()).toEqual(new Map());
});

test('a fold that fails leaves the read table in place', async () => {
  const rows = await release.names();
  const brokenRelease = await place.start(
    [
      (projector) =>
        projector.add(
          {
            ...doors,
            update: {
              Renamed: () => {
                throw new TypeError('a planted bug');
              },
            },
          },
          doorRows,
        ),
    ],
    false,
  );
  await expect(brokenRelease.projector.rebuild('doors_v1')).rejects.toThrow(BrokenFold);
  expect(await brokenRelease.projector.verify()).toEqual(
    new Map([['doors_v1', [expect.stringContaining('a planted bug')]]]),
  );
  await brokenRelease.stop();
  expect(await release.names()).toEqual(rows);
  expect(await tablesIn('read_new')).toEqual([]);
});

test('a kept table is dropped by prune', async () => {
  await release.projector.rebuild('entries_v1');
  const found = await release.projector.leftovers();
  expect(found.map(({ name, kind }) => [name, kind])).toEqual([['entries_v1', 'kept']]);
  expect(await release.projector.leftovers(1)).toEqual([]);
  expect(await release.projector.prune(found)).toEqual(found);
  expect(await tablesIn('read_old')).toEqual([]);
  expect(await release.projector.leftovers()).toEqual([]);
});
