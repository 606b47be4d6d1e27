import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  dayAfter,
  daysBetween,
  instantAfter,
  millisecondsBetween,
  monthsAfter,
  noonOf,
  weekdayOf,
  writtenDay,
  yearAfter,
} from '#kernel';

const millisecondsPerDay = 86_400_000;
const day = fc
  .integer({ min: -200_000, max: 2_900_000 })
  .map((days) => new Date(days * millisecondsPerDay).toISOString())
  .filter((instant) => /^\d{4}-/.test(instant))
  .map((instant) => instant.slice(0, 10));

test('days are counted as the calendar does', () => {
  expect(dayAfter('2027-12-31')).toBe('2028-01-01');
  expect(dayAfter('2028-02-28')).toBe('2028-02-29');
  expect(dayAfter('2100-02-28')).toBe('2100-03-01');
  expect(dayAfter('2027-06-20', -20)).toBe('2027-05-31');
  expect(daysBetween('2027-06-20', '2028-06-20')).toBe(366);
  expect(yearAfter('2027-12-31')).toBe('2028-12-31');
  expect(yearAfter('2028-02-29')).toBe('2029-03-01');
  expect(['2026-06-15', '2026-06-20', '2026-06-21'].map(weekdayOf)).toEqual([1, 6, 7]);
});

test('months are counted to the same day, or to the last one of a shorter month', () => {
  expect(monthsAfter('2027-06-20T10:30:00.000Z', 1)).toBe('2027-07-20T10:30:00.000Z');
  expect(monthsAfter('2027-01-31T23:59:59.999Z', 1)).toBe('2027-02-28T23:59:59.999Z');
  expect(monthsAfter('2027-01-31T23:59:59.999Z', 2)).toBe('2027-03-31T23:59:59.999Z');
  expect(monthsAfter('2027-12-31T00:00:00.000Z', 2)).toBe('2028-02-29T00:00:00.000Z');
});

test('`dayAfter` is the inverse of `daysBetween`', () => {
  fc.assert(
    fc.property(day, day, (one, other) => {
      const days = daysBetween(one, other);
      expect(Number.isInteger(days)).toBe(true);
      expect(dayAfter(one, days)).toBe(other);
      expect(weekdayOf(dayAfter(one, 7))).toBe(weekdayOf(one));
    }),
  );
});

test('instants are counted in milliseconds', () => {
  expect(noonOf('2027-06-20')).toBe('2027-06-20T12:00:00.000Z');
  expect(instantAfter('2027-06-20T23:59:59.999Z', 1)).toBe('2027-06-21T00:00:00.000Z');
  expect(millisecondsBetween('2027-06-20T00:00:00.000Z', '2027-06-19T23:59:59.000Z')).toBe(-1_000);
});

test('a day is written in English', () => {
  expect(writtenDay('2026-07-20')).toBe('July 20, 2026');
});
