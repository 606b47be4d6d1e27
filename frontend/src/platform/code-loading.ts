import { reloadIfOutdated } from './outdated-build.ts';

/** Code could not be loaded. `requested`: the browser tried to, and fails until the page is reloaded. */
export class CodeUnavailable extends Error {
  readonly requested: boolean;

  constructor(requested: boolean, cause?: unknown) {
    super('Check your connection, then try again.', { cause });
    this.requested = requested;
  }
}

/**
 * A browser without a network reports that it is offline also if the server runs on the same machine. While pages are
 * prerendered there is no browser, and nothing is reported.
 */
const isServerReachable = async (): Promise<boolean> =>
  navigator.onLine !== false ||
  fetch(location.origin, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/**
 * Imports code that is loaded on demand. Offline nothing is requested, because browsers import a module that failed
 * once only after a reload. Reloads the page if a newer build was deployed: the code of this one no longer exists then.
 * Throws {@link CodeUnavailable}.
 */
export const importCode = async <T>(importModule: () => Promise<T>): Promise<T> => {
  if (!(await isServerReachable())) throw new CodeUnavailable(false);
  try {
    return await importModule();
  } catch (error) {
    // While the page reloads, keep what is on screen.
    if (await reloadIfOutdated()) await new Promise(() => undefined);
    throw new CodeUnavailable(true, error);
  }
};

/** Resolves when the browser comes online, or after ten seconds. */
const untilOnline = (): Promise<unknown> =>
  new Promise((resolve) => {
    addEventListener('online', resolve, { once: true });
    setTimeout(resolve, 10_000);
  });

/** As {@link importCode}, but offline it waits for the connection. */
export const importWhenOnline = async <T>(importModule: () => Promise<T>): Promise<T> => {
  while (!(await isServerReachable())) await untilOnline();
  return importCode(importModule);
};
