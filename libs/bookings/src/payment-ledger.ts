import type { Cents } from '#kernel';

/** What arrived for one payment and what was refunded of it. The rest is kept, unless its refund is due. */
export type LedgerEntry = { readonly received: Cents; readonly refunded: Cents; readonly refundDue: boolean };
/** The payments of a booking, by their ids. */
export type PaymentLedger = Readonly<Record<string, LedgerEntry>>;
type Amount = { readonly paymentId: string; readonly amount: Cents };

const empty: LedgerEntry = { received: 0, refunded: 0, refundDue: false };

export const recordReceipt = (ledger: PaymentLedger, { paymentId, amount }: Amount): PaymentLedger => ({
  ...ledger,
  [paymentId]: { ...(ledger[paymentId] ?? empty), received: amount },
});

/** Everything that remains of the payment is to be refunded. A payment that was never kept is received with this amount. */
export const markRefundDue = (ledger: PaymentLedger, { paymentId, amount }: Amount): PaymentLedger => {
  const known = ledger[paymentId] ?? empty;
  return { ...ledger, [paymentId]: { ...known, received: known.received || amount, refundDue: true } };
};

export const recordRefundPaid = (ledger: PaymentLedger, { paymentId, amount }: Amount): PaymentLedger => {
  const known = ledger[paymentId] ?? empty;
  return { ...ledger, [paymentId]: { ...known, refunded: known.refunded + amount } };
};

/** Whether this payment was recorded. */
export const hasReceipt = (ledger: PaymentLedger, paymentId: string): boolean => (ledger[paymentId]?.received ?? 0) > 0;

/** What was received and not refunded. */
export const remaining = (ledger: PaymentLedger, paymentId: string): Cents => {
  const { received, refunded } = ledger[paymentId] ?? empty;
  return Math.max(0, received - refunded);
};

/** Whether a part of this payment stays with the booking. */
export const isKept = (ledger: PaymentLedger, paymentId: string): boolean =>
  remaining(ledger, paymentId) > 0 && !ledger[paymentId]?.refundDue;

/** What is due for refund and was not refunded yet. */
export const totalRefundDue = (ledger: PaymentLedger): Cents =>
  Object.entries(ledger).reduce((sum, [id, { refundDue }]) => (refundDue ? sum + remaining(ledger, id) : sum), 0);
