import type { DayState } from '#catalog/contract';
import { dayAfter, daysBetween, lastDayOf, monthAfter, monthOf } from '../../platform/calendar.ts';

/** The states of the days of a period, by date. */
export type DayStates = Readonly<Record<string, DayState>>;

/** How many days before and after a date are searched for other dates, and how many dates are offered. */
const [around, offered] = [21, 3];
/** How many months after the first one the server returns at most. */
const maxLaterMonths = 3;

/** The period to request for an event of `days` days on this date or near it. */
export const periodAround = (date: string, days: number, today: string): { from: string; to: string } => {
  const earliest = dayAfter(date, -around);
  const from = earliest < today ? today : earliest;
  const to = dayAfter(date, around + days - 1);
  const latest = lastDayOf(monthAfter(monthOf(from), maxLaterMonths));
  return { from, to: to < latest ? to : latest };
};

/** The state of an event that starts on this date: busy if one of its days is busy, free if all are free. */
export const stateFrom = (states: DayStates, date: string, days: number): DayState => {
  const all = Array.from({ length: days }, (_, day) => states[dayAfter(date, day)] ?? 'unknown');
  if (all.includes('busy')) return 'busy';
  return all.includes('unknown') ? 'unknown' : 'free';
};

/** The nearest dates on which the event could start with all of its days free, in chronological order. */
export const otherDates = (states: DayStates, date: string, days: number): readonly string[] =>
  Object.keys(states)
    .filter((day) => stateFrom(states, day, days) === 'free')
    .sort((one, other) => Math.abs(daysBetween(date, one)) - Math.abs(daysBetween(date, other)))
    .slice(0, offered)
    .sort((one, other) => one.localeCompare(other));
