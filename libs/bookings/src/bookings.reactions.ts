import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CatalogPublished } from '#catalog';
import { MarkLeadBooked, ReopenLead } from '#leads';
import { bankRefundId, type PaymentsPublished, PaymentsQueries, RefundPayment } from '#payments';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import type { Reaction } from '#platform/reactions';
import { type BookingEvents, booking, type Part, type Refund, type RefundReason } from './booking.ts';
import { AbandonConfirmation } from './booking-confirmation.commands.ts';
import { ReportPaymentDispute } from './booking-disputes.commands.ts';
import { RecordBookingPayment, RecordBookingRefund, RecordReinstatedPayment } from './booking-receipts.commands.ts';
import { daysOf } from './event-time.ts';
import { partReference } from './payment-reference.ts';

/**
 * How long a day may be reserved for a booking that is not confirmed, in milliseconds. A confirmation takes less than a
 * second; a day still reserved after this time was left by a stopped process.
 */
const confirmationTimeout = 30_000;

const refundReasons: Readonly<Record<RefundReason, string>> = {
  cancelled: 'The booking was cancelled',
  'paid-twice': 'This was already paid',
  'wrong-amount': 'The amount was not the one due',
};

@Injectable()
export class BookingsReactions {
  constructor(
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    private readonly payments: PaymentsQueries,
    private readonly context: Context,
  ) {}

  readonly recordPayment: Reaction<PaymentsPublished> = {
    name: 'bookings.record-payment',
    to: 'PaymentSettled',
    queue: 'payments',
    react: async ({ data: { paymentId, amount, payerId, ...settled } }) => {
      const [, bookingId, part] = partReference.exec(settled.reference) ?? [];
      if (!bookingId) return;
      const payment = { part: part as Part, paymentId, amount, payerId };
      await this.commands.execute(new RecordBookingPayment(bookingId, payment));
      // A refund can be reported before its payment.
      for (const { refundId, amount: refunded } of await this.payments.refundsOf(paymentId)) {
        const refund = { part: part as Part, paymentId, refundId, amount: refunded, payerId };
        await this.#recordRefund(bookingId, refund);
      }
    },
  };

  readonly refundPayment: Reaction<BookingEvents> = {
    name: 'bookings.refund-payment',
    to: 'BookingRefundDue',
    queue: 'payments',
    react: ({ data: { paymentId, amount, reason } }) =>
      this.commands.execute(new RefundPayment(paymentId, amount, refundReasons[reason])),
  };

  readonly recordRefund: Reaction<PaymentsPublished> = {
    name: 'bookings.record-refund',
    to: 'PaymentRefunded',
    queue: 'payments',
    catchUp: true,
    react: async ({ data: { paymentId, refundId, chargeId, amount, payerId, ...refunded } }) => {
      const [, bookingId, part] = partReference.exec(refunded.reference) ?? [];
      // Surplus charges are not recorded in the booking. Until the payment settles, its charge is not known; its
      // refunds are then recorded together with it.
      if (!bookingId || chargeId !== (await this.payments.settlingCharge(paymentId))) return;
      await this.#recordRefund(bookingId, { part: part as Part, paymentId, refundId, amount, payerId });
    },
  };

  readonly reportPaymentDispute: Reaction<PaymentsPublished> = {
    name: 'bookings.report-payment-dispute',
    to: 'PaymentDisputed',
    queue: 'payments',
    react: async ({ data: { reference: paidFor } }) => {
      const [, bookingId, part] = partReference.exec(paidFor) ?? [];
      if (bookingId) await this.commands.execute(new ReportPaymentDispute(bookingId, part as Part));
    },
  };

  /** A dispute about a payment for a request is not reported before the request is confirmed. */
  readonly reportEarlierDispute: Reaction<BookingEvents> = {
    name: 'bookings.report-earlier-payment-dispute',
    to: 'BookingConfirmed',
    queue: 'payments',
    react: async ({ stream }) => {
      const { paid } = (await this.store.load(booking, stream)).state;
      for (const { part, paymentId } of Object.values(paid))
        if (await this.payments.isDisputed(paymentId))
          await this.commands.execute(new ReportPaymentDispute(stream, part));
    },
  };

  /** Staff decide what happens to the money. Until then it is not paid out. */
  readonly recordReinstatement: Reaction<PaymentsPublished> = {
    name: 'bookings.record-reinstatement',
    to: 'PaymentReinstated',
    queue: 'payments',
    react: async ({ data: { paymentId, disputeId, chargeId, amount, payerId, ...reinstated } }) => {
      const [, bookingId, name] = partReference.exec(reinstated.reference) ?? [];
      // Surplus charges are not recorded in the booking.
      if (!bookingId || chargeId !== (await this.payments.settlingCharge(paymentId))) return;
      const part = name as Part;
      const refund = { part, paymentId, refundId: bankRefundId(disputeId), amount, payerId };
      await this.commands.execute(new ReportPaymentDispute(bookingId, part, 'returned'));
      await this.commands.execute(new RecordReinstatedPayment(bookingId, refund));
    },
  };

  readonly releaseUnconfirmedDay: Reaction<CatalogPublished> = {
    name: 'bookings.release-unconfirmed-day',
    to: 'CreatorDayReserved',
    queue: 'default',
    delay: confirmationTimeout,
    react: ({ data: { bookingId, attempt, date } }) =>
      this.commands.execute(new AbandonConfirmation(bookingId, attempt, [date])),
  };

  readonly releaseCancelledDays: Reaction<BookingEvents> = {
    name: 'bookings.release-cancelled-days',
    to: 'BookingCancelled',
    queue: 'default',
    react: ({ stream }) => this.commands.execute(new AbandonConfirmation(stream)),
  };

  readonly releasePreviousDays: Reaction<BookingEvents> = {
    name: 'bookings.release-previous-days',
    to: 'BookingChanged',
    queue: 'default',
    react: async ({ stream, data }) => {
      const previous = daysOf({ eventDate: data.previousDate, durationDays: data.previousDurationDays });
      const left = previous.filter((date) => !daysOf(data).includes(date));
      if (left.length > 0) await this.commands.execute(new AbandonConfirmation(stream, data.attempt, left));
    },
  };

  readonly markLeadBooked: Reaction<BookingEvents> = {
    name: 'bookings.mark-lead-booked',
    to: 'BookingConfirmed',
    queue: 'default',
    react: async ({ stream }) => {
      const { leadId, creatorId, status } = (await this.store.load(booking, stream)).state;
      if (!leadId || status === 'cancelled') return;
      await this.commands.execute(new MarkLeadBooked(leadId, stream, creatorId));
      // Reactions run in any order: the one to a cancellation may have found a lead that was not booked yet.
      const isCancelled = (await this.store.load(booking, stream)).state.status === 'cancelled';
      if (isCancelled) await this.commands.execute(new ReopenLead(leadId, stream));
    },
  };

  readonly reopenLead: Reaction<BookingEvents> = {
    name: 'bookings.reopen-lead',
    to: 'BookingCancelled',
    queue: 'default',
    react: async ({ stream }) => {
      const { leadId } = (await this.store.load(booking, stream)).state;
      if (leadId) await this.commands.execute(new ReopenLead(leadId, stream));
    },
  };

  /** Idempotent for each refund, also if one event leads to several of them. */
  #recordRefund(bookingId: string, refund: Refund): Promise<void> {
    const { origin, idempotencyKey } = this.context;
    const record = () => this.commands.execute(new RecordBookingRefund(bookingId, refund));
    return this.context.run(origin, record, `${idempotencyKey}/${refund.refundId}`, this.context.now());
  }
}
