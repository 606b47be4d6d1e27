import { setTimeout as sleep } from 'node:timers/promises';
import type { Recorded } from '#kernel';
import type { EventStore } from '../event-store/event-store.ts';

export type Pace = {
  /** At most so many events a second. */
  readonly maxRate?: number;
  readonly signal?: AbortSignal;
};

const largestBatch = 2_000;

/** The log after one position and through another in batches, oldest first; the next one is fetched while one is worked on. */
export async function* passOver(
  store: EventStore,
  after: bigint,
  through: bigint,
  { maxRate = Number.POSITIVE_INFINITY, signal }: Pace = {},
): AsyncGenerator<readonly Recorded[]> {
  if (after >= through) return;
  const size = Math.max(1, Math.min(largestBatch, Math.ceil(maxRate / 4)));
  const begun = performance.now();
  let next = fetch(store, after, size);
  for (let events = 0; ; ) {
    signal?.throwIfAborted();
    const batch = await next;
    const last = batch.at(-1)?.position;
    if (last === undefined) return;
    if (last >= through) {
      yield batch.filter(({ position }) => position <= through);
      return;
    }
    next = fetch(store, last, size);
    yield batch;
    events += batch.length;
    const early = (events / maxRate) * 1_000 - (performance.now() - begun);
    if (early > 0) await sleep(early, undefined, signal && { signal });
  }
}

/** Whoever awaits it hears of a failure; until then nobody else needs to. */
const fetch = (store: EventStore, after: bigint, size: number): Promise<readonly Recorded[]> => {
  const batch = store.after(after, size);
  batch.catch(() => undefined);
  return batch;
};
