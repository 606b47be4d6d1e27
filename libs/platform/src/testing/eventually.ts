import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds; less than a test's own limit, so that a failure says what was awaited. */
const patience = 50_000;
const pause = 20;

/** Calls `look` until what it returns is truthy, and returns that. `what` is what the error says was awaited in vain. */
export const eventually = async <T>(
  look: () => T | Promise<T>,
  what = 'what the test waits for',
  within = patience,
): Promise<Exclude<T, false | undefined | null | 0 | ''>> => {
  for (const end = Date.now() + within; ; await sleep(pause)) {
    const found = await look();
    if (found) return found as Exclude<T, false | undefined | null | 0 | ''>;
    if (Date.now() > end) throw new Error(`Not within ${within / 1_000} seconds: ${what}`);
  }
};
