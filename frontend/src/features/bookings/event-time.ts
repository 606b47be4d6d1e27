import type { Booking } from '#bookings/contract';
import { dayAfter } from '../../platform/calendar.ts';
import { longDate, writtenTime } from '../../platform/dates.ts';

type EventTime = Pick<Booking, 'eventDate' | 'durationDays' | 'startTime' | 'timeZone'>;

/** The days of an event: `June 20, 2027`, or `June 20, 2027 to June 22, 2027`. */
export const eventDays = ({ eventDate, durationDays }: Pick<EventTime, 'eventDate' | 'durationDays'>): string =>
  durationDays === 1
    ? longDate(eventDate)
    : `${longDate(eventDate)} to ${longDate(dayAfter(eventDate, durationDays - 1))}`;

/** The name of a time zone on a day: `Central Daylight Time`. */
const zoneName = (timeZone: string, day: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'long' })
    .formatToParts(new Date(`${day}T12:00:00Z`))
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

/** When an event takes place: its days, and the start time at the place if one was agreed. */
export const eventWhen = (event: EventTime): string =>
  event.startTime === null
    ? eventDays(event)
    : `${eventDays(event)}, from ${writtenTime(event.startTime)} (${zoneName(event.timeZone, event.eventDate)})`;
