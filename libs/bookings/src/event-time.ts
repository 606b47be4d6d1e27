import { dayAfter, dayEnd, instantOf, writtenDay } from '#kernel';

/** When and in which time zone a booked event takes place. */
export type EventTime = {
  /** The first day, YYYY-MM-DD in the time zone of the place. */
  readonly eventDate: string;
  readonly durationDays: number;
  /**
   * When the first day's work begins, HH:MM in the time zone of the place; null if the parties have not agreed on a
   * time.
   */
  readonly startTime: string | null;
  /** The IANA name of the place's time zone. */
  readonly timeZone: string;
};
type Days = Pick<EventTime, 'eventDate' | 'durationDays'>;

/** Each day of an event, the first one first. */
export const daysOf = ({ eventDate, durationDays }: Days): readonly string[] =>
  Array.from({ length: durationDays }, (_, index) => dayAfter(eventDate, index));

export const lastDayOf = ({ eventDate, durationDays }: Days): string => dayAfter(eventDate, durationDays - 1);

/** The days of an event as they are written in texts: `June 20, 2027`, or `June 20, 2027 to June 22, 2027`. */
export const writtenDays = (event: Days): string =>
  event.durationDays === 1
    ? writtenDay(event.eventDate)
    : `${writtenDay(event.eventDate)} to ${writtenDay(lastDayOf(event))}`;

/** The days of an event with a preposition: `on June 20, 2027`, or `from June 20, 2027 to June 22, 2027`. */
export const onDays = (event: Days): string =>
  event.durationDays === 1 ? `on ${writtenDays(event)}` : `from ${writtenDays(event)}`;

/** When an event begins: at its start time, or when its first day begins. */
export const eventStart = ({ eventDate, startTime, timeZone }: EventTime): string =>
  instantOf(eventDate, startTime ?? '00:00', timeZone);

/** When an event is over: when its last day ends. */
export const eventEnd = (event: EventTime): string => dayEnd(lastDayOf(event), event.timeZone);
