import { setTimeout as sleep } from 'node:timers/promises';
import type { Recorded } from '#kernel';
import type { EventStore } from '#platform/event-store';

export type Pace = {
  /** At most so many events a second. */
  readonly maxRate?: number;
  readonly signal?: AbortSignal;
};

const largestBatch = 2_000;

/** A stretch of the log: of its `count` events those that somebody hears, and where it ends. */
export type Stretch = { readonly events: readonly Recorded[]; readonly count: number; readonly end: bigint };

/**
 * The log after one position and through another, oldest first; the next stretch is fetched while one is worked on. Events
 * of other types than these are not even opened.
 */
export async function* passOver(
  store: EventStore,
  after: bigint,
  through: bigint,
  types: ReadonlySet<string>,
  pace: Pace = {},
): AsyncGenerator<Stretch> {
  if (after >= through) return;
  const size = batchAt(pace);
  const keepPace = walking(pace);
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

/** Waits as long as so many more events would have taken at this pace. */
const walking = ({ maxRate = Number.POSITIVE_INFINITY, signal }: Pace): ((events: number) => Promise<void>) => {
  const begun = performance.now();
  let passed = 0;
  return async (events) => {
    passed += events;
    const early = (passed / maxRate) * 1_000 - (performance.now() - begun);
    if (early > 0) await sleep(early, undefined, signal && { signal });
  };
};

/** Whoever awaits it hears of a failure; until then nobody else needs to. */
const fetch = (store: EventStore, after: bigint, size: number): ReturnType<EventStore['afterSealed']> => {
  const batch = store.afterSealed(after, size);
  batch.catch(() => undefined);
  return batch;
};
