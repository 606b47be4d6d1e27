import type { Session } from '#platform/postgres';
import { addKey, copyInto, createLike, mergeInto } from './bulk.ts';
import { Fold, type RowChanges } from './fold.ts';
import type { LogBatch } from './log-pass.ts';
import { BrokenFold, type ReadModel } from './read-model.ts';
import type { ReadTable } from './read-table.ts';

/** A fresh fold of a projection beside its read table: in memory while it fits, then in a table of its own. */
export class Shadow {
  readonly #fold: Fold;
  #made: boolean;

  constructor(
    readonly model: ReadModel,
    readonly table: ReadTable,
    /** The last position that is folded; later events are not. */
    public through: bigint,
    /** Positions of events that are not folded. */
    skipped: ReadonlySet<bigint>,
    /** The position at which an earlier fold of the same release wrote its table; 0 starts from the beginning. */
    from = 0n,
  ) {
    this.#fold = new Fold(model, table, from, skipped);
    this.#made = from > 0n;
  }

  get position(): bigint {
    return this.#fold.position;
  }

  /** The number of rows in memory. */
  get size(): number {
    return this.#fold.size;
  }

  take(session: Session, { events, end }: Pick<LogBatch, 'events' | 'end'>): Promise<void> {
    if (end <= this.through) return this.#fold.take(session, events, end);
    const ownEvents = events.filter(({ position }) => position <= this.through);
    return this.#fold.take(session, ownEvents, this.through);
  }

  /** What changed since the last call; the first call returns nothing. */
  takeRowChanges(): RowChanges {
    return this.#fold.takeRowChanges();
  }

  /** Restores a journal entry of an earlier fold of the same release: changes that its table does not contain yet. */
  restore(position: bigint, changes: RowChanges): void {
    this.#fold.restore(position, changes);
  }

  /** Writes the rows that are not written yet. Call it in a transaction. */
  async write(session: Session): Promise<void> {
    const { rows, removed } = this.#fold.changes();
    await BrokenFold.guard(this.model.name, [], async () => {
      if (this.#made) await mergeInto(session, this.table, rows, removed);
      else await this.#make(session, rows);
    });
    this.#made = true;
  }

  /** Writes everything and releases the rows in memory. */
  async spill(session: Session): Promise<void> {
    await this.write(session);
    this.#fold.releaseRows();
  }

  async #make(session: Session, rows: readonly object[]): Promise<void> {
    await createLike(session, this.table, this.model.table);
    await copyInto(session, this.table, rows, this.table.place === 'read_new');
    await addKey(session, this.table);
  }
}
