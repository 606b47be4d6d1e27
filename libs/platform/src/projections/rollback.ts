import type { EventStore } from '#platform/event-store';
import type { Database } from '#platform/postgres';
import { Session } from '#platform/postgres';
import { lockTablesForRebuild } from './busy.ts';
import type { Checkpoints } from './checkpoints.ts';
import { Fold } from './fold.ts';
import { type ReadRate, readInBatches } from './log-pass.ts';
import { BrokenFold, type ReadModel } from './read-model.ts';
import { dropUnfinished, keepOld, keptPosition } from './rebuilds.ts';
import { swap } from './swap.ts';

/** Why a rollback is not possible. Nothing was changed. */
export class NothingToRollBack extends Error {}

export type RolledBack = {
  readonly name: string;
  readonly position: bigint;
  /** Events folded into the earlier rows until they had caught up. */
  readonly events: number;
  /** The longest time that a reader waited for the swap, in milliseconds. */
  readonly readersWaited: number;
};

/**
 * Swaps back the table that a rebuild replaced, after it has caught up. The other table is kept in its place, so a
 * second rollback undoes the first. Throws a {@link NothingToRollBack}, or a {@link ProjectionBusy}.
 */
export const rollback = async (
  store: EventStore,
  database: Database,
  checkpoints: Checkpoints,
  model: ReadModel,
  pace: ReadRate = {},
): Promise<RolledBack> => {
  const session = await Session.open(database);
  try {
    await lockTablesForRebuild(session, [model.name]);
    await session.query('set client_min_messages = error');
    return await new Rollback(store, session, checkpoints, model, pace).run();
  } finally {
    await session.end();
  }
};

class Rollback {
  #events = 0;

  constructor(
    private readonly store: EventStore,
    private readonly session: Session,
    private readonly checkpoints: Checkpoints,
    private readonly model: ReadModel,
    private readonly pace: ReadRate,
  ) {}

  async run(): Promise<RolledBack> {
    const { model, session } = this;
    const from = await keptPosition(session, model);
    if (from === undefined)
      throw new NothingToRollBack(
        `No earlier table of ${model.name} is kept: nothing was rebuilt lately, or it was pruned`,
      );
    await model.table
      .in('read_old')
      .mustFit(session)
      .catch((error: Error) => {
        throw new NothingToRollBack(error.message);
      });
    await dropUnfinished(session, model);
    const checkpoint = (await this.checkpoints.read([model.name], session)).get(model.name);
    const live = checkpoint?.position ?? 0n;
    if (checkpoint) this.#skipped = checkpoint.skipped;
    const caughtUpTo = await this.#catchUp(from, live, (work) => session.transaction(work), this.pace);
    const readersWaited = await this.#swap(caughtUpTo);
    return { name: model.name, position: this.#position, events: this.#events, readersWaited };
  }

  #position = 0n;
  #skipped: ReadonlySet<bigint> = new Set();

  #swap(from: bigint): Promise<number> {
    const { name, table } = this.model;
    let caughtUpTo = from;
    return swap(this.session, this.checkpoints, {
      model: this.model,
      incoming: table.in('read_old'),
      catchUp: async ({ position }) => {
        // Without a rate limit, because the projector waits during the swap.
        caughtUpTo = await this.#catchUp(caughtUpTo, position, (work) => work(), {});
        this.#position = caughtUpTo;
        return caughtUpTo;
      },
      moves: [
        `alter table ${table.sql} set schema read_new`,
        `alter table ${table.in('read_old').sql} set schema read`,
        `alter table ${table.in('read_new').sql} set schema read_old`,
      ],
      record: (_, outgoing) => keepOld(this.session, name, outgoing),
    });
  }

  /** Folds later events into the earlier rows. */
  async #catchUp(
    from: bigint,
    through: bigint,
    within: (work: () => Promise<void>) => Promise<void>,
    pace: ReadRate,
  ): Promise<bigint> {
    const table = this.model.table.in('read_old');
    let position = from;
    for await (const { events, count, end } of readInBatches(this.store, from, through, this.model.eventTypes, pace)) {
      const fold = new Fold(this.model, table, position, this.#skipped);
      await within(async () => {
        await fold.take(this.session, events, end);
        const { rows, removed } = fold.changes();
        await BrokenFold.guard(this.model.name, events, () => table.save(this.session, rows, removed));
        await keepOld(this.session, this.model.name, fold.position);
      });
      position = fold.position;
      this.#events += count;
    }
    return position;
  }
}
