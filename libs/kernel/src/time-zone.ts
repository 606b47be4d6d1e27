import { dayAfter } from './day.ts';

const minute = 60_000;
const dayLength = 86_400_000;
/**
 * The format of a time zone, and the offset that it showed last: creating a format and using it take long. `minutes` is
 * the instant of that offset, in minutes since 1970.
 */
type LastOffset = { readonly format: Intl.DateTimeFormat; readonly minutes: number; readonly offset: number };
const lastOffsets = new Map<string, LastOffset>();

/** The offset of a time zone from UTC at an instant, in milliseconds. It changes at full minutes only. */
const offsetAt = (instant: number, timeZone: string): number => {
  const minutes = Math.floor(instant / minute);
  const last = lastOffsets.get(timeZone);
  if (last?.minutes === minutes) return last.offset;
  const format =
    last?.format ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset', hour: 'numeric' });
  const offset = offsetIn(format, instant);
  lastOffsets.set(timeZone, { format, minutes, offset });
  return offset;
};

const offsetIn = (format: Intl.DateTimeFormat, instant: number): number => {
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(name) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minute;
};

/**
 * The instant of a local time. A time that exists twice, because clocks are set back, is the first of the two; one that
 * does not exist, because clocks are set forward, is moved forward by the same amount.
 */
export const instantOf = (day: string, time: string, timeZone: string): string => {
  const local = Date.parse(`${day}T${time}:00.000Z`);
  const before = offsetAt(local - dayLength, timeZone);
  const after = offsetAt(local + dayLength, timeZone);
  const instant = [before, after]
    .map((offset) => local - offset)
    .find((found) => found + offsetAt(found, timeZone) === local);
  return new Date(instant ?? local - before).toISOString();
};

/** The calendar day at an instant in a time zone. */
export const dayAt = (instant: string, timeZone: string): string => {
  const time = Date.parse(instant);
  return new Date(time + offsetAt(time, timeZone)).toISOString().slice(0, 10);
};

/**
 * Of all places where events take place, a day ends last in this time zone: once it has ended here, it has ended
 * everywhere.
 */
export const westernmostZone = 'Pacific/Honolulu';

/** The first instant of a day. Where clocks are set forward at midnight, the day begins at one o'clock. */
export const dayStart = (day: string, timeZone: string): string => instantOf(day, '00:00', timeZone);

/** The first instant after a day. */
export const dayEnd = (day: string, timeZone: string): string => dayStart(dayAfter(day), timeZone);
