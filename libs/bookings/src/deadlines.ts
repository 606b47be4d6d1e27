import { dayAfter, dayAt, dayEnd, dayStart, daysBetween, instantAfter, instantOf } from '#kernel';
import { balanceDays } from './booking-terms.contract.ts';
import { type EventTime, eventEnd, eventStart, lastDayOf } from './event-time.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** How long a request waits for an answer, and how long before the event it expires at the latest. */
const requestTime = 6 * day;
const requestDistance = day;
/**
 * How many days before the event the professional can start to cancel because the balance is overdue, unless the
 * balance was due later.
 */
const balanceGraceDays = 3;
/** How long after the event a booking without a gallery is completed. */
const completionTime = 48 * hour;

/**
 * When a request expires if it is not confirmed: after six days, or 24 hours before the event. A request at shorter
 * notice expires when the event begins, and one that is made after that when its first day ends.
 */
export const requestExpiry = (event: EventTime, requestedAt: string): string => {
  const start = eventStart(event);
  const latest = [instantAfter(start, -requestDistance), start].find((instant) => instant > requestedAt);
  return earlier(instantAfter(requestedAt, requestTime), latest ?? dayEnd(event.eventDate, event.timeZone));
};

/**
 * The deadline for the deposit of a confirmed booking: 7 days after the confirmation, 48 or 24 hours if the event is
 * close, but never after the first day of the event begins. Null if that day has begun: such a booking is not cancelled
 * without a deposit.
 */
export const depositDeadline = ({ eventDate, timeZone }: EventTime, confirmedAt: string): string | null => {
  const firstDay = dayStart(eventDate, timeZone);
  if (confirmedAt >= firstDay) return null;
  const daysLeft = daysBetween(dayAt(confirmedAt, timeZone), eventDate);
  if (daysLeft >= 30) return instantAfter(confirmedAt, 7 * day);
  return earlier(instantAfter(confirmedAt, daysLeft >= 7 ? 2 * day : day), firstDay);
};

/**
 * The last day on which the balance can be paid in time: 14 days before the event, or at once if that is over. It
 * cannot be paid before the deposit, so it is not due before `depositDueAt`, which is the time of the confirmation if
 * the deposit is paid.
 */
export const balanceDeadline = ({ eventDate, timeZone }: EventTime, depositDueAt: string): string =>
  later(dayAfter(eventDate, -balanceDays), dayAt(depositDueAt, timeZone));

/**
 * The time from which the professional may cancel because the balance is not paid: three days before the event, but not
 * before the day on which it is due is over, and not within 24 hours of the confirmation.
 */
export const unpaidCancellationStart = (
  { eventDate, timeZone }: EventTime,
  balanceDueDate: string,
  confirmedAt: string,
): string =>
  [
    dayStart(dayAfter(eventDate, -balanceGraceDays), timeZone),
    dayEnd(balanceDueDate, timeZone),
    instantAfter(confirmedAt, day),
  ].reduce(later);

/** The delay before a cancellation is tried again for the first time, and the maximum delay between two attempts. */
const [firstRetry, longestRetry] = [hour / 4, 6 * hour];
const mostRetries = 16;

/**
 * When the cancellation of a booking without a deposit is tried again, after the payment provider did not answer at
 * `at` for the `number`th time: after 15 minutes, then after twice as long each time, but at most 6 hours. Undefined
 * after three days: an operator then decides.
 */
export const cancellationRetryTime = (number: number, at: string): string | undefined =>
  number > mostRetries ? undefined : instantAfter(at, Math.min(firstRetry * 2 ** (number - 1), longestRetry));

/**
 * For how many days after its event a problem with a completed booking can be reported. The period is long because a
 * gallery may be delivered late.
 */
const disputeDays = 90;

/** Whether it is too late to report a problem with a completed booking. */
export const isDisputeLate = (event: EventTime, at: string): boolean =>
  daysBetween(lastDayOf(event), dayAt(at, event.timeZone)) > disputeDays;

/** When a booking that delivers no gallery is completed: 48 hours after its event. */
export const completionTimeOf = (event: EventTime): string => instantAfter(eventEnd(event), completionTime);

/** The latest end of an event for which the time of {@link completionTimeOf} has come. */
export const latestCompletableEnd = (at: string): string => instantAfter(at, -completionTime);

/** What a party is reminded of: to answer a request, or to pay the deposit or the balance. */
export type Reminder =
  | 'request-1-day'
  | 'request-4-days'
  | 'deposit-2-days'
  | 'deposit-5-days'
  | 'balance-21-days'
  | 'balance-14-days'
  | 'balance-7-days'
  | 'balance-3-days';
export type RequestReminder = Extract<Reminder, `request-${string}`>;
export type DepositReminder = Extract<Reminder, `deposit-${string}`>;
export type BalanceReminder = Extract<Reminder, `balance-${string}`>;

const requestReminders: Readonly<Record<RequestReminder, number>> = { 'request-1-day': 1, 'request-4-days': 4 };
const depositReminders: Readonly<Record<DepositReminder, number>> = { 'deposit-2-days': 2, 'deposit-5-days': 5 };
const balanceReminders: Readonly<Record<BalanceReminder, number>> = {
  'balance-21-days': 21,
  'balance-14-days': 14,
  'balance-7-days': 7,
  'balance-3-days': 3,
};

/** When the party that has to answer is reminded; undefined if the request expires before. */
export const requestReminderTime = (
  reminder: RequestReminder,
  { at, expiresAt }: { at: string; expiresAt: string },
): string | undefined => timeBefore(expiresAt, instantAfter(at, requestReminders[reminder] * day));

/** When the client is reminded of the deposit; undefined if it is due before. */
export const depositReminderTime = (
  reminder: DepositReminder,
  { at, depositDueAt }: { at: string; depositDueAt: string },
): string | undefined => timeBefore(depositDueAt, instantAfter(at, depositReminders[reminder] * day));

/** When the client is reminded of the balance, at noon at the place; undefined if the booking was confirmed later. */
export const balanceReminderTime = (
  reminder: BalanceReminder,
  { at, eventDate, timeZone }: { at: string; eventDate: string; timeZone: string },
): string | undefined => {
  const instant = instantOf(dayAfter(eventDate, -balanceReminders[reminder]), '12:00', timeZone);
  return instant > at ? instant : undefined;
};

export const earlier = (one: string, other: string): string => (one < other ? one : other);
const later = (one: string, other: string): string => (one > other ? one : other);
const timeBefore = (end: string, instant: string): string | undefined => (instant < end ? instant : undefined);
