import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type BookingsPublished, bookingOfPayment, RecordBookingPayout } from '#bookings';
import type { IdentityPublished } from '#identity';
import { type Recorded } from '#kernel';
import type { PaymentsPublished } from '#payments';
import type { Reaction } from '#platform/reactions';
import type { PayoutAccountEvents } from './payout-account.ts';
import type { PayoutDestinationEvents } from './payout-destination.ts';
import { holdEnd, nextRun } from './payout-schedule.ts';
import { RecordEarnings, RecordEarningsAgain, StartPayout } from './payouts.commands.ts';

type Events = PayoutAccountEvents & PayoutDestinationEvents;
type Outcome = ConstructorParameters<typeof RecordBookingPayout>[2];

/**
 * After each event that changes the money of a booking, its current earnings are recorded. They replace the earlier
 * ones, so order and repetition do not matter.
 */
@Injectable()
export class PayoutsReactions {
  constructor(private readonly commands: CommandBus) {}

  readonly recordConfirmed = this.#earnings('payouts.record-confirmed', 'BookingConfirmed');
  readonly recordChanged = this.#earnings('payouts.record-changed', 'BookingChanged');
  readonly recordCancelled = this.#earnings('payouts.record-cancelled', 'BookingCancelled');
  readonly recordCompleted = this.#earnings('payouts.record-completed', 'BookingCompleted');
  readonly recordReopened = this.#earnings('payouts.record-reopened', 'BookingReopened');
  readonly recordDisputed = this.#earnings('payouts.record-disputed', 'BookingDisputed');
  readonly recordResolved = this.#earnings('payouts.record-dispute-resolved', 'BookingDisputeResolved');
  readonly recordPaid = this.#earnings('payouts.record-paid', 'BookingPaid');
  readonly recordRefundDue = this.#earnings('payouts.record-refund-due', 'BookingRefundDue');
  readonly recordRefunded = this.#earnings('payouts.record-refunded', 'BookingRefunded');
  readonly recordReinstated = this.#earnings('payouts.record-reinstated', 'BookingPaymentReinstated');

  readonly recordBankDispute = this.#bankDecision('payouts.record-bank-dispute', 'PaymentDisputed');
  readonly recordBankDecision = this.#bankDecision('payouts.record-bank-decision', 'PaymentDisputeClosed');

  /** A deposit becomes available without an event, when the client's cancellation no longer returns it. */
  readonly releaseDeposit: Reaction<Events> = {
    name: 'payouts.release-deposit',
    to: 'BookingEarningsRecorded',
    queue: 'payments',
    runAt: ({ data: { changesAt } }) => changesAt ?? undefined,
    react: ({ data: { bookingId } }) => this.commands.execute(new RecordEarnings(bookingId)),
  };

  readonly startPayout: Reaction<Events> = {
    name: 'payouts.start-payout',
    to: 'BookingEarningsRecorded',
    queue: 'payments',
    runAt: ({ at, data: { postings } }) =>
      postings.some(({ credit }) => credit === 'available') ? nextRun(at) : undefined,
    react: ({ at, data: { userId } }) => this.commands.execute(new StartPayout(userId, nextRun(at))),
  };

  readonly startAfterHold: Reaction<Events> = {
    name: 'payouts.start-after-hold',
    to: 'PayoutDestinationChanged',
    queue: 'payments',
    runAt: ({ at }) => nextRun(holdEnd(at)),
    react: ({ at, data: { userId } }) => this.commands.execute(new StartPayout(userId, nextRun(holdEnd(at)))),
  };

  readonly startAfterFailure = this.#startAgain('payouts.start-again', 'PayoutFailed');
  readonly startAfterReturn = this.#startAgain('payouts.start-after-return', 'PayoutReturned');

  /** A problem may have been reported since the payout started. */
  readonly recordAfterFailure = this.#recordAgain('payouts.record-after-failure', 'PayoutFailed');
  readonly recordAfterReturn = this.#recordAgain('payouts.record-after-return', 'PayoutReturned');

  readonly startAfterSuspension: Reaction<IdentityPublished> = {
    name: 'payouts.start-after-suspension',
    to: 'UserReinstated',
    queue: 'payments',
    runAt: ({ at }) => nextRun(at),
    react: ({ at, data: { userId } }) => this.commands.execute(new StartPayout(userId, nextRun(at))),
  };

  readonly recordStarted = this.#outcome('payouts.record-started', 'PayoutStarted', 'started');
  readonly recordMade = this.#outcome('payouts.record-made', 'PayoutMade', 'made');
  readonly recordFailed = this.#outcome('payouts.record-failed', 'PayoutFailed', 'failed');
  readonly recordReturned = this.#outcome('payouts.record-returned', 'PayoutReturned', 'failed');

  #startAgain(name: `payouts.${string}`, to: 'PayoutFailed' | 'PayoutReturned'): Reaction<PayoutAccountEvents> {
    const runAt = ({ at }: Pick<Recorded, 'at'>) => nextRun(at);
    const react = ({ at, data: { userId } }: Recorded<Pick<PayoutAccountEvents, 'PayoutFailed'>>) =>
      this.commands.execute(new StartPayout(userId, nextRun(at)));
    return { name, to, queue: 'payments', runAt, react } as Reaction<PayoutAccountEvents>;
  }

  #recordAgain(name: `payouts.${string}`, to: 'PayoutFailed' | 'PayoutReturned'): Reaction<PayoutAccountEvents> {
    const react = async ({ data: { bookings } }: Recorded<Pick<PayoutAccountEvents, 'PayoutFailed'>>) => {
      for (const { bookingId } of bookings) await this.commands.execute(new RecordEarningsAgain(bookingId));
    };
    return { name, to, queue: 'payments', react } as Reaction<PayoutAccountEvents>;
  }

  /** `catchUp` also records money that arrived before this module existed. */
  #earnings(name: `payouts.${string}`, to: keyof BookingsPublished): Reaction<BookingsPublished> {
    const react = ({ stream }: { stream: string }) => this.commands.execute(new RecordEarnings(stream));
    return { name, to, queue: 'payments', catchUp: true, react } as Reaction<BookingsPublished>;
  }

  #bankDecision(
    name: `payouts.${string}`,
    to: 'PaymentDisputed' | 'PaymentDisputeClosed',
  ): Reaction<PaymentsPublished> {
    return {
      name,
      to,
      queue: 'payments',
      react: async ({ data: { reference } }: { data: { reference: string } }) => {
        const bookingId = bookingOfPayment(reference);
        if (bookingId) await this.commands.execute(new RecordEarnings(bookingId));
      },
    };
  }

  /** Records the outcome in the booking: staff see it there, and a paid-out booking cannot be reopened. */
  #outcome(
    name: `payouts.${string}`,
    to: 'PayoutStarted' | 'PayoutMade' | 'PayoutFailed' | 'PayoutReturned',
    outcome: Outcome,
  ): Reaction<PayoutAccountEvents> {
    return {
      name,
      to,
      queue: 'payments',
      react: async ({ data }: Recorded<Pick<PayoutAccountEvents, 'PayoutStarted'>>) => {
        for (const { bookingId, ...share } of data.bookings)
          await this.commands.execute(
            new RecordBookingPayout(bookingId, { payoutId: data.payoutId, ...share }, outcome),
          );
      },
    } as Reaction<PayoutAccountEvents>;
  }
}
