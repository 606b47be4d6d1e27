const formatter = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-US', options);

const shortStyle = { dateStyle: 'medium' } as const;
const timeStyle = { hour: 'numeric', minute: '2-digit' } as const;
const shortFormat = formatter(shortStyle);
const longFormat = formatter({ dateStyle: 'long' });
const timeFormat = formatter(timeStyle);
const exactFormat = formatter({ ...timeStyle, second: '2-digit' });

/** The local time of an instant; of a calendar date (`YYYY-MM-DD`), the start of that day in the user's time zone. */
const localTime = (date: string): Date => new Date(date.length === 10 ? `${date}T00:00` : date);

/** `Jun 20, 2027`; a calendar date, or an instant in a time zone, by default that of the user. */
export const shortDate = (date: string, timeZone?: string): string =>
  (timeZone ? formatter({ ...shortStyle, timeZone }) : shortFormat).format(localTime(date));

/** `June 20, 2027` */
export const longDate = (date: string): string => longFormat.format(localTime(date));

// ICU separates `PM` with a narrow no-break space, which some fonts lack.
/** `4:12 PM` in a time zone, by default that of the user. */
export const timeOfDay = (instant: string, timeZone?: string): string =>
  (timeZone ? formatter({ ...timeStyle, timeZone }) : timeFormat).format(localTime(instant)).replace('\u202f', ' ');

/** `Jun 20, 2027 · 4:12 PM` in a time zone, by default that of the user. */
export const dateAndTime = (instant: string, timeZone?: string): string =>
  `${shortDate(instant, timeZone)} · ${timeOfDay(instant, timeZone)}`;

/** `Jun 20, 2027 · 4:12:09 PM`: for records in which the order within a minute matters. */
export const exactDateAndTime = (instant: string): string =>
  `${shortDate(instant)} · ${exactFormat.format(localTime(instant)).replace('\u202f', ' ')}`;

/** A time of day without a date: `6:30 PM` for `18:30`. */
export const writtenTime = (clock: string): string => timeOfDay(`2000-01-01T${clock}`);

/** The number of a calendar day in the user's time zone, so that days can be subtracted where clocks change. */
const dayNumber = (date: Date): number => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;

/** The age of something in days: `Today`, or `3d ago`. */
export const age = (instant: string, now: Date = new Date()): string => {
  const days = dayNumber(now) - dayNumber(localTime(instant));
  return days <= 0 ? 'Today' : `${days}d ago`;
};

/** Today as a calendar date in the user's time zone, `YYYY-MM-DD`. */
export const today = (): string => new Date(dayNumber(new Date()) * 86_400_000).toISOString().slice(0, 10);
