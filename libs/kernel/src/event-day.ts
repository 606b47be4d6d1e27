/**
 * What a calendar says of a day for an event. Only `taken` rules it out: the creator has blocked the day, or has as
 * many confirmed bookings as they take. `off` is the rest of what clients see as busy: days of the week, entries of the
 * other calendar, and the notice. The creator may accept a booking on such a day.
 */
export type EventDayState = 'free' | 'taken' | 'off' | 'unknown';
