import { dayAfter, daysBetween, weekdayOf } from '#kernel';

/** One day or several (YYYY-MM-DD, `lastDay` is later than `day`), or any day of one month (YYYY-MM). */
export type BriefDate = { readonly day: string; readonly lastDay?: string } | { readonly month: string };

/**
 * The current day of the client. `earliest` is the first day that is not over: it is the day before if the client's
 * time zone is not known and that day is not over everywhere.
 */
export type Today = { readonly day: string; readonly earliest: string };

/** Why a date is not used: it is over, or it does not exist, such as February 30. */
export type DateProblem = 'past' | 'impossible';

/** The date that a text names, and why it is not used. `plain` is in lower case, without accents. */
export const dateIn = (
  plain: string,
  today: Today,
): { readonly date: BriefDate | null; readonly dateProblem: DateProblem | null } => {
  const date = dayIn(plain, today) ?? monthIn(plain, today);
  if (date === null) return { date, dateProblem: null };
  if (date === 'impossible') return { date: null, dateProblem: 'impossible' };
  return isPast(date, today) ? { date: null, dateProblem: 'past' } : { date, dateProblem: null };
};

/** Whether the first day of the event, or the whole month, is over. */
const isPast = (date: BriefDate, { earliest }: Today): boolean =>
  'day' in date ? date.day < earliest : date.month < earliest.slice(0, 7);

/** The brief, without its date if that is over: a conversation may be continued after the date that it is about. */
export const withoutPastDate = <B extends { readonly date: BriefDate | null }>(brief: B, today: Today): B =>
  brief.date && isPast(brief.date, today) ? { ...brief, date: null } : brief;

/** The days of a month, as YYYY-MM-DD. */
export const daysOf = (month: string): readonly string[] => {
  const days: string[] = [];
  for (let day = `${month}-01`; day.startsWith(month); day = dayAfter(day)) days.push(day);
  return days;
};

/** How many days an event has. */
export const daysCount = ({ day, lastDay = day }: Extract<BriefDate, { day: string }>): number =>
  daysBetween(day, lastDay) + 1;

const months = 'january february march april may june july august september october november december'.split(' ');
const monthName = String.raw`(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?`;
const weekdays = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
const dayNumber = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;
const until = String.raw`\s?(?:-|–|\bto\b|\band\b|&|\buntil\b|\bthrough\b)\s?(?:the\s)?`;
const year = String.raw`(?:,?\s+(\d{4})\b)?`;
const slashedDay = String.raw`(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2})\b)?(?![\d/])`;

/** A day as it is written. The year may be missing. */
type WrittenDay = { readonly year: string | undefined; readonly month: number; readonly day: string | undefined };
type WrittenPeriod = { readonly first: WrittenDay; readonly last: WrittenDay | null };

const dayIn = (plain: string, today: Today): BriefDate | 'impossible' | null => {
  let isImpossible = false;
  for (const read of [isoPeriods, slashedPeriods, monthFirstPeriods, dayFirstPeriods])
    for (const period of read(plain)) {
      const date = dateOf(period, today);
      if (date !== null) return date;
      isImpossible ||= period.first.year !== undefined;
    }
  return relativeDayIn(plain, today) ?? (isImpossible ? 'impossible' : null);
};

/** Holidays that are on the same day each year. */
const holidays: readonly (readonly [pattern: string, month: number, day: string])[] = [
  [String.raw`\bnew year['’]?s['’]? eve\b`, 12, '31'],
  [String.raw`\bchristmas eve\b`, 12, '24'],
  [String.raw`\bchristmas(?: day)?\b(?! (?:party|parties|season|time|market|dinner))`, 12, '25'],
  [String.raw`\bhalloween\b(?! (?:party|parties|theme))`, 10, '31'],
  [String.raw`\bvalentine['’]?s['’]?(?: day)?\b`, 2, '14'],
];

const relativeDayIn = (plain: string, today: Today): BriefDate | null => {
  if (/\btomorrow\b/.test(plain)) return { day: dayAfter(today.day) };
  for (const [pattern, month, day] of holidays) {
    const match = new RegExp(pattern + year).exec(plain);
    if (match) return dateOf({ first: { year: match[1], month, day }, last: null }, today);
  }
  const weekday = /\b(this|next|on|coming)\s+(monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend)\b/.exec(
    plain,
  );
  if (!weekday) return null;
  const wanted = weekday[2] === 'weekend' ? 6 : weekdays.indexOf(weekday[2] ?? '') + 1;
  return { day: dayAfter(today.day, (wanted - weekdayOf(today.day) + 7) % 7 || 7) };
};

/** The matches of a pattern, each with the text after it. */
const matchesOf = (plain: string, pattern: string): readonly (readonly [RegExpExecArray, string])[] =>
  [...plain.matchAll(new RegExp(pattern, 'g'))].map((match) => [match, plain.slice(match.index + match[0].length)]);

/** 2027-06-20, 2027-06-20 to 2027-06-22 */
const isoPeriods = (plain: string): readonly WrittenPeriod[] =>
  matchesOf(plain, String.raw`\b(\d{4})-(\d{2})-(\d{2})\b(?:${until}(\d{4})-(\d{2})-(\d{2})\b)?`).map(([match]) => ({
    first: { year: match[1], month: Number(match[2]), day: match[3] },
    last: match[4] === undefined ? null : { year: match[4], month: Number(match[5]), day: match[6] },
  }));

/** 6/20/2027, 6/20-6/22/2027, 20/6/2027. "1/2 day" is a duration. */
const slashedPeriods = (plain: string): readonly WrittenPeriod[] =>
  matchesOf(plain, String.raw`(?<![\d/])${slashedDay}(?![ -]?(?:days?|hours?|hrs?)\b)(?:${until}${slashedDay})?`).map(
    ([match]) => ({
      first: dayOfSlashed(match[1], match[2], match[3]),
      last: match[4] === undefined ? null : dayOfSlashed(match[4], match[5], match[6]),
    }),
  );

/** The month comes first, unless the first number of a whole date cannot be a month. */
const dayOfSlashed = (first = '', second = '', year?: string): WrittenDay => {
  const [month, day] = year !== undefined && Number(first) > 12 ? [second, first] : [first, second];
  return { year: fullYear(year), month: Number(month), day };
};

const fullYear = (digits: string | undefined): string | undefined => (digits?.length === 2 ? `20${digits}` : digits);

/** What may follow a last day without its month. "June 20 and 30 guests" has one day. */
const afterLastDay = String.raw`(?=\s*(?:$|[^\w\s]|\d{4}\b|(?:in|at|for|with|near|around|under|up|on|about|within|we|i)\b))`;

/** June 20, June 20-22, 2027, July 31 to August 2 */
const monthFirstPeriods = (plain: string): readonly WrittenPeriod[] =>
  matchesOf(plain, String.raw`\b${monthName}\s+(?:the\s+)?${dayNumber}(?!\d)`).map(([match, rest]) => {
    const month = monthOf(match[1]);
    const otherMonth = new RegExp(String.raw`^${year}${until}${monthName}\s+(?:the\s+)?${dayNumber}(?!\d)${year}`).exec(
      rest,
    );
    if (otherMonth)
      return {
        first: { year: otherMonth[1], month, day: match[2] },
        last: { year: otherMonth[4], month: monthOf(otherMonth[2]), day: otherMonth[3] },
      };
    const sameMonth = new RegExp(
      String.raw`^(?:[-–]${dayNumber}(?![\d:])|${until}${dayNumber}(?!\d)${afterLastDay})${year}`,
    ).exec(rest);
    const ownYear = sameMonth ? sameMonth[3] : new RegExp(`^${year}`).exec(rest)?.[1];
    const last = sameMonth && { year: ownYear, month, day: sameMonth[1] ?? sameMonth[2] };
    return { first: { year: ownYear, month, day: match[2] }, last };
  });

/** 20 June, 20-22 June 2027, 31 July to 2 August */
const dayFirstPeriods = (plain: string): readonly WrittenPeriod[] => {
  const day = String.raw`${dayNumber}\s+(?:of\s+)?${monthName}${year}(?!\w)`;
  return matchesOf(plain, String.raw`\b(?:${dayNumber}${until})?${day}(?:${until}${day})?`).map(([match]) => {
    const own = { year: match[4], month: monthOf(match[3]), day: match[2] };
    if (match[1] !== undefined) return { first: { ...own, day: match[1] }, last: own };
    return {
      first: own,
      last: match[5] === undefined ? null : { year: match[7], month: monthOf(match[6]), day: match[5] },
    };
  });
};

/** An event that seems to be longer is a period in which its day is sought, so that only the first day is used. */
const mostDays = 14;

const dateOf = ({ first, last }: WrittenPeriod, today: Today): BriefDate | null => {
  const day = dayFrom(today.earliest, { ...first, year: first.year ?? yearOfFirst(first, last) });
  if (day === null) return null;
  const lastDay = last && dayFrom(day, last);
  return lastDay !== null && lastDay > day && daysBetween(day, lastDay) < mostDays ? { day, lastDay } : { day };
};

/** "December 31 to January 1, 2028" begins in 2027. */
const yearOfFirst = (first: WrittenDay, last: WrittenDay | null): string | undefined =>
  last?.year === undefined ? undefined : `${Number(last.year) - (monthDay(first) > monthDay(last) ? 1 : 0)}`;

const monthDay = ({ month, day }: WrittenDay): string => `${twoDigits(month)}-${twoDigits(day)}`;
const twoDigits = (number: number | string | undefined): string => String(number).padStart(2, '0');

/** The day of the year that is written, else the first such day from another on. Null if there is no such day. */
const dayFrom = (from: string, written: WrittenDay): string | null => {
  if (written.year !== undefined) return dayIfExists(`${written.year}-${monthDay(written)}`);
  // February 29 exists once in eight years at the latest.
  for (let offset = 0; offset <= 8; offset++) {
    const day = dayIfExists(`${Number(from.slice(0, 4)) + offset}-${monthDay(written)}`);
    if (day !== null && day >= from) return day;
  }
  return null;
};

const dayIfExists = (day: string): string | null => {
  const [month, dayOfMonth] = [Number(day.slice(5, 7)), Number(day.slice(8))];
  const exists = month >= 1 && month <= 12 && dayOfMonth >= 1 && dayOfMonth <= daysOf(day.slice(0, 7)).length;
  return exists ? day : null;
};

const monthOf = (name = ''): number => months.findIndex((month) => month.startsWith(name.slice(0, 3))) + 1;

const monthIn = (plain: string, today: Today): BriefDate | null => {
  if (/\bnext month\b/.test(plain)) return { month: monthAfter(today.day.slice(0, 7)) };
  // "May" and "march" are months only after a preposition or before a year.
  const match =
    new RegExp(
      String.raw`\b(?:in|during|this|next|early|late|mid|for|of|than)[ -](?:early |late |mid-?)?${monthName}(?!\w)${year}`,
    ).exec(plain) ??
    new RegExp(String.raw`\b${monthName}\s+(\d{4})\b`).exec(plain) ??
    /^(january|february|april|june|july|august|september|october|november|december)\b()/.exec(plain);
  if (!match) return null;
  const month = twoDigits(monthOf(match[1]));
  const [thisYear, thisMonth] = [Number(today.earliest.slice(0, 4)), today.earliest.slice(0, 7)];
  if (match[2]) return { month: `${match[2]}-${month}` };
  return { month: `${thisYear + (`${thisYear}-${month}` < thisMonth ? 1 : 0)}-${month}` };
};

const monthAfter = (month: string): string => dayAfter(`${month}-28`, 7).slice(0, 7);
