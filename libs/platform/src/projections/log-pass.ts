import { setTimeout as sleep } from 'node:timers/promises';
import type { Recorded } from '#kernel';
import type { EventStore } from '#platform/event-store';

export type ReadRate = {
  /** The maximum number of events per second. */
  readonly maxRate?: number;
  readonly signal?: AbortSignal;
};

const maxBatchSize = 2_000;

/** A part of the log with `count` events: those of the wanted types, and the position at its end. */
export type LogBatch = { readonly events: readonly Recorded[]; readonly count: number; readonly end: bigint };

/**
 * Reads the log after one position and through another, oldest event first; the next stretch is fetched while one is
 * processed. Events of other types are not decrypted.
 */
export async function* readInBatches(
  store: EventStore,
  after: bigint,
  through: bigint,
  types: ReadonlySet<string>,
  pace: ReadRate = {},
): AsyncGenerator<LogBatch> {
  if (after >= through) return;
  const size = batchAt(pace);
  const keepPace = rateLimiter(pace);
  let nextBatch = fetch(store, after, size);
  for (;;) {
    pace.signal?.throwIfAborted();
    const storedEvents = await nextBatch;
    const lastPosition = storedEvents.at(-1)?.position;
    if (lastPosition === undefined) return;
    const isLast = lastPosition >= through;
    if (!isLast) nextBatch = fetch(store, lastPosition, size);
    const within = storedEvents.filter(({ position }) => position <= through);
    const events = await store.opened(within.filter(({ type }) => types.has(type)));
    yield { events, count: within.length, end: isLast ? through : lastPosition };
    if (isLast) return;
    await keepPace(storedEvents.length);
  }
}

const batchAt = ({ maxRate = Number.POSITIVE_INFINITY }: ReadRate): number =>
  Math.max(1, Math.min(maxBatchSize, Math.ceil(maxRate / 4)));

/** Returns a function that sleeps as long as needed to keep the rate. */
const rateLimiter = ({ maxRate = Number.POSITIVE_INFINITY, signal }: ReadRate): ((events: number) => Promise<void>) => {
  const startedAt = performance.now();
  let eventCount = 0;
  return async (events) => {
    eventCount += events;
    const millisecondsEarly = (eventCount / maxRate) * 1_000 - (performance.now() - startedAt);
    if (millisecondsEarly > 0) await sleep(millisecondsEarly, undefined, signal && { signal });
  };
};

/** The error is thrown when the batch is awaited; until then it must not count as unhandled. */
const fetch = (store: EventStore, after: bigint, size: number): ReturnType<EventStore['afterSealed']> => {
  const batch = store.afterSealed(after, size);
  batch.catch(() => undefined);
  return batch;
};
