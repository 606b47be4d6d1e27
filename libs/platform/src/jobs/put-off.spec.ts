import { expect, test } from '@jest/globals';
import { putOffFor } from './put-off.ts';

test('a job under which Postgres goes away again and again waits longer each time, and at last fails like others', () => {
  const pauses = Array.from({ length: 60 }, (_, i) => putOffFor(i + 1));
  expect(pauses.slice(0, 7)).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
  expect(pauses.indexOf(undefined)).toBe(50);
});
