import type { Cents } from '#kernel';

/** How much of one payment arrived and was refunded. The rest is kept, unless its refund is due. */
export type LedgerEntry = { readonly received: Cents; readonly refunded: Cents; readonly refundDue: boolean };
/** The entries of a booking's payments, by payment id. */
export type PaymentLedger = Readonly<Record<string, LedgerEntry>>;
type Amount = { readonly paymentId: string; readonly amount: Cents };

const emptyEntry: LedgerEntry = { received: 0, refunded: 0, refundDue: false };

export const recordReceipt = (ledger: PaymentLedger, { paymentId, amount }: Amount): PaymentLedger => ({
  ...ledger,
  [paymentId]: { ...(ledger[paymentId] ?? emptyEntry), received: amount },
});

/** Marks the rest of a payment for refund. If the payment was not recorded before, it is recorded with this amount. */
export const markRefundDue = (ledger: PaymentLedger, { paymentId, amount }: Amount): PaymentLedger => {
  const knownEntry = ledger[paymentId] ?? emptyEntry;
  return { ...ledger, [paymentId]: { ...knownEntry, received: knownEntry.received || amount, refundDue: true } };
};

export const recordRefundPaid = (ledger: PaymentLedger, { paymentId, amount }: Amount): PaymentLedger => {
  const knownEntry = ledger[paymentId] ?? emptyEntry;
  return { ...ledger, [paymentId]: { ...knownEntry, refunded: knownEntry.refunded + amount } };
};

/** Whether this payment was recorded. */
export const hasReceipt = (ledger: PaymentLedger, paymentId: string): boolean => (ledger[paymentId]?.received ?? 0) > 0;

/** The amount that was received and not refunded. */
export const remaining = (ledger: PaymentLedger, paymentId: string): Cents => {
  const { received, refunded } = ledger[paymentId] ?? emptyEntry;
  return Math.max(0, received - refunded);
};

/** Whether some of this payment is kept: it was not refunded and its refund is not due. */
export const isKept = (ledger: PaymentLedger, paymentId: string): boolean =>
  remaining(ledger, paymentId) > 0 && !ledger[paymentId]?.refundDue;

/** The amount that is due for refund and was not refunded yet. */
export const totalRefundDue = (ledger: PaymentLedger): Cents =>
  Object.entries(ledger).reduce((sum, [id, { refundDue }]) => (refundDue ? sum + remaining(ledger, id) : sum), 0);
