import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { eventsOf, type Projection, project, type Recorded } from '#kernel';
import type { Queryable } from '#platform/postgres';
import { Fold } from './fold.ts';
import { BrokenFold } from './read-model.ts';

type Events = { Made: { n: number }; Added: { n: number }; Removed: object; Other: object };
type Row = { id: string; sum: number };
const sums: Projection<Events, Row> = {
  table: 'sums',
  version: 1,
  key: ({ stream }) => stream,
  insert: { Made: ({ n }, { stream }) => ({ id: stream, sum: n }) },
  update: {
    Added: (row, { n }) => {
      if (n === 13) throw new TypeError('a planted bug');
      return { ...row, sum: row.sum + n };
    },
    Removed: () => null,
  },
};
const model = {
  name: 'sums_v1',
  eventTypes: eventsOf(sums),
  insertingTypes: new Set(['Made']),
  keyOf: (event: Recorded) => sums.key(event as Recorded<Events>),
  fold: (rows: ReadonlyMap<string, object>, events: readonly Recorded[]) =>
    project(sums, rows as ReadonlyMap<string, Row>, events as Recorded<Events>[]),
};

/** A table in memory. */
class Table {
  readonly rows = new Map<string, object>();
  readonly load = async (_: Queryable, keys: readonly string[]) =>
    new Map(keys.flatMap((key) => (this.rows.has(key) ? [[key, this.rows.get(key) as object] as const] : [])));

  save({ rows, removed }: { rows: readonly object[]; removed: readonly string[] }): void {
    for (const key of removed) this.rows.delete(key);
    for (const row of rows) this.rows.set((row as Row).id, row);
  }
}
const noDatabase: Queryable = { query: async () => [] };

const anyEvent = fc.record({
  stream: fc.constantFrom('a', 'b', 'c'),
  type: fc.constantFrom('Made', 'Added', 'Removed', 'Other'),
  n: fc.integer({ min: 0, max: 12 }),
});
const log = (events: readonly { stream: string; type: string; n: number }[]): readonly Recorded[] =>
  events.map(
    ({ stream, type, n }, i) => ({ stream, type, data: { n }, position: BigInt(i + 1) }) as unknown as Recorded,
  );

/** A fold with the table and the journal that another process continues from after a crash. */
class RestartableFold {
  readonly table = new Table();
  #checkpoint = 0n;
  #journal: { readonly position: bigint; readonly changes: string }[] = [];
  fold = this.#begin();

  #begin(): Fold {
    const fold = new Fold(model, this.table, this.#checkpoint, new Set());
    const entries = this.#journal.filter(({ position }) => position > this.#checkpoint);
    for (const { position, changes } of entries) fold.restore(position, JSON.parse(changes));
    fold.takeRowChanges();
    return fold;
  }

  readonly actions = {
    continue: () => undefined,
    record: () => {
      this.#journal.push({ position: this.fold.position, changes: JSON.stringify(this.fold.takeRowChanges()) });
    },
    write: () => {
      this.table.save(this.fold.changes());
      this.#checkpoint = this.fold.position;
    },
    release: () => {
      this.actions.write();
      this.#journal = [];
      this.fold.releaseRows();
    },
    crash: () => {
      this.#journal = this.#journal.filter(({ position }) => position <= this.fold.position);
      this.fold = this.#begin();
    },
  };
}

test('the table equals one fold of the log for all batch sizes, even when rows are released or the process crashes', async () => {
  const batches = fc.array(
    fc.record({
      events: fc.array(anyEvent, { maxLength: 6 }),
      action: fc.constantFrom('continue', 'record', 'write', 'release', 'crash'),
    }),
  );
  await fc.assert(
    fc.asyncProperty(batches, async (steps) => {
      const restartable = new RestartableFold();
      const allEvents = log(steps.flatMap(({ events }) => events));
      let eventCount = 0;
      for (const { events, action } of steps) {
        eventCount += events.length;
        await restartable.fold.take(noDatabase, allEvents.slice(0, eventCount));
        restartable.actions[action]();
      }
      await restartable.fold.take(noDatabase, allEvents);
      restartable.actions.write();
      expect(new Map([...restartable.table.rows].sort())).toEqual(
        new Map([...project(sums, new Map(), allEvents as Recorded<Events>[])].sort()),
      );
      expect(restartable.fold.position).toBe(BigInt(allEvents.length));
    }),
    { numRuns: 500 },
  );
});

test('after a crash the fold continues after its newest journal entry', async () => {
  const restartable = new RestartableFold();
  const events = log(['Made', 'Added', 'Added', 'Added'].map((type) => ({ stream: 'a', type, n: 1 })));
  await restartable.fold.take(noDatabase, events.slice(0, 2));
  restartable.actions.record();
  await restartable.fold.take(noDatabase, events.slice(0, 3));
  restartable.actions.crash();
  expect(restartable.fold.position).toBe(2n);
  await restartable.fold.take(noDatabase, events);
  expect(restartable.fold.changes()).toEqual({ rows: [{ id: 'a', sum: 4 }], removed: [] });
});

test('events that were folded before are not folded again', async () => {
  const table = new Table();
  table.rows.set('a', { id: 'a', sum: 5 });
  const fold = new Fold(model, table, 2n, new Set());
  await fold.take(noDatabase, log(['Made', 'Added', 'Added'].map((type) => ({ stream: 'a', type, n: 5 }))));
  expect(fold.changes()).toEqual({ rows: [{ id: 'a', sum: 10 }], removed: [] });
});

test('the error of a fold names the projection and the event', async () => {
  const brokenFold = new Fold(model, new Table(), 0n, new Set()).take(
    noDatabase,
    log([
      { stream: 'a', type: 'Made', n: 1 },
      { stream: 'a', type: 'Added', n: 13 },
    ]),
  );
  await expect(brokenFold).rejects.toThrow(BrokenFold);
  await expect(brokenFold).rejects.toMatchObject({
    projection: 'sums_v1',
    message: 'a planted bug (event 2)',
    position: 2n,
  });
});

test('an event in a shape of a newer release stops the projection, unless the projection does not use it', async () => {
  const newer = (type: 'Added' | 'Other') =>
    log([{ stream: 'a', type, n: 1 }]).map((event) => ({ ...event, isNewer: true as const }));
  const fold = new Fold(model, new Table(), 0n, new Set());
  await fold.take(noDatabase, newer('Other'));
  await expect(new Fold(model, new Table(), 0n, new Set()).take(noDatabase, newer('Added'))).rejects.toThrow(
    'a newer release wrote this Added (event 1)',
  );
});

test('the error of a fold does not contain the row that the table refused', async () => {
  const cause = Object.assign(new Error("insert into people values ('Ann Archer') - value too long"), {
    code: '22001',
    table: 'people_v1',
  });
  const guarded = BrokenFold.guard('people_v1', log([{ stream: 'a', type: 'Made', n: 1 }]), () =>
    Promise.reject(cause),
  );
  await expect(guarded).rejects.toMatchObject({ message: 'Postgres 22001: people_v1 (event 1)', cause });
});

test('a skipped event is not folded', async () => {
  const fold = new Fold(model, new Table(), 0n, new Set([2n]));
  const events = [1, 13, 4].map((n, i) => ({ stream: 'a', type: i === 0 ? 'Made' : 'Added', n }));
  await fold.take(noDatabase, log(events));
  expect(fold.changes()).toEqual({ rows: [{ id: 'a', sum: 5 }], removed: [] });
  expect(fold.position).toBe(3n);
});
