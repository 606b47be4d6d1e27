import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Cents, refuse } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { type CheckoutReport } from '#platform/payments-gateway';
import { type Payment, payment } from './payment.ts';

/**
 * Records what the provider says of a payment, in a webhook or when asked; answers the payment after it. Idempotent: what
 * is known already is not recorded again.
 */
export class RecordGatewayReport extends Command<Payment> {
  constructor(readonly report: CheckoutReport) {
    super();
  }
}

@CommandHandler(RecordGatewayReport)
export class RecordGatewayReportHandler implements ICommandHandler<RecordGatewayReport> {
  constructor(private readonly store: EventStore) {}

  async execute({ report }: RecordGatewayReport): Promise<Payment> {
    onlyPayments(report.paymentId);
    return (await this.store.handle(payment, report.paymentId, 'record', report)).state;
  }
}

/**
 * Gives back a payment or a part of it, in whole cents; the provider does so a moment later. `reason` says it to people and
 * holds nothing personal. Refused if that much was not paid; of what was given back by hand since, only the rest goes, but
 * staff is refused.
 */
export class RefundPayment extends Command<void> {
  constructor(
    readonly paymentId: string,
    readonly amount: Cents,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(RefundPayment)
export class RefundPaymentHandler implements ICommandHandler<RefundPayment> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  async execute({ paymentId, amount, reason }: RefundPayment): Promise<void> {
    onlyPayments(paymentId);
    await this.store.handle(payment, paymentId, 'refund', {
      paymentId,
      refundId: this.context.newId(),
      amount,
      reason,
    });
  }
}

/** An id that came from elsewhere may not lead to a stream of another kind. */
function onlyPayments(id: string): void {
  if (!/^payment-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
    refuse('payment-not-found', 'There is no such payment');
}
