import { z } from 'zod';
import { firstDay, lastDay } from '#kernel/contract';

/** The maximum number of blocked periods in the settings. */
const maxBlocks = 200;
/** The maximum number of months between the first and the last day of a request. */
const maxMonths = 3;

/** A day, YYYY-MM-DD. `missing` is the message if it is no date. */
export const calendarDay = (missing = 'Please enter a date, like 2027-06-20') =>
  z.iso
    .date({ error: missing, abort: true })
    .refine((day) => day <= lastDay, { error: 'Please choose a date before the year 3000' })
    .refine((day) => day >= firstDay, { error: 'Please choose a date after the year 1899' });

const date = calendarDay();

/** Days of the week as in ISO 8601: 1 is Monday, 7 is Sunday. */
const weekday = z.int().min(1).max(7);

/** A period with its last day. The reason is only shown to the professional. */
const blockedPeriod = z
  .object({
    from: date,
    to: date,
    reason: z
      .string()
      .trim()
      .max(200, 'Please use at most 200 characters')
      .nullish()
      .transform((reason) => reason || null),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'The last day must not be before the first' });

const settings = z.object({
  weekdays: z
    .array(weekday, 'Please choose the days on which you work')
    .min(1, 'Please choose at least one day')
    .transform((days) => [...new Set(days)].sort((a, b) => a - b)),
  capacity: z
    .int('Please enter how many events you take on one day')
    .min(1, 'Events on one day must be between 1 and 20')
    .max(20, 'Events on one day must be between 1 and 20'),
  noticeDays: z
    .int('Please enter the notice in whole days')
    .min(0, 'Notice must be between 0 and 365 days')
    .max(365, 'Notice must be between 0 and 365 days'),
  blocked: z.array(blockedPeriod).max(maxBlocks, `Please block at most ${maxBlocks} periods`),
});

/**
 * `PUT /api/v1/profile/availability`. The settings as a whole: blocked periods that are left out become free. `known`
 * are the settings that the caller has seen: if they were changed since, the request is refused instead of undoing the
 * change.
 */
export const availabilitySettings = settings.extend({ known: settings.optional() });
export type AvailabilitySettings = z.infer<typeof availabilitySettings>;

/**
 * `GET /api/v1/profile/availability`. `isSet` is false until the settings were saved once; the other fields then are
 * the defaults. `booked` are the days that confirmed bookings reserve, from yesterday in UTC on, so that they include
 * today everywhere.
 */
export const ownAvailability = z.object({
  isSet: z.boolean(),
  weekdays: z.array(z.int()),
  capacity: z.int(),
  noticeDays: z.int(),
  blocked: z.array(z.object({ from: z.iso.date(), to: z.iso.date(), reason: z.string().nullable() })),
  booked: z.array(z.object({ date: z.iso.date(), bookings: z.int() })),
  /** The address of the feed of the bookings, which is a secret; null if there is none. */
  feedPath: z.string().nullable(),
  /** The other calendar, if there is one. */
  subscriptions: z.array(
    z.object({
      url: z.string(),
      checkedAt: z.iso.datetime().nullable(),
      /** When it was read without a problem. */
      readAt: z.iso.datetime().nullable(),
      /** Why it could not be read the last time. */
      problem: z.string().nullable(),
      busyDays: z.int(),
    }),
  ),
});
export type OwnAvailability = z.infer<typeof ownAvailability>;

/** The response to `POST /api/v1/profile/availability/feed`: the new address, which is a secret. */
export const calendarFeed = z.object({ path: z.string() });
export type CalendarFeed = z.infer<typeof calendarFeed>;

/** `PUT /api/v1/profile/availability/subscription`. An address that begins with `webcal://` is read through HTTPS. */
export const calendarSubscription = z.object({
  url: z
    .url({ protocol: /^(https|webcals?)$/, message: 'Please enter an address that begins with https://' })
    .max(2000, 'Please use at most 2,000 characters')
    .transform((url) => url.trim().replace(/^webcals?:\/\//i, 'https://')),
});
export type CalendarSubscription = z.infer<typeof calendarSubscription>;

/**
 * `GET /api/v1/creators/{id}/availability`. `from` is today and `to` is 30 days after `from` if they are left out.
 * `today` is the reader's day; without it, or if no time zone has that day now, it is the day in UTC.
 */
export const availabilityPeriod = z
  .object({ from: date.optional(), to: date.optional(), today: date.optional() })
  .refine(({ from, to }) => from || !to, { path: ['from'], message: 'Please enter the first day too' })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    message: 'The last day must not be before the first',
  })
  .refine(({ from, to }) => !from || !to || monthOf(to) - monthOf(from) <= maxMonths, {
    path: ['to'],
    message: `Please ask for at most ${maxMonths} months`,
  });
export type AvailabilityPeriod = z.infer<typeof availabilityPeriod>;

/** `unknown`: a day of a professional who has not said when they work, or a day in the past. */
export const dayState = z.enum(['free', 'busy', 'unknown']);
export type DayState = z.infer<typeof dayState>;

/** `GET /api/v1/creators/{id}/availability` */
export const creatorAvailability = z.object({ items: z.array(z.object({ date: z.iso.date(), state: dayState })) });
export type CreatorAvailability = z.infer<typeof creatorAvailability>;

/** Months since year 0. */
const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

/** The response to `PUT /api/v1/profile/availability`. `position` is that of the last event in the event log. */
export const savedAvailability = z.object({ id: z.uuid(), position: z.string() });
export type SavedAvailability = z.infer<typeof savedAvailability>;
