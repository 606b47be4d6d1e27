import { setTimeout as sleep } from 'node:timers/promises';
import type { Recorded } from '#kernel';
import type { EventStore } from '#platform/event-store';

export type Pace = {
  /** The maximum number of events per second. */
  readonly maxRate?: number;
  readonly signal?: AbortSignal;
};

const largestBatch = 2_000;

/** A part of the log with `count` events: those of the wanted types, and the position at its end. */
export type Stretch = { readonly events: readonly Recorded[]; readonly count: number; readonly end: bigint };

/**
 * Reads the log after one position and through another, oldest event first; the next stretch is fetched while one is
 * processed. Events of other types are not decrypted.
 */
export async function* readInBatches(
  store: EventStore,
  after: bigint,
  through: bigint,
  types: ReadonlySet<string>,
  pace: Pace = {},
): AsyncGenerator<Stretch> {
  if (after >= through) return;
  const size = batchAt(pace);
  const keepPace = rateLimiter(pace);
  let next = fetch(store, after, size);
  for (;;) {
    pace.signal?.throwIfAborted();
    const stored = await next;
    const last = stored.at(-1)?.position;
    if (last === undefined) return;
    const isLast = last >= through;
    if (!isLast) next = fetch(store, last, size);
    const within = stored.filter(({ position }) => position <= through);
    const events = await store.opened(within.filter(({ type }) => types.has(type)));
    yield { events, count: within.length, end: isLast ? through : last };
    if (isLast) return;
    await keepPace(stored.length);
  }
}

const batchAt = ({ maxRate = Number.POSITIVE_INFINITY }: Pace): number =>
  Math.max(1, Math.min(largestBatch, Math.ceil(maxRate / 4)));

/** Returns a function that sleeps as long as needed to keep the rate. */
const rateLimiter = ({ maxRate = Number.POSITIVE_INFINITY, signal }: Pace): ((events: number) => Promise<void>) => {
  const begun = performance.now();
  let passed = 0;
  return async (events) => {
    passed += events;
    const early = (passed / maxRate) * 1_000 - (performance.now() - begun);
    if (early > 0) await sleep(early, undefined, signal && { signal });
  };
};

/** The error is thrown when the batch is awaited; until then it must not count as unhandled. */
const fetch = (store: EventStore, after: bigint, size: number): ReturnType<EventStore['afterSealed']> => {
  const batch = store.afterSealed(after, size);
  batch.catch(() => undefined);
  return batch;
};
