import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { eventsOf, type Projection, project, type Recorded } from '#kernel';
import type { Queryable } from '#platform/postgres';
import { Fold } from './fold.ts';
import { BrokenFold } from './read-model.ts';

type Events = { Made: { n: number }; Added: { n: number }; Gone: object; Other: object };
type Row = { id: string; sum: number };
const sums: Projection<Events, Row> = {
  table: 'sums',
  version: 1,
  key: ({ stream }) => stream,
  insert: { Made: ({ n }, { stream }) => ({ id: stream, sum: n }) },
  update: {
    Added: (row, { n }) => {
      if (n === 13) throw new TypeError('unlucky');
      return { ...row, sum: row.sum + n };
    },
    Gone: () => null,
  },
};
const model = {
  name: 'sums_v1',
  eventTypes: eventsOf(sums),
  makers: new Set(['Made']),
  keyOf: (event: Recorded) => sums.key(event as Recorded<Events>),
  fold: (rows: ReadonlyMap<string, object>, events: readonly Recorded[]) =>
    project(sums, rows as ReadonlyMap<string, Row>, events as Recorded<Events>[]),
};

/** A table that is no more than a map. */
class Table {
  readonly rows = new Map<string, object>();
  readonly load = async (_: Queryable, keys: readonly string[]) =>
    new Map(keys.flatMap((key) => (this.rows.has(key) ? [[key, this.rows.get(key) as object] as const] : [])));

  save({ rows, gone }: { rows: readonly object[]; gone: readonly string[] }): void {
    for (const key of gone) this.rows.delete(key);
    for (const row of rows) this.rows.set((row as Row).id, row);
  }
}
const nowhere: Queryable = { query: async () => [] };

const told = fc.record({
  stream: fc.constantFrom('a', 'b', 'c'),
  type: fc.constantFrom('Made', 'Added', 'Gone', 'Other'),
  n: fc.integer({ min: 0, max: 12 }),
});
const log = (events: readonly { stream: string; type: string; n: number }[]): readonly Recorded[] =>
  events.map(
    ({ stream, type, n }, i) => ({ stream, type, data: { n }, position: BigInt(i + 1) }) as unknown as Recorded,
  );

/** A process that folds, and what it leaves for the one after it when it dies. */
class Folding {
  readonly table = new Table();
  #written = 0n;
  #noted: { readonly position: bigint; readonly news: string }[] = [];
  fold = this.#begin();

  #begin(): Fold {
    const fold = new Fold(model, this.table, this.#written, new Set());
    const left = this.#noted.filter(({ position }) => position > this.#written);
    for (const { position, news } of left) fold.restore(position, JSON.parse(news));
    fold.news();
    return fold;
  }

  readonly does = {
    'go on': () => undefined,
    note: () => {
      this.#noted.push({ position: this.fold.position, news: JSON.stringify(this.fold.news()) });
    },
    write: () => {
      this.table.save(this.fold.changes());
      this.#written = this.fold.position;
    },
    forget: () => {
      this.does.write();
      this.#noted = [];
      this.fold.forget();
    },
    die: () => {
      this.#noted = this.#noted.filter(({ position }) => position <= this.fold.position);
      this.fold = this.#begin();
    },
  };
}

test('in whatever batches events come, whenever rows are let go and whenever it dies, the table ends as one fold makes it', async () => {
  const batches = fc.array(
    fc.record({
      events: fc.array(told, { maxLength: 6 }),
      act: fc.constantFrom('go on', 'note', 'write', 'forget', 'die'),
    }),
  );
  await fc.assert(
    fc.asyncProperty(batches, async (story) => {
      const folding = new Folding();
      const all = log(story.flatMap(({ events }) => events));
      let through = 0;
      for (const { events, act } of story) {
        through += events.length;
        await folding.fold.take(nowhere, all.slice(0, through));
        folding.does[act]();
      }
      await folding.fold.take(nowhere, all);
      folding.does.write();
      expect(new Map([...folding.table.rows].sort())).toEqual(
        new Map([...project(sums, new Map(), all as Recorded<Events>[])].sort()),
      );
      expect(folding.fold.position).toBe(BigInt(all.length));
    }),
    { numRuns: 500 },
  );
});

test('one that dies goes on after what it noted last', async () => {
  const folding = new Folding();
  const events = log(['Made', 'Added', 'Added', 'Added'].map((type) => ({ stream: 'a', type, n: 1 })));
  await folding.fold.take(nowhere, events.slice(0, 2));
  folding.does.note();
  await folding.fold.take(nowhere, events.slice(0, 3));
  folding.does.die();
  expect(folding.fold.position).toBe(2n);
  await folding.fold.take(nowhere, events);
  expect(folding.fold.changes()).toEqual({ rows: [{ id: 'a', sum: 4 }], gone: [] });
});

test('events that were folded before are not folded again', async () => {
  const table = new Table();
  table.rows.set('a', { id: 'a', sum: 5 });
  const fold = new Fold(model, table, 2n, new Set());
  await fold.take(nowhere, log(['Made', 'Added', 'Added'].map((type) => ({ stream: 'a', type, n: 5 }))));
  expect(fold.changes()).toEqual({ rows: [{ id: 'a', sum: 10 }], gone: [] });
});

test('a fold that throws says whose it is and at which event', async () => {
  const broken = new Fold(model, new Table(), 0n, new Set()).take(
    nowhere,
    log([
      { stream: 'a', type: 'Made', n: 1 },
      { stream: 'a', type: 'Added', n: 13 },
    ]),
  );
  await expect(broken).rejects.toThrow(BrokenFold);
  await expect(broken).rejects.toMatchObject({ projection: 'sums_v1', message: 'unlucky (event 2)', position: 2n });
});

test('an event that is to be skipped is passed over', async () => {
  const fold = new Fold(model, new Table(), 0n, new Set([2n]));
  const events = [1, 13, 4].map((n, i) => ({ stream: 'a', type: i === 0 ? 'Made' : 'Added', n }));
  await fold.take(nowhere, log(events));
  expect(fold.changes()).toEqual({ rows: [{ id: 'a', sum: 5 }], gone: [] });
  expect(fold.position).toBe(3n);
});
