import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Cents } from '#kernel';
import { EventStore } from '#platform/event-store';
import { type CheckoutReport, checkoutLifetime, PaymentsGateway, type Refund } from '#platform/payments-gateway';
import { type Reaction } from '#platform/reactions';
import { isDisputed, type PaymentEvents, payment } from './payment.ts';
import { RecordGatewayReport } from './payments.commands.ts';

type RequestedRefund = Pick<PaymentEvents['PaymentRefundRequested'], 'sessionId' | 'chargeId' | 'refundId'>;

@Injectable()
export class PaymentsReactions {
  constructor(
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    private readonly gateway: PaymentsGateway,
  ) {}

  readonly refundCharge: Reaction<PaymentEvents> = {
    name: 'payments.refund-charge',
    to: 'PaymentRefundRequested',
    queue: 'payments',
    react: async ({ stream, data }) => {
      const { paymentId, sessionId, chargeId } = data;
      // {@link refundAfterDispute} makes the refund if the dispute is won.
      if (isDisputed((await this.store.load(payment, stream)).state, chargeId)) return;
      const refund = await this.#refund(data, data.amount);
      const report = refund
        ? ({ paymentId, sessionId, status: 'paid', charges: [], refunds: [refund] } as const)
        : await this.#refundRest(data);
      if (report) await this.commands.execute(new RecordGatewayReport(report));
    },
  };

  /** Makes the refunds that waited for the decision of a bank. After a lost dispute nothing is left to refund. */
  readonly refundAfterDispute: Reaction<PaymentEvents> = {
    name: 'payments.refund-after-dispute',
    to: 'PaymentDisputeClosed',
    queue: 'payments',
    react: async ({ stream, data: { sessionId, chargeId, outcome } }) => {
      const { state } = await this.store.load(payment, stream);
      if (outcome === 'lost' || isDisputed(state, chargeId)) return;
      const waiting = state.refunds.filter((refund) => !refund.done && refund.chargeId === chargeId);
      for (const { refundId, amount } of waiting) {
        const requested = { sessionId, chargeId, refundId };
        if (!(await this.#refund(requested, amount))) await this.#refundRest(requested);
      }
      const report = waiting.length > 0 ? await this.gateway.retrieve(sessionId) : undefined;
      if (report) await this.commands.execute(new RecordGatewayReport(report));
    },
  };

  /** Closes a checkout one minute after it expires and records its result, in case a webhook was lost. */
  readonly reconcileCheckout: Reaction<PaymentEvents> = {
    name: 'payments.reconcile-checkout',
    to: 'CheckoutOpened',
    queue: 'payments',
    delay: checkoutLifetime + 60_000,
    react: async ({ data: { sessionId } }) => {
      await this.gateway.closeCheckout(sessionId);
      const report = await this.gateway.retrieve(sessionId);
      if (report) await this.commands.execute(new RecordGatewayReport(report));
    },
  };

  #refund({ sessionId, chargeId, refundId }: RequestedRefund, amount: Cents): Promise<Refund | undefined> {
    return this.gateway.refund({ sessionId, chargeId, amount, idempotencyKey: refundId });
  }

  /**
   * Called if a part was refunded manually at the provider: refunds the rest of the charge. The report has both refunds, because
   * a reaction records one report for a payment.
   */
  async #refundRest(requested: RequestedRefund): Promise<CheckoutReport | undefined> {
    const report = await this.gateway.retrieve(requested.sessionId);
    if (!report) return undefined;
    const isOfCharge = ({ chargeId }: { chargeId: string }) => chargeId === requested.chargeId;
    const sumOf = (all: readonly { amount: Cents }[]) => all.reduce((total, { amount }) => total + amount, 0);
    const amountLeft = sumOf(report.charges.filter(isOfCharge)) - sumOf(report.refunds.filter(isOfCharge));
    const rest = amountLeft > 0 ? await this.#refund(requested, amountLeft) : undefined;
    return rest ? { ...report, refunds: [...report.refunds, rest] } : report;
  }
}
