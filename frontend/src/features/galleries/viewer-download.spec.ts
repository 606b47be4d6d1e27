import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { downloadAll } from './viewer-download.ts';

let logged: unknown[][];
beforeEach(() => {
  jest.useFakeTimers();
  logged = [];
  jest.spyOn(console, 'error').mockImplementation((...words) => void logged.push(words));
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const start = (items: readonly string[], failing = '') => {
  const saved: [string, number][] = [];
  const progress: number[] = [];
  const controller = new AbortController();
  const begun = Date.now();
  const done = downloadAll({
    items,
    save: async (item) => {
      if (item === failing) throw new Error('Not found');
      saved.push([item, Date.now() - begun]);
    },
    onProgress: (count) => progress.push(count),
    signal: controller.signal,
  });
  return { saved, progress, controller, done };
};

test('files are saved one after another, 500 ms apart', async () => {
  const { saved, progress, done } = start(['a', 'b', 'c']);
  await jest.advanceTimersByTimeAsync(2_000);
  await done;
  expect(saved).toEqual([
    ['a', 0],
    ['b', 500],
    ['c', 1_000],
  ]);
  expect(progress).toEqual([1, 2, 3]);
});

test('a file that fails is only logged, and the others follow', async () => {
  const { saved, done } = start(['a', 'b', 'c'], 'b');
  await jest.advanceTimersByTimeAsync(2_000);
  await done;
  expect(saved.map(([item]) => item)).toEqual(['a', 'c']);
  expect(logged).toEqual([['Failed to get download URL', expect.any(Error)]]);
});

test('the remaining files are skipped when the user stops', async () => {
  const { saved, controller, done } = start(['a', 'b', 'c']);
  await jest.advanceTimersByTimeAsync(600);
  controller.abort();
  await done;
  expect(saved.map(([item]) => item)).toEqual(['a', 'b']);
});
