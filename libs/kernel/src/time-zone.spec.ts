import { describe, expect, test } from '@jest/globals';
import { dayAt, dayEnd, dayStart, instantOf } from './time-zone.ts';

const austin = 'America/Chicago';

describe('local times', () => {
  test.each([
    ['2027-06-20', '18:30', austin, '2027-06-20T23:30:00.000Z'],
    ['2027-01-20', '18:30', austin, '2027-01-21T00:30:00.000Z'],
    ['2027-06-20', '18:30', 'America/Jamaica', '2027-06-20T23:30:00.000Z'],
    ['2027-06-20', '18:30', 'Europe/London', '2027-06-20T17:30:00.000Z'],
    ['2027-06-20', '18:30', 'America/St_Johns', '2027-06-20T21:00:00.000Z'],
    ['2027-06-20', '18:30', 'Pacific/Honolulu', '2027-06-21T04:30:00.000Z'],
    ['2027-06-20', '18:30', 'UTC', '2027-06-20T18:30:00.000Z'],
  ])('%s %s in %s is %s', (day, time, zone, instant) => expect(instantOf(day, time, zone)).toBe(instant));

  test('a time that is skipped when clocks are set forward is an hour later', () => {
    expect(instantOf('2027-03-14', '01:59', austin)).toBe('2027-03-14T07:59:00.000Z');
    expect(instantOf('2027-03-14', '02:30', austin)).toBe('2027-03-14T08:30:00.000Z');
    expect(instantOf('2027-03-14', '03:30', austin)).toBe('2027-03-14T08:30:00.000Z');
  });

  test('a time that exists twice when clocks are set back is the first one', () => {
    expect(instantOf('2027-11-07', '01:30', austin)).toBe('2027-11-07T06:30:00.000Z');
    expect(instantOf('2027-11-07', '02:00', austin)).toBe('2027-11-07T08:00:00.000Z');
  });

  test('a day is 23 hours long when clocks are set forward and 25 when they are set back', () => {
    expect([dayStart('2027-03-14', austin), dayEnd('2027-03-14', austin)]).toEqual([
      '2027-03-14T06:00:00.000Z',
      '2027-03-15T05:00:00.000Z',
    ]);
    expect([dayStart('2027-10-31', 'Europe/London'), dayEnd('2027-10-31', 'Europe/London')]).toEqual([
      '2027-10-30T23:00:00.000Z',
      '2027-11-01T00:00:00.000Z',
    ]);
  });

  test('where clocks are set forward at midnight, the day begins at one o’clock', () =>
    expect(dayStart('2027-03-14', 'America/Havana')).toBe('2027-03-14T05:00:00.000Z'));

  test('the same instant is on different days', () => {
    const instant = '2027-06-21T03:00:00.000Z';
    expect([dayAt(instant, 'UTC'), dayAt(instant, austin)]).toEqual(['2027-06-21', '2027-06-20']);
    expect(dayAt('2027-06-20T23:30:00.000Z', 'Europe/London')).toBe('2027-06-21');
  });
});
