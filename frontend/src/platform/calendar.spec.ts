import { expect, test } from '@jest/globals';
import { dayAfter, dayName, lastDayOf, monthAfter, monthName, weeksOf } from './calendar.ts';

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
