import { expect, test } from '@jest/globals';
import { ratingOf } from './rating.contract.ts';
import { ratingScore } from './rating.ts';

test('a rating is the average with one decimal, and there is none without reviews', () => {
  expect(ratingOf({ count: 3, total: 14 })).toEqual({ average: 4.7, count: 3 });
  expect(ratingOf({ count: 0, total: 0 })).toEqual({ average: null, count: 0 });
});

test('lists are ordered by the average, and few reviews count less than many', () => {
  const scores = [
    { count: 40, total: 192 }, // 4.8 of many
    { count: 3, total: 15 }, // 5.0 of few
    { count: 1, total: 5 },
    { count: 12, total: 48 }, // 4.0
    { count: 1, total: 1 },
    { count: 12, total: 12 },
    { count: 0, total: 0 },
  ].map(ratingScore);
  expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  expect(new Set(scores).size).toBe(scores.length);
});
