import { expect, test } from '@jest/globals';
import type { DayState } from '#catalog/contract';
import { dayAfter } from '../../platform/calendar.ts';
import { type DayStates, otherDates, periodAround, stateFrom } from './other-dates.ts';

/** The states of the days from a date on: f is free, b is busy, u is unknown. */
const statesFrom = (first: string, letters: string): DayStates => {
  const states: Readonly<Record<string, DayState>> = { f: 'free', b: 'busy', u: 'unknown' };
  return Object.fromEntries([...letters].map((letter, day) => [dayAfter(first, day), states[letter] ?? 'unknown']));
};

test('an event of several days is offered only dates on which it could start with all of its days free', () => {
  const states = statesFrom('2027-06-14', 'fffbffbffffuff');
  expect(otherDates(states, '2027-06-17', 1)).toEqual(['2027-06-15', '2027-06-16', '2027-06-18']);
  expect(otherDates(states, '2027-06-17', 3)).toEqual(['2027-06-14', '2027-06-21', '2027-06-22']);
  expect(otherDates(states, '2027-06-17', 5)).toEqual([]);
});

test('an event is busy if one of its days is busy, and unknown if one is unknown', () => {
  const states = statesFrom('2027-06-14', 'ffbuf');
  expect([1, 2, 3, 4].map((days) => stateFrom(states, '2027-06-14', days))).toEqual(['free', 'free', 'busy', 'busy']);
  expect(stateFrom(states, '2027-06-17', 2)).toBe('unknown');
});

test('the period has all days of an event that begins on a later date, within what the server returns', () => {
  expect(periodAround('2027-06-20', 1, '2027-01-01')).toEqual({ from: '2027-05-30', to: '2027-07-11' });
  expect(periodAround('2027-06-20', 10, '2027-06-10')).toEqual({ from: '2027-06-10', to: '2027-07-20' });
  expect(periodAround('2027-01-31', 60, '2027-01-01')).toEqual({ from: '2027-01-10', to: '2027-04-21' });
  expect(periodAround('2027-02-21', 60, '2027-01-31')).toEqual({ from: '2027-01-31', to: '2027-04-30' });
});
