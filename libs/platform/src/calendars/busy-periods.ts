import { runInNewContext } from 'node:vm';
import ICAL from 'ical.js';

/** Days in a row, with the last one: YYYY-MM-DD. */
export type BusyPeriod = readonly [from: string, to: string];

/** A calendar cannot be used. The message is for the person whose calendar it is. */
export class CalendarUnreadable extends Error {}

/** Limits of one calendar: milliseconds to read it, entries, and repetitions of all entries together. */
const [maxTime, maxEntries, maxRepetitions] = [3_000, 20_000, 50_000];
const millisecondsPerDay = 86_400_000;

/**
 * The days from `from` to `to` on which a calendar in the format of RFC 5545 has entries. Cancelled entries and those
 * that are marked as free do not count. An entry is on the days of its own time zone; one in UTC on those of the
 * calendar's zone. Throws {@link CalendarUnreadable}.
 */
export const busyPeriods = (text: string, from: string, to: string, timeout = maxTime): readonly BusyPeriod[] => {
  try {
    // A recurrence rule can make the library loop forever, for example a rule that no day satisfies.
    return runInNewContext('read()', { read: () => periodsIn(text, from, to) }, { timeout });
  } catch (error) {
    if (error instanceof CalendarUnreadable) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw new CalendarUnreadable('The calendar has entries that repeat in a way that cannot be read.');
    throw new CalendarUnreadable('The address does not lead to a calendar in the iCalendar format.');
  }
};

const periodsIn = (text: string, from: string, to: string): readonly BusyPeriod[] => {
  const calendar = new ICAL.Component(ICAL.parse(text));
  if (calendar.name !== 'vcalendar') throw new Error('This is not a calendar');
  const entries = calendar.getAllSubcomponents('vevent');
  if (entries.length > maxEntries) throw new CalendarUnreadable('The calendar has too many entries.');
  const dayOf = daysIn(zoneOf(calendar));
  const days = new Set<string>();
  for (const { startDate, endDate } of repetitionsOf(eventsOf(entries), (time) => dayOf(time) > to)) {
    if (!startDate) continue;
    const last = lastDay(dayOf, startDate, endDate);
    for (let day = max(dayOf(startDate), from); day <= last && day <= to; day = nextDay(day)) days.add(day);
  }
  return joined([...days].sort());
};

type Occurrence = { readonly startDate?: ICAL.Time; readonly endDate?: ICAL.Time };

/** The occurrences of all entries, until `isOver` returns true. */
function* repetitionsOf(events: readonly ICAL.Event[], isOver: (time: ICAL.Time) => boolean): Generator<Occurrence> {
  let repetitions = 0;
  for (const event of events)
    for (const occurrence of occurrencesOf(event, isOver)) {
      repetitions += 1;
      if (repetitions > maxRepetitions) throw new CalendarUnreadable('The calendar has entries that repeat too often.');
      yield occurrence;
    }
}

/**
 * The occurrences of an entry, until `isOver` returns true. Occurrences on which the person is not busy have no dates.
 */
function* occurrencesOf(event: ICAL.Event, isOver: (time: ICAL.Time) => boolean): Generator<Occurrence> {
  if (!event.isRecurring()) {
    if (isBusy(event.component)) yield event;
    return;
  }
  const iterator = event.iterator();
  for (let next = iterator.next(); next && !isOver(next); next = iterator.next()) {
    const occurrence = event.getOccurrenceDetails(next);
    yield isBusy(occurrence.item.component) ? occurrence : {};
  }
}

/** The entries of a calendar. Entries that replace one repetition of another belong to that one. */
const eventsOf = (entries: readonly ICAL.Component[]): readonly ICAL.Event[] => {
  const events = new Map<string, ICAL.Event>();
  const alone: ICAL.Event[] = [];
  const replacements: ICAL.Event[] = [];
  for (const entry of entries) {
    const event = new ICAL.Event(entry, { strictExceptions: false, exceptions: [] });
    if (event.isRecurrenceException()) replacements.push(event);
    else if (event.uid && !events.has(event.uid)) events.set(event.uid, event);
    else alone.push(event);
  }
  for (const replacement of replacements) {
    const of = events.get(replacement.uid);
    if (of?.isRecurring()) of.relateException(replacement);
    else alone.push(replacement);
  }
  return [...events.values(), ...alone];
};

const isBusy = (entry: ICAL.Component): boolean => {
  const value = (name: string): string => String(entry.getFirstPropertyValue(name) ?? '').toUpperCase();
  return (
    value('status') !== 'CANCELLED' &&
    value('transp') !== 'TRANSPARENT' &&
    value('x-microsoft-cdo-busystatus') !== 'FREE'
  );
};

/** The zone that a calendar names as its own; undefined for none, or an unknown one. */
const zoneOf = (calendar: ICAL.Component): string | undefined => {
  const zone = String(calendar.getFirstPropertyValue('x-wr-timezone') ?? '');
  try {
    return zone ? new Intl.DateTimeFormat('en-CA', { timeZone: zone }).resolvedOptions().timeZone : undefined;
  } catch {
    return undefined;
  }
};

type DayOf = (time: ICAL.Time) => string;

const daysIn = (zone: string | undefined): DayOf => {
  const format = zone ? new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }) : undefined;
  return (time) => {
    const isUtc = !time.isDate && time.zone?.tzid === 'UTC';
    return isUtc && format ? format.format(time.toJSDate()) : time.toString().slice(0, 10);
  };
};

/** The end of an entry is not part of it. */
const lastDay = (dayOf: DayOf, start: ICAL.Time, end: ICAL.Time | null | undefined): string => {
  if (!end || end.compare(start) <= 0) return dayOf(start);
  const last = end.clone();
  if (end.isDate) last.adjust(-1, 0, 0, 0);
  else last.adjust(0, 0, 0, -1);
  return dayOf(last);
};

const max = (one: string, other: string): string => (one > other ? one : other);
const nextDay = (day: string): string => new Date(Date.parse(day) + millisecondsPerDay).toISOString().slice(0, 10);

const joined = (days: readonly string[]): readonly BusyPeriod[] => {
  const periods: [string, string][] = [];
  for (const day of days) {
    const last = periods.at(-1);
    if (last && nextDay(last[1]) === day) last[1] = day;
    else periods.push([day, day]);
  }
  return periods;
};
