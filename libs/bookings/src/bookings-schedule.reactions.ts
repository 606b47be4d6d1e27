import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Refusal } from '#kernel';
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
  endOfDay,
  type RequestReminder,
  requestReminderTime,
} from './deadlines.ts';

/** What happens to a booking at certain times. The booking itself decides at that time whether it still applies. */
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
    react: ({ stream }) => this.commands.execute(new ExpireBooking(stream)),
  };

  readonly remindDepositDay2 = this.#depositReminder('bookings.remind-deposit-day-2', 'deposit-2-days');
  readonly remindDepositDay5 = this.#depositReminder('bookings.remind-deposit-day-5', 'deposit-5-days');

  readonly cancelUnpaid: Reaction<BookingEvents> = {
    name: 'bookings.cancel-unpaid',
    to: 'BookingConfirmed',
    queue: 'default',
    runAt: ({ data: { depositDueAt } }) => depositDueAt ?? undefined,
    react: ({ stream }) => this.commands.execute(new CancelUnpaidBooking(stream)),
  };

  readonly remindBalanceDay21 = this.#balanceReminder('bookings.remind-balance-day-21', 'balance-21-days');
  readonly remindBalanceDay14 = this.#balanceReminder('bookings.remind-balance-day-14', 'balance-14-days');
  readonly remindBalanceDay7 = this.#balanceReminder('bookings.remind-balance-day-7', 'balance-7-days');
  readonly remindBalanceDay3 = this.#balanceReminder('bookings.remind-balance-day-3', 'balance-3-days');

  readonly markOverdue: Reaction<BookingEvents> = {
    name: 'bookings.mark-overdue',
    to: 'BookingConfirmed',
    queue: 'default',
    runAt: ({ data: { balanceDueDate } }) => (balanceDueDate === null ? undefined : endOfDay(balanceDueDate)),
    react: ({ stream }) => this.commands.execute(new MarkBookingOverdue(stream)),
  };

  readonly completeEnded: Reaction<BookingEvents> = {
    name: 'bookings.complete-ended',
    to: 'BookingConfirmed',
    queue: 'default',
    runAt: ({ data: { eventDate } }) => completionTimeOf(eventDate),
    react: ({ stream }) => this.commands.execute(new CompleteEndedBooking(stream)),
  };

  /** A booking may be paid, or a problem resolved, after the time at which the booking would have been completed. */
  readonly completePaid = this.#lateCompletion('bookings.complete-paid', 'BookingPaid');
  readonly completeUndisputed = this.#lateCompletion('bookings.complete-undisputed', 'BookingDisputeResolved');

  #requestReminder(name: `bookings.${string}`, reminder: RequestReminder): Reaction<BookingEvents> {
    return {
      name,
      to: 'BookingRequested',
      queue: 'default',
      runAt: ({ at, data: { expiresAt } }) => requestReminderTime(reminder, { at, expiresAt }),
      react: ({ stream }) => this.commands.execute(new RemindOfBooking(stream, reminder)),
    };
  }

  #depositReminder(name: `bookings.${string}`, reminder: DepositReminder): Reaction<BookingEvents> {
    return {
      name,
      to: 'BookingConfirmed',
      queue: 'default',
      runAt: ({ at, data: { depositDueAt } }) =>
        depositDueAt === null ? undefined : depositReminderTime(reminder, { at, depositDueAt }),
      react: ({ stream }) => this.commands.execute(new RemindOfBooking(stream, reminder)),
    };
  }

  #balanceReminder(name: `bookings.${string}`, reminder: BalanceReminder): Reaction<BookingEvents> {
    return {
      name,
      to: 'BookingConfirmed',
      queue: 'default',
      runAt: ({ at, data: { eventDate, balanceDueDate } }) =>
        balanceDueDate === null ? undefined : balanceReminderTime(reminder, { at, eventDate }),
      react: ({ stream }) => this.commands.execute(new RemindOfBooking(stream, reminder)),
    };
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
