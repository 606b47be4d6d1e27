import type { Recorded } from '#kernel';
import type { Queryable } from '#platform/postgres';
import { BrokenFold, type ReadModel, type Rows } from './read-model.ts';
import type { ReadTable } from './read-table.ts';

/** What a fold has changed since the last call: the new rows, and the keys of deleted rows. */
export type Changes = { readonly rows: readonly object[]; readonly removed: readonly string[] };

/** Rows by their keys; null for deleted rows. */
export type RowChanges = readonly (readonly [key: string, row: object | null])[];

/** Rows of one table in memory while events are folded: loaded when an event concerns them, written together. */
export class Fold {
  readonly #rows = new Map<string, object>();
  readonly #changed = new Set<string>();
  /** Keys changed since the last call of {@link takeRowChanges}; undefined before the first call. */
  #changedKeys: Set<string> | undefined;
  /** Whether all rows are in memory, so that none has to be loaded from the table. */
  #allInMemory: boolean;

  constructor(
    private readonly model: Omit<ReadModel, 'table' | 'entity'>,
    private readonly table: Pick<ReadTable, 'load'>,
    /** Everything up to this position is folded. */
    public position: bigint,
    /** Positions of events that are not folded. */
    private readonly skipped: ReadonlySet<bigint>,
  ) {
    this.#allInMemory = position === 0n;
  }

  /** How many rows are held in memory. */
  get size(): number {
    return this.#rows.size;
  }

  /** Folds the events after its position, and moves the position to `end`. Throws a {@link BrokenFold}. */
  async take(
    database: Queryable,
    events: readonly Recorded[],
    end = events.at(-1)?.position ?? this.position,
  ): Promise<void> {
    const { eventTypes } = this.model;
    const newEvents = events.filter(
      ({ type, position }) => eventTypes.has(type) && position > this.position && !this.skipped.has(position),
    );
    if (newEvents.length > 0) {
      const keys = this.#keysOf(newEvents);
      await this.#load(database, keys);
      const rowsBefore = this.#known(keys.keys());
      const rowsAfter = this.#folded(rowsBefore, newEvents);
      for (const [key, made] of keys) this.#put(key, rowsBefore.get(key), rowsAfter.get(key), made);
    }
    if (end > this.position) this.position = end;
  }

  /** The rows that changed since the last call, and the keys of deleted rows. */
  changes(): Changes {
    const rows: object[] = [];
    const removedKeys: string[] = [];
    for (const key of this.#changed) {
      const row = this.#rows.get(key);
      if (row) rows.push(row);
      else removedKeys.push(key);
    }
    this.#changed.clear();
    return { rows, removed: removedKeys };
  }

  /**
   * The row changes since the last call; independent of {@link changes}. The first call returns nothing and starts
   * recording.
   */
  takeRowChanges(): RowChanges {
    const rowChanges = [...(this.#changedKeys ?? [])].map((key) => [key, this.#rows.get(key) ?? null] as const);
    this.#changedKeys = new Set();
    return rowChanges;
  }

  /** Restores the journal of another fold of the same release: changes that the table does not contain yet. */
  restore(position: bigint, changes: RowChanges): void {
    for (const [key, row] of changes) {
      this.#changed.add(key);
      if (row) this.#rows.set(key, row);
      else this.#rows.delete(key);
    }
    this.position = position;
  }

  /** Releases the rows in memory, all of which must have been written. */
  releaseRows(): void {
    this.#rows.clear();
    this.#changedKeys?.clear();
    this.#allInMemory = false;
  }

  #folded(before: Rows, events: readonly Recorded[]): Rows {
    const { name, fold } = this.model;
    try {
      return fold(before, events);
    } catch {
      // The events are folded again one by one, to find the event that fails.
      return events.reduce((rows, event) => orBrokenFold(name, event, () => fold(rows, [event])), before);
    }
  }

  /** The row keys that these events concern, and whether the first event of each key creates its row. */
  #keysOf(events: readonly Recorded[]): Map<string, boolean> {
    const { name, keyOf, insertingTypes } = this.model;
    const found = new Map<string, boolean>();
    for (const event of events) {
      const key = orBrokenFold(name, event, () => keyOf(requireKnown(event)));
      if (!found.has(key)) found.set(key, insertingTypes.has(event.type));
    }
    return found;
  }

  async #load(database: Queryable, keys: ReadonlyMap<string, boolean>): Promise<void> {
    if (this.#allInMemory) return;
    const missingKeys = [...keys].filter(([key, made]) => !(made || this.#rows.has(key) || this.#changed.has(key)));
    if (missingKeys.length === 0) return;
    const loadedRows = await this.table.load(
      database,
      missingKeys.map(([key]) => key),
    );
    for (const [key, row] of loadedRows) this.#rows.set(key, row);
  }

  #known(keys: Iterable<string>): Map<string, object> {
    const knownRows = new Map<string, object>();
    for (const key of keys) {
      const row = this.#rows.get(key);
      if (row) knownRows.set(key, row);
    }
    return knownRows;
  }

  /** A created row was not looked up, so it may replace one in the table and always counts as changed. */
  #put(key: string, before: object | undefined, after: object | undefined, made: boolean): void {
    if (after === before && !made) return;
    this.#changed.add(key);
    this.#changedKeys?.add(key);
    if (after) this.#rows.set(key, after);
    else this.#rows.delete(key);
  }
}

/** A fold cannot read data in the shape of a newer release. */
const requireKnown = (event: Recorded): Recorded => {
  if (event.isNewer) throw new Error(`a newer release wrote this ${event.type}`);
  return event;
};

const orBrokenFold = <T>(name: string, event: Recorded, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw new BrokenFold(name, [event], error);
  }
};
