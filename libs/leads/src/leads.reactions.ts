import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PaymentsPublished, RefundPayment } from '#payments';
import type { Reaction } from '#platform/reactions';
import type { LeadEvents, RefundReason } from './lead.ts';
import { RecordLeadPurchase, ReleaseLeadPlace } from './leads.commands.ts';

const refundReasons: Readonly<Record<RefundReason, string>> = {
  'lead-closed': 'The lead was no longer available',
  'lead-changed': 'The lead was changed after the checkout was opened',
  'lead-full': 'All places for the lead were taken',
  'already-unlocked': 'The lead was already unlocked',
  'wrong-amount': 'The amount was not the price of the lead',
  'purchase-cancelled': 'Festoon staff cancelled the purchase',
};

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
    react: ({ data: { paymentId, amount, reason } }) =>
      this.commands.execute(new RefundPayment(paymentId, amount, refundReasons[reason])),
  };
}

/**
 * The lead and buyer that a payment's reference names: `lead-{uuid}/{buyer's uuid}`. Undefined if it is not for a lead.
 */
const purchaseIn = (reference: string): { leadId: string; buyerId: string } | undefined => {
  const [, leadId, buyerId] = /^(lead-[^/]+)\/([^/]+)$/.exec(reference) ?? [];
  return leadId && buyerId ? { leadId, buyerId } : undefined;
};
