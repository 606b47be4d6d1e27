import { expect, test } from '@jest/globals';
import { age, dateAndTime, exactDateAndTime, longDate, shortDate, timeOfDay } from './dates.ts';

// Instants without a zone are local time, so the tests pass in every time zone.
test('dates and times are formatted in US English', () => {
  expect(shortDate('2027-06-20')).toBe('Jun 20, 2027');
  expect(longDate('2027-06-20')).toBe('June 20, 2027');
  expect(timeOfDay('2027-03-02T16:12:00')).toBe('4:12 PM');
  expect(dateAndTime('2027-03-02T09:05:00')).toBe('Mar 2, 2027 · 9:05 AM');
  expect(exactDateAndTime('2027-03-02T09:05:07')).toBe('Mar 2, 2027 · 9:05:07 AM');
});

test('the age is counted in calendar days', () => {
  const now = new Date(2027, 5, 20, 8, 0);
  expect(age('2027-06-20T00:10:00', now)).toBe('Today');
  expect(age('2027-06-19T23:50:00', now)).toBe('1d ago');
  expect(age('2027-06-10T12:00:00', now)).toBe('10d ago');
});
