import { setTimeout as sleep } from 'node:timers/promises';
import type { Recorded } from '#kernel';
import type { EventStore } from '../event-store/event-store.ts';

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
  { maxRate = Number.POSITIVE_INFINITY, signal }: Pace = {},
): AsyncGenerator<Stretch> {
  if (after >= through) return;
  const size = Math.max(1, Math.min(largestBatch, Math.ceil(maxRate / 4)));
  const begun = performance.now();
  const stretch = async (stored: Awaited<ReturnType<typeof fetch>>, end: bigint): Promise<Stretch> => ({
    events: await store.opened(stored.filter(({ type }) => types.has(type))),
    count: stored.length,
    end,
  });
  let next = fetch(store, after, size);
  for (let events = 0; ; ) {
    signal?.throwIfAborted();
    const stored = await next;
    const last = stored.at(-1)?.position;
    if (last === undefined) return;
    if (last >= through) {
      yield stretch(
        stored.filter(({ position }) => position <= through),
        through,
      );
      return;
    }
    next = fetch(store, last, size);
    yield stretch(stored, last);
    events += stored.length;
    const early = (events / maxRate) * 1_000 - (performance.now() - begun);
    if (early > 0) await sleep(early, undefined, signal && { signal });
  }
}

/** Whoever awaits it hears of a failure; until then nobody else needs to. */
const fetch = (store: EventStore, after: bigint, size: number): ReturnType<EventStore['afterSealed']> => {
  const batch = store.afterSealed(after, size);
  batch.catch(() => undefined);
  return batch;
};
