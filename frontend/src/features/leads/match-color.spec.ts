import { expect, test } from '@jest/globals';
import { matchColor } from './match-color.ts';

test.each([
  [100, 'green'],
  [80, 'green'],
  [79, 'yellow'],
  [60, 'yellow'],
  [59, 'orange'],
  [0, 'orange'],
])('a score of %i is %s', (score, color) => {
  expect(matchColor(score)).toBe(color);
});
