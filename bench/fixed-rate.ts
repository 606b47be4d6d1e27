import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two batches of calls. */
const tick = 5;

/** `send` is called this often per second, however long its work takes; it gets the number of the call. */
type Paced = { readonly perSecond: number; readonly send: (number: number) => void };

/** Calls each of these at its rate until `isOver` returns true. */
export const atFixedRates = async (all: readonly Paced[], isOver: () => boolean): Promise<void> => {
  const sent = all.map(() => 0);
  const startedAt = performance.now();
  for (let ticks = 1; !isOver(); ticks++) {
    for (const [index, { perSecond, send }] of all.entries()) {
      const dueCount = Math.floor((perSecond * ticks * tick) / 1_000);
      for (let number = sent[index] ?? 0; number < dueCount; number++) send(number);
      sent[index] = dueCount;
    }
    await sleep(Math.max(0, startedAt + ticks * tick - performance.now()));
  }
};
