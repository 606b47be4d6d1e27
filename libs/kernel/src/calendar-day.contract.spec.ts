import { expect, test } from '@jest/globals';
import { isCalendarDay } from '#kernel/contract';

test.each(['1900-01-01', '2028-02-29', '2999-12-31'])('%s is a day', (text) => {
  expect(isCalendarDay(text)).toBe(true);
});

test.each([
  '',
  'tomorrow',
  '2027-6-20',
  '2027-06-20T00:00',
  '12027-06-20',
  '0002-06-20',
  '0202-06-20',
  '1899-12-31',
  '3000-01-01',
  '2027-02-29',
  '2027-02-30',
  '2100-02-29',
  '2027-06-31',
  '2027-13-01',
  '2027-00-10',
  '2027-06-00',
])('%j is no day', (text) => {
  expect(isCalendarDay(text)).toBe(false);
});
