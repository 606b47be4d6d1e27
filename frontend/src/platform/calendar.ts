/** Calendar days as `YYYY-MM-DD` and months as `YYYY-MM`, without a time zone. */
import { firstDay, lastDay } from '#kernel/contract';

const millisecondsPerDay = 86_400_000;
const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Whether a text is a day that a request may contain, by the same rule as `calendarDay` of the catalog's contract. */
export const isCalendarDay = (text: string): boolean =>
  firstDay <= text && text <= lastDay && text.length === 10 && !!new Date(text).toJSON()?.startsWith(text);

export const dayAfter = (day: string, days = 1): string => isoDay(Date.parse(day) + days * millisecondsPerDay);

/** How many days `to` is after `from`. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / millisecondsPerDay;

export const monthOf = (day: string): string => day.slice(0, 7);

export const monthAfter = (month: string, months = 1): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return isoDay(Date.UTC(year, number - 1 + months, 1)).slice(0, 7);
};

export const firstDayOf = (month: string): string => `${month}-01`;
export const lastDayOf = (month: string): string => dayAfter(firstDayOf(monthAfter(month)), -1);

/** The first and the last day of a month. */
export const periodOf = (month: string): { from: string; to: string } => ({
  from: firstDayOf(month),
  to: lastDayOf(month),
});

/** The weeks of a month, from Sunday to Saturday. Days of other months are null. */
export const weeksOf = (month: string): readonly (readonly (string | null)[])[] => {
  const first = firstDayOf(month);
  const days: (string | null)[] = Array.from({ length: new Date(first).getUTCDay() }, () => null);
  for (let day = first; monthOf(day) === month; day = dayAfter(day)) days.push(day);
  while (days.length % 7 > 0) days.push(null);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
};

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });

/** `June 2027` */
export const monthName = (month: string): string => monthFormat.format(new Date(firstDayOf(month)));

/** `Sunday, June 20` */
export const dayName = (day: string): string => dayFormat.format(new Date(day));
