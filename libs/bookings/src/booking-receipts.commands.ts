import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#platform/event-store';
import { booking, type Payment, type Payout, type PayoutOutcome, type Refund } from './booking.ts';

/**
 * Records money that arrived for a part of a booking: it is kept or marked for refund. Idempotent: a known payment is
 * ignored.
 */
export class RecordBookingPayment extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly payment: Payment,
  ) {
    super();
  }
}

@CommandHandler(RecordBookingPayment)
export class RecordBookingPaymentHandler implements ICommandHandler<RecordBookingPayment> {
  constructor(private readonly store: EventStore) {}

  async execute({ bookingId, payment }: RecordBookingPayment): Promise<void> {
    await this.store.handle(booking, bookingId, 'recordPayment', payment);
  }
}

/** Records a refund of a booking's payment. Idempotent: a known refund is ignored. */
export class RecordBookingRefund extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly refund: Refund,
  ) {
    super();
  }
}

@CommandHandler(RecordBookingRefund)
export class RecordBookingRefundHandler implements ICommandHandler<RecordBookingRefund> {
  constructor(private readonly store: EventStore) {}

  async execute({ bookingId, refund }: RecordBookingRefund): Promise<void> {
    await this.store.handle(booking, bookingId, 'recordRefund', refund);
  }
}

/** Records that a bank returned what it had taken back. Repeated with the same idempotency key, it changes nothing. */
export class RecordReinstatedPayment extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly refund: Refund,
  ) {
    super();
  }
}

@CommandHandler(RecordReinstatedPayment)
export class RecordReinstatedPaymentHandler implements ICommandHandler<RecordReinstatedPayment> {
  constructor(private readonly store: EventStore) {}

  async execute({ bookingId, refund }: RecordReinstatedPayment): Promise<void> {
    await this.store.handle(booking, bookingId, 'recordReinstatement', refund);
  }
}

/** Records the outcome of a payout that includes money of this booking. Idempotent. */
export class RecordBookingPayout extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly payout: Payout,
    readonly outcome: PayoutOutcome,
  ) {
    super();
  }
}

@CommandHandler(RecordBookingPayout)
export class RecordBookingPayoutHandler implements ICommandHandler<RecordBookingPayout> {
  constructor(private readonly store: EventStore) {}

  async execute({ bookingId, payout, outcome }: RecordBookingPayout): Promise<void> {
    await this.store.handle(booking, bookingId, 'recordPayout', { ...payout, outcome });
  }
}
