import dayjs from 'dayjs';

/** `Jun 20, 2027`; a calendar date or an instant, shown in the user's time zone. */
export const shortDate = (date: string): string => dayjs(date).format('MMM D, YYYY');

/** `June 20, 2027` */
export const longDate = (date: string): string => dayjs(date).format('MMMM D, YYYY');

/** `4:12 PM` */
export const timeOfDay = (instant: string): string => dayjs(instant).format('h:mm A');

/** `Jun 20, 2027 · 4:12 PM` */
export const dateAndTime = (instant: string): string => `${shortDate(instant)} · ${timeOfDay(instant)}`;

/** A lead's age: `Today`, or `3d ago`. */
export const age = (instant: string, now: Date = new Date()): string => {
  const days = dayjs(now).startOf('day').diff(dayjs(instant).startOf('day'), 'day');
  return days <= 0 ? 'Today' : `${days}d ago`;
};

/** Today as a calendar date in the user's time zone, `YYYY-MM-DD`. */
export const today = (): string => dayjs().format('YYYY-MM-DD');
