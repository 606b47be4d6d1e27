import { expect, test } from '@jest/globals';
import { retryAdvice, retryAfterSeconds } from './retry-after.ts';

test.each([
  ['1', 'Please try again in 1 second.'],
  ['41', 'Please try again in 41 seconds.'],
  ['89', 'Please try again in 89 seconds.'],
  ['90', 'Please try again in 2 minutes.'],
  ['3600', 'Please try again in 60 minutes.'],
  ['soon', 'Please try again in a moment.'],
  [null, 'Please try again in a moment.'],
])('Retry-After %s is shown as “%s”', (after, words) => {
  const headers = new Headers(after === null ? {} : { 'retry-after': after });
  expect(retryAdvice(retryAfterSeconds({ headers }))).toBe(words);
});
