import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { dayAfter, daysBetween, weekdayOf } from '#kernel';

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
  expect(['2026-06-15', '2026-06-20', '2026-06-21'].map(weekdayOf)).toEqual([1, 6, 7]);
});

test('days agree with those of Date', () => {
  fc.assert(
    fc.property(day, day, (one, other) => {
      const days = (Date.parse(other) - Date.parse(one)) / millisecondsPerDay;
      expect(daysBetween(one, other)).toBe(days);
      expect(dayAfter(one, days)).toBe(other);
      expect(weekdayOf(one)).toBe(new Date(one).getUTCDay() || 7);
    }),
  );
});
