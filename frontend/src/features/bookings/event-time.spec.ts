import { expect, test } from '@jest/globals';
import { deadlineAt, eventDays, eventWhen } from './event-time.ts';

const event = { eventDate: '2027-06-20', durationDays: 1, startTime: null, timeZone: 'America/Chicago' };

test('an event of one day shows its date, one of several days its first and last day', () => {
  expect(eventDays(event)).toBe('June 20, 2027');
  expect(eventDays({ ...event, durationDays: 3 })).toBe('June 20, 2027 to June 22, 2027');
});

test('a start time is shown in the time zone of the place, whatever the reader’s time zone is', () => {
  expect(eventWhen({ ...event, startTime: '18:30' })).toBe('June 20, 2027, from 6:30 PM (Central Daylight Time)');
  expect(eventWhen({ ...event, eventDate: '2027-01-20', startTime: '09:00', timeZone: 'Europe/London' })).toBe(
    'January 20, 2027, from 9:00 AM (Greenwich Mean Time)',
  );
  expect(eventWhen(event)).toBe('June 20, 2027');
});

test('a deadline is shown in the time zone of the place, with the name of the zone if the reader’s local time differs', () => {
  const deadline = '2027-06-20T03:30:00.000Z';
  expect(deadlineAt(deadline, event, 'Europe/London')).toBe('Jun 19, 2027 · 10:30 PM (Central Daylight Time)');
  expect(deadlineAt(deadline, event, 'America/Chicago')).toBe('Jun 19, 2027 · 10:30 PM');
  expect(deadlineAt(deadline, event, 'America/Winnipeg')).toBe('Jun 19, 2027 · 10:30 PM');
});
