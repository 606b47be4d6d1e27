import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How long to wait by default, in milliseconds: less than the time limit of a test, so that the test fails with an
 * error that names what it waited for.
 */
const defaultTimeout = 50_000;
const pause = 20;

/** Calls `look` until it returns a truthy value, and returns that. The error after a timeout contains `what`. */
export const eventually = async <T>(
  look: () => T | Promise<T>,
  what = 'what the test waits for',
  within = defaultTimeout,
): Promise<Exclude<T, false | undefined | null | 0 | ''>> => {
  for (const end = Date.now() + within; ; await sleep(pause)) {
    const found = await look();
    if (found) return found as Exclude<T, false | undefined | null | 0 | ''>;
    if (Date.now() > end) throw new Error(`Timed out after ${within / 1_000} seconds waiting for: ${what}`);
  }
};
