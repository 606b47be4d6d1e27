import { expect, test } from '@jest/globals';
import { postponement } from './postponement.ts';

test('a job that keeps losing its connection to Postgres waits longer each time, and fails like others after fifty', () => {
  const delays = Array.from({ length: 60 }, (_, i) => postponement(i + 1));
  expect(delays.slice(0, 7)).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
  expect(delays.indexOf(undefined)).toBe(50);
});
