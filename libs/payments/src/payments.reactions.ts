import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Cents } from '#kernel';
import { checkoutLasts, PaymentsGateway, type Refund } from '#platform/payments-gateway';
import { type Reaction } from '#platform/reactions';
import type { PaymentEvents } from './payment.ts';
import { RecordGatewayReport } from './payments.commands.ts';

type Wanted = PaymentEvents['PaymentRefundRequested'];

@Injectable()
export class PaymentsReactions {
  constructor(
    private readonly commands: CommandBus,
    private readonly gateway: PaymentsGateway,
  ) {}

  readonly refundCharge: Reaction<PaymentEvents> = {
    name: 'payments.refund-charge',
    to: 'PaymentRefundRequested',
    queue: 'payments',
    react: async ({ data }) => {
      const { paymentId, sessionId } = data;
      const refund = (await this.#giveBack(data, data.amount)) ?? (await this.#giveRest(data));
      if (!refund) return;
      const report = { paymentId, sessionId, status: 'paid', charges: [], refunds: [refund] } as const;
      await this.commands.execute(new RecordGatewayReport(report));
    },
  };

  /** A minute after its time a checkout is over, whatever became of the webhooks. */
  readonly reconcileCheckout: Reaction<PaymentEvents> = {
    name: 'payments.reconcile-checkout',
    to: 'CheckoutOpened',
    queue: 'payments',
    delay: checkoutLasts + 60_000,
    react: async ({ data: { sessionId } }) => {
      await this.gateway.closeCheckout(sessionId);
      const report = await this.gateway.retrieve(sessionId);
      if (report) await this.commands.execute(new RecordGatewayReport(report));
    },
  };

  #giveBack({ sessionId, chargeId, refundId }: Wanted, amount: Cents): Promise<Refund | undefined> {
    return this.gateway.refund({ sessionId, chargeId, amount, idempotencyKey: refundId });
  }

  /** Somebody gave back a part by hand: that is recorded, and what is left of the charge goes back. */
  async #giveRest(wanted: Wanted): Promise<Refund | undefined> {
    const report = await this.gateway.retrieve(wanted.sessionId);
    if (!report) return undefined;
    await this.commands.execute(new RecordGatewayReport(report));
    const ofIt = ({ chargeId }: { chargeId: string }) => chargeId === wanted.chargeId;
    const sum = (all: readonly { amount: Cents }[]) => all.reduce((total, { amount }) => total + amount, 0);
    const left = sum(report.charges.filter(ofIt)) - sum(report.refunds.filter(ofIt));
    return left > 0 ? this.#giveBack(wanted, left) : undefined;
  }
}
