/**
 * Calendar days as YYYY-MM-DD, in the Gregorian calendar and without a time zone. Pure: the clock is not read. A day is
 * counted from 1 March of year 0, so that the leap day is the last day of its year.
 */
const numberOf = (day: string): number => {
  const [year = 0, month = 0, dayOfMonth = 0] = day.split('-').map(Number);
  const years = month < 3 ? year - 1 : year;
  const daysOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + dayOfMonth - 1;
  return years * 365 + Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400) + daysOfYear;
};

const dayOf = (number: number): string => {
  const era = Math.floor(number / 146_097);
  const ofEra = number - era * 146_097;
  const years = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * years + Math.floor(years / 4) - Math.floor(years / 100));
  const months = Math.floor((5 * ofYear + 2) / 153);
  const month = months < 10 ? months + 3 : months - 9;
  const year = years + era * 400 + (month < 3 ? 1 : 0);
  const dayOfMonth = ofYear - Math.floor((153 * months + 2) / 5) + 1;
  return [String(year).padStart(4, '0'), ...[month, dayOfMonth].map((part) => String(part).padStart(2, '0'))].join('-');
};

/** How many days `to` is after `from`; negative if it is before. */
export const daysBetween = (from: string, to: string): number => numberOf(to) - numberOf(from);

/** The day that is this many days after `day`. */
export const dayAfter = (day: string, days = 1): string => dayOf(numberOf(day) + days);

/** The day of the week as in ISO 8601: 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: string): number => ((numberOf(day) + 2) % 7) + 1;
