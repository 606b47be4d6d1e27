// Calculates with the days (YYYY-MM-DD, without a time zone) and instants (ISO 8601 in UTC) that it is given, and never
// reads the clock.
const length = 86_400_000;
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** How many days `to` is after `from`; negative if it is before. */
export const daysBetween = (from: string, to: string): number => (startOf(to) - startOf(from)) / length;

/** The day that is this many days after `day`. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(startOf(day) + days * length).toISOString().slice(0, 10);

/** The same day of the next year; March 1 after February 29. */
export const yearAfter = (day: string): string => {
  const next = new Date(startOf(day));
  next.setUTCFullYear(next.getUTCFullYear() + 1);
  return next.toISOString().slice(0, 10);
};

/** The day of the week as in ISO 8601: 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: string): number => new Date(startOf(day)).getUTCDay() || 7;

/** How long `to` is after `from`, in milliseconds; negative if it is before. */
export const millisecondsBetween = (from: string, to: string): number => Date.parse(to) - Date.parse(from);

/** The instant that is this many milliseconds after another. */
export const instantAfter = (instant: string, milliseconds: number): string =>
  new Date(Date.parse(instant) + milliseconds).toISOString();

/** Whether a reminder that was due at `dueAt` is so late, after an outage, that it may be wrong or repeat the next one. */
export const isReminderLate = (dueAt: string, at: string): boolean => at >= instantAfter(dueAt, length);

/**
 * The instant this many months later, at the same time of the same day of the month (UTC). In a month without that day
 * it is the last one: a month after January 31 is the end of February.
 */
export const monthsAfter = (instant: string, months: number): string => {
  const start = new Date(instant);
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + months];
  const daysInMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const later = new Date(start);
  later.setUTCFullYear(year, month, Math.min(start.getUTCDate(), daysInMonth));
  return later.toISOString();
};

/** Noon UTC of this day, which is on the same calendar day in nearly every time zone. */
export const noonOf = (day: string): string => `${day}T12:00:00.000Z`;

/** A day as it is formatted in texts: July 20, 2026. */
export const writtenDay = (day: string): string =>
  new Date(startOf(day)).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
