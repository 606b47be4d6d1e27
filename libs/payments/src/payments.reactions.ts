import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { checkoutLasts, PaymentsGateway, type Reaction } from '#platform';
import type { PaymentEvents } from './payment.ts';
import { RecordGatewayReport } from './payments.commands.ts';

@Injectable()
export class PaymentsReactions {
  constructor(
    private readonly commands: CommandBus,
    private readonly gateway: PaymentsGateway,
  ) {}

  readonly refundCharge: Reaction<PaymentEvents> = {
    name: 'payments.refund-charge',
    to: 'PaymentRefundRequested',
    react: async ({ data: { paymentId, sessionId, chargeId, amount, refundId } }) => {
      const refund = await this.gateway.refund({ sessionId, chargeId, amount, idempotencyKey: refundId });
      if (!refund) return;
      const report = { paymentId, sessionId, status: 'paid', charges: [], refunds: [refund] } as const;
      await this.commands.execute(new RecordGatewayReport(report));
    },
  };

  /** A minute after its time a checkout is over, whatever became of the webhooks. */
  readonly reconcileCheckout: Reaction<PaymentEvents> = {
    name: 'payments.reconcile-checkout',
    to: 'CheckoutOpened',
    delay: checkoutLasts + 60_000,
    react: async ({ data: { sessionId } }) => {
      await this.gateway.closeCheckout(sessionId);
      const report = await this.gateway.retrieve(sessionId);
      if (report) await this.commands.execute(new RecordGatewayReport(report));
    },
  };
}
