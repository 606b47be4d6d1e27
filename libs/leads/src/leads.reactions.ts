import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PaymentsPublished, RefundPayment } from '#payments';
import { type PlansPublished, ReturnCredit } from '#plans';
import type { Reaction } from '#platform/reactions';
import { type LeadEvents, paidWithCredit, type RefundReason } from './lead.ts';
import { RecordLeadPurchase, RefundLeadBuyers, ReleaseLeadPlace } from './leads.commands.ts';

const refundReasons: Readonly<Record<RefundReason, string>> = {
  'lead-closed': 'The lead was no longer available',
  'lead-changed': 'The lead was changed after the checkout was opened',
  'lead-full': 'All places for the lead were taken',
  'already-unlocked': 'The lead was already unlocked',
  'wrong-amount': 'The amount was not the price of the lead',
  'purchase-cancelled': 'Festoon staff cancelled the purchase',
  'refund-approved': 'The request for a refund was approved',
};

/** How long recording a reply of the client may take, in milliseconds. */
const replyDelay = 60_000;

@Injectable()
export class LeadsReactions {
  constructor(private readonly commands: CommandBus) {}

  readonly recordPurchase: Reaction<PaymentsPublished> = {
    name: 'leads.record-purchase',
    to: 'PaymentSettled',
    queue: 'payments',
    react: async ({ data: { reference, paymentId, amount } }) => {
      const purchase = purchaseIn(reference);
      if (purchase)
        await this.commands.execute(new RecordLeadPurchase(purchase.leadId, purchase.buyerId, paymentId, amount));
    },
  };

  readonly releasePlace: Reaction<PaymentsPublished> = {
    name: 'leads.release-place',
    to: 'PaymentFailed',
    queue: 'payments',
    react: async ({ data: { reference, paymentId } }) => {
      const purchase = purchaseIn(reference);
      if (purchase) await this.commands.execute(new ReleaseLeadPlace(purchase.leadId, purchase.buyerId, paymentId));
    },
  };

  readonly refundPurchase: Reaction<LeadEvents> = {
    name: 'leads.refund-purchase',
    to: 'LeadRefundDue',
    queue: 'payments',
    react: ({ data: { buyerId, paymentId, amount, reason } }) =>
      this.commands.execute(
        paidWithCredit(paymentId)
          ? new ReturnCredit(buyerId, paymentId)
          : new RefundPayment(paymentId, amount, refundReasons[reason]),
      ),
  };

  /** The request that spent the credit records the purchase too; this is for a process that ended in between. */
  readonly recordCreditPurchase: Reaction<PlansPublished> = {
    name: 'leads.record-credit-purchase',
    to: 'CreditSpent',
    queue: 'payments',
    react: ({ data: { leadId, userId, spendingId } }) =>
      this.commands.execute(new RecordLeadPurchase(leadId, userId, spendingId, 0)),
  };

  readonly refundAfterRemoval: Reaction<LeadEvents> = {
    name: 'leads.refund-after-removal',
    to: 'LeadRemoved',
    queue: 'payments',
    react: ({ stream, at }) => this.commands.execute(new RefundLeadBuyers(stream, at)),
  };

  readonly refundAfterWithdrawal: Reaction<LeadEvents> = {
    name: 'leads.refund-after-withdrawal',
    to: 'LeadWithdrawn',
    queue: 'payments',
    // An earlier message of the client is recorded by another job, which may run later.
    delay: replyDelay,
    react: ({ stream, at }) => this.commands.execute(new RefundLeadBuyers(stream, at)),
  };
}

/**
 * The lead and buyer that a payment's reference names: `lead-{uuid}/{buyer's uuid}`. Undefined if it is not for a lead.
 */
const purchaseIn = (reference: string): { leadId: string; buyerId: string } | undefined => {
  const [, leadId, buyerId] = /^(lead-[^/]+)\/([^/]+)$/.exec(reference) ?? [];
  return leadId && buyerId ? { leadId, buyerId } : undefined;
};
