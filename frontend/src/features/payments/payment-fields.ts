import type { FieldTable } from '../../platform/field-texts.ts';

/** How the fields of the events of payments are shown. */
export const paymentFields: FieldTable = {
  labels: {
    paymentId: 'Payment',
    refundId: 'Refund',
    chargeId: 'Charge',
    payerId: 'Paid by',
    reference: 'For',
    bankDispute: 'Disputed at the bank',
  },
  amounts: ['amount', 'received', 'refunded', 'refundRequested', 'returned'],
};
