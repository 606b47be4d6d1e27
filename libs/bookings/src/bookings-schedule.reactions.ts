import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { dayEnd, type Recorded, Refusal } from '#kernel';
import type { Reaction } from '#platform/reactions';
import type { BookingEvents } from './booking.ts';
import {
  CancelUnpaidBooking,
  CompleteEndedBooking,
  ExpireBooking,
  MarkBookingOverdue,
  RemindOfBooking,
} from './booking-deadlines.commands.ts';
import {
  type BalanceReminder,
  balanceReminderTime,
  completionTimeOf,
  type DepositReminder,
  depositReminderTime,
  type Reminder,
  type RequestReminder,
  requestReminderTime,
} from './deadlines.ts';
import { eventEnd } from './event-time.ts';

/** The days that an event records as agreed. */
type AgreedDays = Recorded<Pick<BookingEvents, 'BookingConfirmed'>> | Recorded<Pick<BookingEvents, 'BookingChanged'>>;

/** The scheduled work of a booking. When the job runs, the booking decides whether the work still applies. */
@Injectable()
export class BookingsSchedule {
  readonly #log = new Logger(BookingsSchedule.name);

  constructor(private readonly commands: CommandBus) {}

  readonly remindRequestDay1 = this.#requestReminder('bookings.remind-request-day-1', 'request-1-day');
  readonly remindRequestDay4 = this.#requestReminder('bookings.remind-request-day-4', 'request-4-days');

  readonly expireRequest: Reaction<BookingEvents> = {
    name: 'bookings.expire-request',
    to: 'BookingRequested',
    queue: 'default',
    runAt: ({ data: { expiresAt } }) => expiresAt,
    react: ({ stream, data: { expiresAt } }) => this.commands.execute(new ExpireBooking(stream, expiresAt)),
  };

  readonly remindDepositDay2 = this.#depositReminder('bookings.remind-deposit-day-2', 'deposit-2-days');
  readonly remindDepositDay5 = this.#depositReminder('bookings.remind-deposit-day-5', 'deposit-5-days');

  readonly cancelUnpaid = this.#depositDeadline('bookings.cancel-unpaid', 'BookingConfirmed');

  readonly retryCancellation: Reaction<BookingEvents> = {
    name: 'bookings.retry-cancel-unpaid',
    to: 'BookingCancellationPostponed',
    queue: 'default',
    runAt: ({ data: { retryAt } }) => retryAt,
    react: ({ stream, data: { depositDueAt } }) => this.commands.execute(new CancelUnpaidBooking(stream, depositDueAt)),
  };

  readonly remindBalanceDay21 = this.#balanceReminder('bookings.remind-balance-day-21', 'balance-21-days');
  readonly remindBalanceDay14 = this.#balanceReminder('bookings.remind-balance-day-14', 'balance-14-days');
  readonly remindBalanceDay7 = this.#balanceReminder('bookings.remind-balance-day-7', 'balance-7-days');
  readonly remindBalanceDay3 = this.#balanceReminder('bookings.remind-balance-day-3', 'balance-3-days');

  readonly markOverdue = this.#balanceDeadline('bookings.mark-overdue', 'BookingConfirmed');
  readonly completeEnded = this.#completion('bookings.complete-ended', 'BookingConfirmed');

  // After a change, everything that depends on the day or the price is scheduled again.
  readonly expireChanged: Reaction<BookingEvents> = {
    name: 'bookings.expire-changed',
    to: 'BookingChanged',
    queue: 'default',
    runAt: ({ data: { expiresAt } }) => expiresAt ?? undefined,
    react: async ({ stream, data: { expiresAt } }) => {
      if (expiresAt !== null) await this.commands.execute(new ExpireBooking(stream, expiresAt));
    },
  };
  readonly cancelChangedUnpaid = this.#depositDeadline('bookings.cancel-changed-unpaid', 'BookingChanged');
  readonly remindChangedDay21 = this.#changedReminder('bookings.remind-changed-day-21', 'balance-21-days');
  readonly remindChangedDay14 = this.#changedReminder('bookings.remind-changed-day-14', 'balance-14-days');
  readonly remindChangedDay7 = this.#changedReminder('bookings.remind-changed-day-7', 'balance-7-days');
  readonly remindChangedDay3 = this.#changedReminder('bookings.remind-changed-day-3', 'balance-3-days');
  readonly markChangedOverdue = this.#balanceDeadline('bookings.mark-changed-overdue', 'BookingChanged');
  readonly completeChanged = this.#completion('bookings.complete-changed', 'BookingChanged');

  /** A booking may be paid, or a problem resolved, after the time at which the booking would have been completed. */
  readonly completePaid = this.#lateCompletion('bookings.complete-paid', 'BookingPaid');
  readonly completeUndisputed = this.#lateCompletion('bookings.complete-undisputed', 'BookingDisputeResolved');

  #requestReminder(name: `bookings.${string}`, reminder: RequestReminder): Reaction<BookingEvents> {
    const runAt = ({ at, data: { expiresAt } }: Recorded<Pick<BookingEvents, 'BookingRequested'>>) =>
      requestReminderTime(reminder, { at, expiresAt });
    return {
      name,
      to: 'BookingRequested',
      queue: 'default',
      runAt,
      react: (event) => this.#remind(event.stream, reminder, { dueAt: runAt(event) }),
    };
  }

  #depositReminder(name: `bookings.${string}`, reminder: DepositReminder): Reaction<BookingEvents> {
    const runAt = ({ at, data: { depositDueAt } }: Recorded<Pick<BookingEvents, 'BookingConfirmed'>>) =>
      depositDueAt === null ? undefined : depositReminderTime(reminder, { at, depositDueAt });
    return {
      name,
      to: 'BookingConfirmed',
      queue: 'default',
      runAt,
      react: (event) => this.#remind(event.stream, reminder, { dueAt: runAt(event) }),
    };
  }

  #balanceReminder(
    name: `bookings.${string}`,
    reminder: BalanceReminder,
    to: 'BookingConfirmed' | 'BookingChanged' = 'BookingConfirmed',
  ): Reaction<BookingEvents> {
    const runAt = ({ at, data: { eventDate, timeZone, balanceDueDate } }: AgreedDays) =>
      balanceDueDate === null ? undefined : balanceReminderTime(reminder, { at, eventDate, timeZone });
    return {
      name,
      to,
      queue: 'default',
      runAt,
      react: (event: AgreedDays) =>
        this.#remind(event.stream, reminder, { dueAt: runAt(event), eventDate: event.data.eventDate }),
    };
  }

  #changedReminder(name: `bookings.${string}`, reminder: BalanceReminder): Reaction<BookingEvents> {
    return this.#balanceReminder(name, reminder, 'BookingChanged');
  }

  #depositDeadline(name: `bookings.${string}`, to: 'BookingConfirmed' | 'BookingChanged'): Reaction<BookingEvents> {
    return {
      name,
      to,
      queue: 'default',
      runAt: ({ data: { depositDueAt } }: AgreedDays) => depositDueAt ?? undefined,
      react: async ({ stream, data: { depositDueAt } }: AgreedDays) => {
        if (depositDueAt !== null) await this.commands.execute(new CancelUnpaidBooking(stream, depositDueAt));
      },
    };
  }

  #balanceDeadline(name: `bookings.${string}`, to: 'BookingConfirmed' | 'BookingChanged'): Reaction<BookingEvents> {
    const runAt = ({ data: { balanceDueDate, timeZone } }: AgreedDays) =>
      balanceDueDate === null ? undefined : dayEnd(balanceDueDate, timeZone);
    return {
      name,
      to,
      queue: 'default',
      runAt,
      react: async (event: AgreedDays) => {
        const dueAt = runAt(event);
        if (dueAt !== undefined) await this.commands.execute(new MarkBookingOverdue(event.stream, dueAt));
      },
    };
  }

  /** A changed request may not be confirmed yet, so the booking decides when the job runs. */
  #completion(name: `bookings.${string}`, to: 'BookingConfirmed' | 'BookingChanged'): Reaction<BookingEvents> {
    return {
      name,
      to,
      queue: 'default',
      runAt: ({ data }: AgreedDays) => completionTimeOf(data),
      react: ({ stream, data }: AgreedDays) => this.commands.execute(new CompleteEndedBooking(stream, eventEnd(data))),
    };
  }

  async #remind(
    bookingId: string,
    reminder: Reminder,
    { dueAt, eventDate }: { dueAt: string | undefined; eventDate?: string },
  ): Promise<void> {
    if (dueAt !== undefined) await this.commands.execute(new RemindOfBooking(bookingId, reminder, dueAt, eventDate));
  }

  #lateCompletion(name: `bookings.${string}`, to: 'BookingPaid' | 'BookingDisputeResolved'): Reaction<BookingEvents> {
    return { name, to, queue: 'default', react: ({ stream }: { stream: string }) => this.#completeIfOver(stream) };
  }

  async #completeIfOver(bookingId: string): Promise<void> {
    try {
      await this.commands.execute(new CompleteEndedBooking(bookingId));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#log.debug(`${bookingId} is not completed: ${error.code}`);
    }
  }
}
