import { describe, expect, test } from '@jest/globals';
import { daysOf, eventEnd, eventStart, lastDayOf } from './event-time.ts';

const austin = 'America/Chicago';

describe('an event', () => {
  const event = { eventDate: '2027-03-13', durationDays: 3, startTime: '09:00', timeZone: austin } as const;

  test('of several days has each of its days', () => {
    expect(daysOf(event)).toEqual(['2027-03-13', '2027-03-14', '2027-03-15']);
    expect(lastDayOf(event)).toBe('2027-03-15');
    expect(daysOf({ ...event, durationDays: 1 })).toEqual(['2027-03-13']);
  });

  test('begins at its start time and ends with its last day, across a change of the clocks', () => {
    expect(eventStart(event)).toBe('2027-03-13T15:00:00.000Z');
    expect(eventStart({ ...event, startTime: null })).toBe('2027-03-13T06:00:00.000Z');
    expect(eventEnd(event)).toBe('2027-03-16T05:00:00.000Z');
  });
});
