import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { CodeUnavailable, importCode, importInBackground, importWhenOnline } from './code-loading.ts';

const page = new EventTarget();
let onLine: boolean;
let isServerUp: boolean;
beforeEach(() => {
  [onLine, isServerUp] = [true, true];
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => onLine });
  Object.assign(globalThis, {
    location: { origin: 'http://localhost' },
    addEventListener: page.addEventListener.bind(page),
  });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    if (!isServerUp) throw new TypeError('Failed to fetch');
    return new Response();
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  for (const name of ['location', 'addEventListener']) Reflect.deleteProperty(globalThis, name);
  Reflect.deleteProperty(navigator, 'onLine');
});

/** Code that counts its imports. */
const code = (result: () => Promise<string> = async () => 'loaded') => {
  const counted = {
    imports: 0,
    load: () => {
      counted.imports++;
      return result();
    },
  };
  return counted;
};
const failureOf = (load: Promise<unknown>) =>
  load.then(
    () => undefined,
    (error: unknown) => error,
  );

test('code is imported, and a failure says that the browser has requested it', async () => {
  expect(await importCode(code().load)).toBe('loaded');
  const cause = new TypeError('Failed to fetch dynamically imported module');
  const failure = await failureOf(importCode(code(() => Promise.reject(cause)).load));
  expect(failure).toBeInstanceOf(CodeUnavailable);
  expect(failure).toMatchObject({ requested: true, cause, message: 'Check your connection, then try again.' });
});

test('offline nothing is requested, unless the server responds anyway', async () => {
  [onLine, isServerUp] = [false, false];
  const part = code();
  expect(await failureOf(importCode(part.load))).toMatchObject({ requested: false });
  expect(part.imports).toBe(0);
  isServerUp = true;
  expect(await importCode(part.load)).toBe('loaded');
});

test('code that is needed offline is imported once the connection is back, for all callers', async () => {
  [onLine, isServerUp] = [false, false];
  // The test does not wait for the next check of the connection.
  jest.spyOn(globalThis, 'setTimeout').mockReturnValue(0 as never);
  const parts = [code(), code()];
  const loads = Promise.all(parts.map(({ load }) => importWhenOnline(load)));
  await new Promise(setImmediate);
  expect(parts.map(({ imports }) => imports)).toEqual([0, 0]);
  [onLine, isServerUp] = [true, true];
  page.dispatchEvent(new Event('online'));
  expect(await loads).toEqual(['loaded', 'loaded']);
  expect(parts.map(({ imports }) => imports)).toEqual([1, 1]);
});

test('code is imported if the connection comes back before the failure of the request', async () => {
  onLine = false;
  jest.spyOn(globalThis, 'setTimeout').mockReturnValue(0 as never);
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    onLine = true;
    page.dispatchEvent(new Event('online'));
    throw new TypeError('Failed to fetch');
  });
  expect(await importWhenOnline(code().load)).toBe('loaded');
});

test('code for the background is requested again until it is loaded or not needed any more', async () => {
  jest.useFakeTimers();
  const failures = code(() => Promise.reject(new TypeError('Failed to fetch')));
  const leaving = new AbortController();
  const abandoned = failureOf(importInBackground(failures.load, leaving.signal));
  let isDeployed = false;
  const late = code(async () => {
    if (isDeployed) return 'loaded';
    throw new TypeError('Failed to fetch');
  });
  const loaded = importInBackground(late.load);
  await jest.advanceTimersByTimeAsync(10_000);
  expect([failures.imports, late.imports]).toEqual([3, 3]);
  leaving.abort();
  isDeployed = true;
  await jest.advanceTimersByTimeAsync(60_000);
  expect(await loaded).toBe('loaded');
  expect(await abandoned).toBeInstanceOf(CodeUnavailable);
  expect([failures.imports, late.imports]).toEqual([3, 4]);
  jest.useRealTimers();
});
