import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '#platform/postgres';
import type { Checkpoint, Checkpoints } from './checkpoints.ts';
import type { ReadModel } from './read-model.ts';
import type { ReadTable } from './read-table.ts';

/** Readers wait no longer than this behind a table that changes places, in milliseconds. */
const readersWait = 50;
const tryFor = 60_000;
const pauseBetween = 250;

/** Somebody has been reading a table for so long that it could not change places. Nothing was changed. */
export class TableInUse extends Error {
  constructor(table: ReadTable) {
    super(
      `${table.sql} was in use for a minute without a break, so nothing was swapped: end what reads it and try again`,
    );
  }
}

type Swap = {
  readonly model: ReadModel;
  /** The table that comes in. */
  readonly incoming: ReadTable;
  /** Brings it up to the checkpoint, within the swap's transaction; answers how far it then is. */
  readonly catchUp: (checkpoint: Checkpoint) => Promise<bigint>;
  /** The statements that change the tables' places. */
  readonly moves: readonly string[];
  /** What else changes with it. Told the position of the table that comes in, and that of the one that goes out. */
  readonly note: (incoming: bigint, outgoing: bigint) => Promise<void>;
};

/**
 * Swaps tables in one short transaction under the checkpoint's lock; answers for how many milliseconds readers were held
 * up at most. Where a long query reads the table it steps back and tries again, so that others do not queue up behind it.
 */
export const swap = async (session: Session, checkpoints: Checkpoints, wanted: Swap): Promise<number> => {
  const until = Date.now() + tryFor;
  for (;;) {
    const begun = await session.transaction(() => attempt(session, checkpoints, wanted)).catch(unlessLocked);
    if (begun !== undefined) return performance.now() - begun;
    if (Date.now() > until) throw new TableInUse(wanted.model.table);
    await sleep(pauseBetween * (0.5 + Math.random()));
  }
};

/** When readers were first held up; undefined when that would have taken too long. What was caught up is kept all the same. */
const attempt = async (
  session: Session,
  checkpoints: Checkpoints,
  { model, incoming, catchUp, moves, note }: Swap,
): Promise<number | undefined> => {
  await session.query('set local lock_timeout = 5000; set local synchronous_commit = on');
  // Sends a vacuum away, and holds up neither readers nor the projector.
  await session.query(`lock table ${model.table.sql} in share update exclusive mode`);
  await session.query(`lock table ${incoming.sql} in access exclusive mode`);
  const checkpoint = (await checkpoints.lock(session, [model.name])).get(model.name);
  if (!checkpoint) throw new Error(`${model.name} has no checkpoint`);
  const position = await catchUp(checkpoint);
  await session.query('savepoint swap');
  await note(position, checkpoint.position);
  if (position > checkpoint.position) await checkpoints.keep(session, [model.name], position);
  await session.query(`set local lock_timeout = ${readersWait}`);
  const begun = performance.now();
  return session.query(moves.join('; ')).then(
    () => begun,
    async (error) => {
      await session.query('rollback to savepoint swap');
      return unlessLocked(error);
    },
  );
};

/** Class 55P03 is a lock that was not given in time. */
const unlessLocked = (error: unknown): undefined => {
  if ((error as { code?: string }).code !== '55P03') throw error;
  return undefined;
};
