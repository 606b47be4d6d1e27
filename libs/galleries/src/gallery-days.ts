// biome-ignore lint/style/noRestrictedGlobals: computes with the days that it is given, and reads no clock.
const Calendar = Date;

const day = 86_400_000;
const startOf = (date: string): number => Calendar.parse(`${date}T00:00:00Z`);
const dateOf = (time: number): string => new Calendar(time).toISOString().slice(0, 10);

/** The calendar day (YYYY-MM-DD) that is this many days after another, or before it if `days` is negative. */
export const dayAfter = (date: string, days: number): string => dateOf(startOf(date) + days * day);

/** The same day of the next year; March 1 after February 29. */
export const yearAfter = (date: string): string => {
  const next = new Calendar(startOf(date));
  return dateOf(next.setUTCFullYear(next.getUTCFullYear() + 1));
};

/** How many days after `date` the other day is; negative if it is before. */
export const daysBetween = (date: string, other: string): number => (startOf(other) - startOf(date)) / day;

/** How long after `instant` the other one is; both in ISO 8601 UTC. */
export const millisecondsBetween = (instant: string, other: string): number =>
  Calendar.parse(other) - Calendar.parse(instant);

/** An instant that belongs to this calendar day in nearly every time zone: noon UTC. */
export const noonOf = (date: string): string => `${date}T12:00:00.000Z`;

/** A day as it is written in texts: July 20, 2026. */
export const writtenDate = (date: string): string =>
  new Calendar(startOf(date)).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
