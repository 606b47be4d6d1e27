import type { Booking } from '#bookings/contract';
import { dayAfter } from '../../platform/calendar.ts';
import { dateAndTime, longDate, shortDate, writtenTime } from '../../platform/dates.ts';

type EventTime = Pick<Booking, 'eventDate' | 'durationDays' | 'startTime' | 'timeZone'>;

/** The days of an event: `June 20, 2027`, or `June 20, 2027 to June 22, 2027`. */
export const eventDays = ({ eventDate, durationDays }: Pick<EventTime, 'eventDate' | 'durationDays'>): string =>
  durationDays === 1
    ? longDate(eventDate)
    : `${longDate(eventDate)} to ${longDate(dayAfter(eventDate, durationDays - 1))}`;

/** The name of a time zone at an instant: `Central Daylight Time`. */
const zoneName = (timeZone: string, instant: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'long' })
    .formatToParts(new Date(instant))
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

/**
 * A deadline in the local time of the event's place, with the name of the time zone if the reader's local time differs:
 * `Jun 20, 2027 · 4:12 PM (Central Daylight Time)`.
 */
export const deadlineAt = (instant: string, { timeZone }: Pick<EventTime, 'timeZone'>, readerZone?: string): string => {
  const there = dateAndTime(instant, timeZone);
  return there === dateAndTime(instant, readerZone) ? there : `${there} (${zoneName(timeZone, instant)})`;
};

/**
 * The last day, at the place of the event, before a deadline: `Jun 19, 2027` for a deadline at midnight at the start of
 * June 20 there.
 */
export const lastDayBefore = (instant: string, { timeZone }: Pick<EventTime, 'timeZone'>): string =>
  shortDate(new Date(Date.parse(instant) - 1).toISOString(), timeZone);

/** When an event takes place: its days, and the start time at the place if one was agreed. */
export const eventWhen = (event: EventTime): string =>
  event.startTime === null
    ? eventDays(event)
    : `${eventDays(event)}, from ${writtenTime(event.startTime)} (${zoneName(event.timeZone, `${event.eventDate}T12:00:00Z`)})`;
