import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Cents, refuse } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { type CheckoutReport } from '#platform/payments-gateway';
import { type Payment, payment } from './payment.ts';

/**
 * Records the provider's report about a payment, from a webhook or a request, and returns the payment's new state.
 * Idempotent: what was already recorded is ignored.
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
    requirePaymentId(report.paymentId);
    return (await this.store.handle(payment, report.paymentId, 'recordReport', report)).state;
  }
}

/**
 * Refunds a payment or a part of it, in whole cents. A reaction makes the refund at the provider. `reason` is shown to
 * people and must not contain personal data. Refused if the amount is larger than what was paid. If less than the
 * amount is left because a part was already refunded manually: a request of staff is refused, any other refund is
 * reduced to what is left.
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
    requirePaymentId(paymentId);
    await this.store.handle(payment, paymentId, 'refund', {
      paymentId,
      refundId: this.context.newId(),
      amount,
      reason,
    });
  }
}

/** The id may come from outside, so it must be the id of a payment and not of another kind of stream. */
function requirePaymentId(id: string): void {
  if (!/^payment-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
    refuse('payment-not-found', 'This payment does not exist');
}
