import { describe, expect, test } from '@jest/globals';
import { daysOf, eventEnd, eventStart, lastDayOf, onDays, writtenDays } from './event-time.ts';

const austin = 'America/Chicago';

describe('an event', () => {
  const event = { eventDate: '2027-03-13', durationDays: 3, startTime: '09:00', timeZone: austin } as const;

  test('of several days has each of its days', () => {
    expect(daysOf(event)).toEqual(['2027-03-13', '2027-03-14', '2027-03-15']);
    expect(lastDayOf(event)).toBe('2027-03-15');
    expect(daysOf({ ...event, durationDays: 1 })).toEqual(['2027-03-13']);
  });

  test('is formatted as one day or as a period', () => {
    expect([writtenDays(event), onDays(event)]).toEqual([
      'March 13, 2027 to March 15, 2027',
      'from March 13, 2027 to March 15, 2027',
    ]);
    const oneDay = { ...event, durationDays: 1 };
    expect([writtenDays(oneDay), onDays(oneDay)]).toEqual(['March 13, 2027', 'on March 13, 2027']);
  });

  test.each([
    // Clocks are set forward from 2:00 to 3:00, and back from 2:00 to 1:00.
    ['a start time that does not exist is an hour later', '2027-03-14', '02:30', austin, '2027-03-14T08:30:00.000Z'],
    ['a start time that exists twice is the first one', '2027-11-07', '01:30', austin, '2027-11-07T06:30:00.000Z'],
  ])('%s', (_, eventDate, startTime, timeZone, start) =>
    expect(eventStart({ eventDate, durationDays: 1, startTime, timeZone })).toBe(start),
  );

  test.each([
    // Clocks are set forward from 0:00 to 1:00: March 14 begins at 1:00, which is when March 13 ends.
    ['ends where its next day begins', '2027-03-13', 'America/Havana', '2027-03-14T05:00:00.000Z'],
    // Clocks are set back from 1:00 to 0:00: midnight exists twice, and the day before ends with the first one.
    ['ends with the first of two midnights', '2027-11-06', 'America/Havana', '2027-11-07T04:00:00.000Z'],
    // Clocks are set back from 0:00 to 23:00: the last hour exists twice, and both belong to the event.
    ['ends after the second of two last hours', '2027-10-30', 'Asia/Beirut', '2027-10-30T22:00:00.000Z'],
  ])('%s', (_, eventDate, timeZone, end) =>
    expect(eventEnd({ eventDate, durationDays: 1, startTime: null, timeZone })).toBe(end),
  );

  test('begins at its start time and ends with its last day, across a change of the clocks', () => {
    expect(eventStart(event)).toBe('2027-03-13T15:00:00.000Z');
    expect(eventStart({ ...event, startTime: null })).toBe('2027-03-13T06:00:00.000Z');
    expect(eventEnd(event)).toBe('2027-03-16T05:00:00.000Z');
  });
});
