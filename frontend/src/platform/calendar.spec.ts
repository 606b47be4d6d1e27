import { expect, test } from '@jest/globals';
import { dayAfter, dayName, isCalendarDay, lastDayOf, monthAfter, monthName, weeksOf } from './calendar.ts';

test('months follow each other over the end of a year', () => {
  expect([monthAfter('2027-12'), monthAfter('2027-01', -1), monthAfter('2027-06', 19)]).toEqual([
    '2028-01',
    '2026-12',
    '2029-01',
  ]);
  expect([lastDayOf('2028-02'), lastDayOf('2027-12'), dayAfter('2027-12-31')]).toEqual([
    '2028-02-29',
    '2027-12-31',
    '2028-01-01',
  ]);
});

test('weeks begin on Sunday, and days of other months are left out', () => {
  const weeks = weeksOf('2027-06');
  expect(weeks[0]).toEqual([null, null, '2027-06-01', '2027-06-02', '2027-06-03', '2027-06-04', '2027-06-05']);
  expect(weeks.at(-1)).toEqual(['2027-06-27', '2027-06-28', '2027-06-29', '2027-06-30', null, null, null]);
  expect(weeksOf('2026-02')).toHaveLength(4);
});

test('names do not depend on the time zone of the browser', () => {
  expect([monthName('2027-06'), dayName('2027-06-20')]).toEqual(['June 2027', 'Sunday, June 20']);
});

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
  '2027-06-2x',
  '2027/06/20',
])('%j is no day', (text) => {
  expect(isCalendarDay(text)).toBe(false);
});
