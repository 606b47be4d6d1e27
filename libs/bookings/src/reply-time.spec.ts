import { expect, test } from '@jest/globals';
import { medianWait } from './reply-time.ts';

test.each([
  [[], null],
  [[5, 900], null],
  [[900, 5, 60], 60],
  [[10, 20, 31, 4_000], 26],
  [[0, 0, 0, 0, 7], 0],
])('the reply time for waits of %j minutes is %s minutes', (waits, median) => {
  expect(medianWait(waits)).toBe(median);
});
