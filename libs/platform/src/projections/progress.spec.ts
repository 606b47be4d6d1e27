import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Progress } from './progress.ts';

const at = (position: bigint) => ({
  name: 'leads',
  position,
  paused: false,
  failure: undefined,
  failedAt: undefined,
  skipped: new Set<bigint>(),
  caughtUp: true,
  mark: '',
});
const waitFor = (progress: Progress, milliseconds: number) =>
  progress.waitUntilReached(() => ['leads'], 1n, milliseconds);

test('at most one query runs at a time, however many callers wait', async () => {
  let [running, most] = [0, 0];
  const progress: Progress = new Progress(async () => {
    running += 1;
    most = Math.max(most, running);
    await sleep(20);
    running -= 1;
    progress.merge([at(1n)]);
  });
  expect(await Promise.all(Array.from({ length: 50 }, () => waitFor(progress, 20_000)))).toEqual(Array(50).fill(true));
  expect(most).toBe(1);
});

test('callers time out if the database does not respond, and survive its errors', async () => {
  expect(await waitFor(new Progress(() => new Promise(() => undefined)), 600)).toBe(false);
  let queries = 0;
  const recoveringProgress: Progress = new Progress(async () => {
    queries += 1;
    if (queries < 3) throw new Error('unreachable');
    recoveringProgress.merge([at(1n)]);
  });
  expect(await waitFor(recoveringProgress, 20_000)).toBe(true);
});
