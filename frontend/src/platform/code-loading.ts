import { reloadIfOutdated } from './outdated-build.ts';
import { sleep } from './sleep.ts';

/**
 * Code could not be loaded. `requested`: the browser has tried to load it, and repeats the failure until the page is
 * reloaded.
 */
export class CodeUnavailable extends Error {
  readonly requested: boolean;

  constructor(requested: boolean, cause?: unknown) {
    super('Check your connection, then try again.', { cause });
    this.requested = requested;
  }
}

/**
 * A browser without a network reports that it is offline, although a server on the same machine can be reached. While
 * pages are prerendered there is no browser, and nothing is reported.
 */
const isServerReachable = async (): Promise<boolean> =>
  navigator.onLine !== false ||
  fetch(location.origin, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/**
 * Imports code that is loaded on demand. Offline nothing is requested, because some browsers import a module that
 * failed once only after a reload. Throws {@link CodeUnavailable}.
 */
export const importCode = async <T>(importModule: () => Promise<T>): Promise<T> => {
  if (!(await isServerReachable())) throw new CodeUnavailable(false);
  try {
    return await importModule();
  } catch (error) {
    throw new CodeUnavailable(true, error);
  }
};

/** How long a reload of the page may take, in milliseconds. */
const maxReloadTime = 5_000;

/**
 * As {@link importCode}. If a newer build was deployed, it reloads the page: the code of this one no longer exists
 * then.
 */
export const importPage = async <T>(importModule: () => Promise<T>): Promise<T> => {
  try {
    return await importCode(importModule);
  } catch (error) {
    // While the page reloads, keep what is on screen. The user may also cancel the reload.
    if (error instanceof CodeUnavailable && error.requested && (await reloadIfOutdated())) await sleep(maxReloadTime);
    throw error;
  }
};

const untilOnline = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    globalThis.addEventListener?.('online', resolve, { once: true, signal });
  });
let reachable: Promise<void> | undefined;

/** Resolves when the server can be reached. All callers wait together. */
const untilReachable = (): Promise<void> => {
  const wait = async () => {
    const waiting = new AbortController();
    const nextOnline = () => untilOnline(waiting.signal);
    // Listens before it requests: the connection can be back before the request has failed.
    for (let online = nextOnline(); !(await isServerReachable()); online = nextOnline())
      await Promise.race([online, sleep(10_000)]);
    waiting.abort();
    reachable = undefined;
  };
  reachable ??= wait();
  return reachable;
};

/** As {@link importCode}, but offline it waits for the connection. */
export const importWhenOnline = async <T>(importModule: () => Promise<T>): Promise<T> => {
  await untilReachable();
  return importCode(importModule);
};

// The longest time between two tries, in milliseconds.
const maxRetryWait = 60_000;

/**
 * As {@link importWhenOnline}, but tries again until the code is loaded or `signal` is aborted: for code that the page
 * also works without. Some browsers repeat a failure until the page is reloaded. After the abort, the last failure is
 * thrown.
 */
export const importInBackground = async <T>(importModule: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
  for (let wait = 2_000; ; wait = Math.min(2 * wait, maxRetryWait))
    try {
      return await importWhenOnline(importModule);
    } catch (error) {
      await sleep(wait);
      if (signal?.aborted) throw error;
    }
};
