import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '#platform/postgres';
import type { Checkpoint, Checkpoints } from './checkpoints.ts';
import type { ReadModel } from './read-model.ts';
import type { ReadTable } from './read-table.ts';

/** The longest time that readers may have to wait for the swap, in milliseconds. */
const maxReaderWait = 50;
/** How long a swap is attempted, and how long to wait between two attempts on average, in milliseconds. */
const swapTimeout = 60_000;
const retryPause = 250;

/** Queries read the table for a minute without a break, so it could not be swapped. Nothing was changed. */
export class TableInUse extends Error {
  constructor(table: ReadTable) {
    super(
      `${table.sql} was in use for a full minute, so nothing was swapped. End the queries that read it and try again.`,
    );
  }
}

type Swap = {
  readonly model: ReadModel;
  /** The table that becomes the read table. */
  readonly incoming: ReadTable;
  /** Folds the incoming table up to the checkpoint, within the swap's transaction; returns its position after that. */
  readonly catchUp: (checkpoint: Checkpoint) => Promise<bigint>;
  /** The statements that change the tables' schemas. */
  readonly moves: readonly string[];
  /** Other changes in the same transaction, given the positions of the incoming and the outgoing table. */
  readonly record: (incoming: bigint, outgoing: bigint) => Promise<void>;
};

/**
 * Swaps tables in one short transaction under the checkpoint's lock; returns the longest time that readers may have had
 * to wait, in milliseconds. If a long query reads the table, it gives up the lock and retries, so that other queries do
 * not queue behind it.
 */
export const swap = async (session: Session, checkpoints: Checkpoints, wanted: Swap): Promise<number> => {
  const deadline = Date.now() + swapTimeout;
  for (;;) {
    const startedAt = await session.transaction(() => attempt(session, checkpoints, wanted)).catch(unlessLocked);
    if (startedAt !== undefined) return performance.now() - startedAt;
    if (Date.now() > deadline) throw new TableInUse(wanted.model.table);
    await sleep(retryPause * (0.5 + Math.random()));
  }
};

/**
 * Returns when readers began to wait; undefined if the lock took too long. The progress of `catchUp` is kept even then.
 */
const attempt = async (
  session: Session,
  checkpoints: Checkpoints,
  { model, incoming, catchUp, moves, record }: Swap,
): Promise<number | undefined> => {
  await session.query('set local lock_timeout = 5000; set local synchronous_commit = on');
  // Keeps vacuum away without blocking readers or the projector.
  await session.query(`lock table ${model.table.sql} in share update exclusive mode`);
  await session.query(`lock table ${incoming.sql} in access exclusive mode`);
  const checkpoint = (await checkpoints.lock(session, [model.name])).get(model.name);
  if (!checkpoint) throw new Error(`${model.name} has no checkpoint`);
  const position = await catchUp(checkpoint);
  await session.query('savepoint swap');
  await record(position, checkpoint.position);
  if (position > checkpoint.position) await checkpoints.keep(session, [model.name], position);
  await session.query(`set local lock_timeout = ${maxReaderWait}`);
  const startedAt = performance.now();
  return session.query(moves.join('; ')).then(
    () => startedAt,
    async (error) => {
      await session.query('rollback to savepoint swap');
      return unlessLocked(error);
    },
  );
};

/** Returns undefined for 55P03, which means that a lock was not granted in time; rethrows other errors. */
const unlessLocked = (error: unknown): undefined => {
  if ((error as { code?: string }).code !== '55P03') throw error;
  return undefined;
};
