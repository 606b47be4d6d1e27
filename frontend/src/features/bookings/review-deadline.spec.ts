import { expect, test } from '@jest/globals';
import { daysLeft } from './review-deadline.ts';

test.each([
  ['2026-06-15T12:00:00.000Z', '14 days left'],
  ['2026-06-15T12:00:00.001Z', '15 days left'],
  ['2026-06-01T12:00:01.000Z', '1 day left'],
  ['2026-06-01T11:59:59.000Z', '1 day left'],
])('until %s it is %s', (until, text) => expect(daysLeft(until, Date.parse('2026-06-01T12:00:00.000Z'))).toBe(text));
