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
const waitFor = (progress: Progress, milliseconds: number) => progress.reached(() => ['leads'], 1n, milliseconds);

test('however many wait, the database is asked by one of them at a time', async () => {
  let [asking, most] = [0, 0];
  const progress: Progress = new Progress(async () => {
    asking += 1;
    most = Math.max(most, asking);
    await sleep(20);
    asking -= 1;
    progress.merge([at(1n)]);
  });
  expect(await Promise.all(Array.from({ length: 50 }, () => waitFor(progress, 20_000)))).toEqual(Array(50).fill(true));
  expect(most).toBe(1);
});

test('a database that does not answer, or is away, holds up nobody and fails nothing', async () => {
  expect(await waitFor(new Progress(() => new Promise(() => undefined)), 600)).toBe(false);
  let asked = 0;
  const away: Progress = new Progress(async () => {
    asked += 1;
    if (asked < 3) throw new Error('away');
    away.merge([at(1n)]);
  });
  expect(await waitFor(away, 20_000)).toBe(true);
});
