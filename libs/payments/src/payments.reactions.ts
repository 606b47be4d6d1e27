import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Cents } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { NotDueYet } from '#platform/jobs';
import {
  type CheckoutReport,
  checkoutLifetime,
  GatewayUnavailable,
  type ListedDispute,
  PaymentsGateway,
  type Refund,
} from '#platform/payments-gateway';
import { type Reaction } from '#platform/reactions';
import { isDisputed, type PaymentEvents, payment } from './payment.ts';
import { RecordGatewayReport } from './payments.commands.ts';

type RequestedRefund = Pick<PaymentEvents['PaymentRefundRequested'], 'sessionId' | 'chargeId' | 'refundId'>;

/** How long until the provider is asked again about what is not final, in milliseconds: a day. */
const timeBetweenChecks = 86_400_000;
/** How long until the list of disputes is read again if the provider did not answer, in milliseconds: an hour. */
const timeAfterOutage = 3_600_000;
/** How old a dispute of the provider's list may be, in milliseconds: 90 days. */
const oldestListedDispute = 90 * timeBetweenChecks;

@Injectable()
export class PaymentsReactions {
  /** When this process last compared the provider's list of disputes, in Unix milliseconds. */
  #listedDisputesAt = 0;

  constructor(
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    private readonly gateway: PaymentsGateway,
    private readonly context: Context,
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

  /** Makes the refunds that waited for the decision of a bank, as far as the bank did not take the money back. */
  readonly refundAfterDispute: Reaction<PaymentEvents> = {
    name: 'payments.refund-after-dispute',
    to: 'PaymentDisputeClosed',
    queue: 'payments',
    react: async ({ stream, data: { sessionId, chargeId } }) => {
      const { state } = await this.store.load(payment, stream);
      if (isDisputed(state, chargeId)) return;
      const waiting = state.refunds.filter((refund) => !refund.done && refund.chargeId === chargeId);
      for (const { refundId, amount } of waiting) {
        const requested = { sessionId, chargeId, refundId };
        if (!(await this.#refund(requested, amount))) await this.#refundRest(requested);
      }
      if (waiting.length > 0) await this.#recordNow(sessionId);
    },
  };

  /**
   * Closes a checkout one minute after it expires and records its result, in case a webhook was lost. Asks again daily
   * while the provider still waits for the card's bank.
   */
  readonly reconcileCheckout: Reaction<PaymentEvents> = {
    name: 'payments.reconcile-checkout',
    to: 'CheckoutOpened',
    queue: 'payments',
    delay: checkoutLifetime + 60_000,
    react: async ({ data: { sessionId } }) => {
      await this.gateway.closeCheckout(sessionId);
      const report = await this.#recordNow(sessionId);
      if (report?.status === 'open') throw new NotDueYet(timeBetweenChecks);
    },
  };

  /** Asks daily about a dispute until the bank has decided, in case the webhook of the decision was lost. */
  readonly reconcileDispute: Reaction<PaymentEvents> = {
    name: 'payments.reconcile-dispute',
    to: 'PaymentDisputed',
    queue: 'payments',
    delay: timeBetweenChecks,
    react: async ({ stream, data: { sessionId, disputeId } }) => {
      const isOpen = async () => {
        const { disputes } = (await this.store.load(payment, stream)).state;
        return disputes.some((dispute) => dispute.disputeId === disputeId && dispute.outcome === null);
      };
      if (!(await isOpen())) return;
      await this.#recordNow(sessionId);
      if (await isOpen()) throw new NotDueYet(timeBetweenChecks);
    },
  };

  /**
   * Compares the provider's list of disputes daily, in case the webhook of an opened one, or of a changed decision, was
   * lost. Each settled payment adds this job, and all but one end at once: the provider is asked once a day.
   */
  readonly findDisputes: Reaction<PaymentEvents> = {
    name: 'payments.find-disputes',
    to: 'PaymentSettled',
    queue: 'payments',
    delay: timeBetweenChecks,
    react: async () => {
      const now = Date.now();
      const before = this.#listedDisputesAt;
      if (now - before < 0.9 * timeBetweenChecks) return;
      // Set before the list is read, so that jobs that start at the same time end.
      this.#listedDisputesAt = now;
      try {
        for (const listed of await this.gateway.disputesSince(new Date(now - oldestListedDispute)))
          await this.#recordIfChanged(listed);
      } catch (error) {
        this.#listedDisputesAt = before;
        if (error instanceof GatewayUnavailable) throw new NotDueYet(timeAfterOutage);
        throw error;
      }
      throw new NotDueYet(timeBetweenChecks);
    },
  };

  async #recordIfChanged({ paymentId, disputeId, status }: ListedDispute): Promise<void> {
    // Other applications of the same account may use the same metadata.
    if (!/^payment-[0-9a-f-]{36}$/.test(paymentId)) return;
    const { checkout, disputes } = (await this.store.load(payment, paymentId as `payment-${string}`)).state;
    const known = disputes.find((dispute) => dispute.disputeId === disputeId);
    if (checkout && !(known && (known.outcome ?? 'open') === status)) await this.#recordNow(checkout.sessionId);
  }

  /**
   * Records what the provider has of a session now. Undefined if it does not have this session. Without the job's
   * idempotency key, because a job that asks daily may record several reports about one payment.
   */
  async #recordNow(sessionId: string): Promise<CheckoutReport | undefined> {
    const report = await this.gateway.retrieve(sessionId);
    if (report) await this.context.withoutKey(() => this.commands.execute(new RecordGatewayReport(report)));
    return report;
  }

  #refund({ sessionId, chargeId, refundId }: RequestedRefund, amount: Cents): Promise<Refund | undefined> {
    return this.gateway.refund({ sessionId, chargeId, amount, idempotencyKey: refundId });
  }

  /**
   * Called if a part was refunded manually at the provider, or taken back by a bank: refunds the rest of the charge.
   * The report has all refunds, because a reaction records one report for a payment.
   */
  async #refundRest(requested: RequestedRefund): Promise<CheckoutReport | undefined> {
    const report = await this.gateway.retrieve(requested.sessionId);
    if (!report) return undefined;
    const sumOf = (all: readonly { chargeId: string; amount: Cents }[] = []) =>
      all.reduce((total, { chargeId, amount }) => (chargeId === requested.chargeId ? total + amount : total), 0);
    const lostDisputes = report.disputes?.filter(({ status }) => status === 'lost');
    const amountLeft = sumOf(report.charges) - sumOf(report.refunds) - sumOf(lostDisputes);
    if (amountLeft <= 0) return report;
    const rest = await this.#refund(requested, amountLeft);
    if (!rest) throw new Error('The provider does not refund what is left of the charge');
    return { ...report, refunds: [...report.refunds, rest] };
  }
}
