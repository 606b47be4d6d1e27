import type { Cents } from '#kernel';

/**
 * How much of one payment arrived, was refunded, and was marked for refund and is not refunded yet. The rest is kept.
 */
export type LedgerEntry = { readonly received: Cents; readonly refunded: Cents; readonly refundDue: Cents };
/** The entries of a booking's payments, by payment id. */
export type PaymentLedger = Readonly<Record<string, LedgerEntry>>;
type Amount = { readonly paymentId: string; readonly amount: Cents };

const emptyEntry: LedgerEntry = { received: 0, refunded: 0, refundDue: 0 };

export const recordReceipt = (ledger: PaymentLedger, { paymentId, amount }: Amount): PaymentLedger => ({
  ...ledger,
  [paymentId]: { ...(ledger[paymentId] ?? emptyEntry), received: amount },
});

/** Marks an amount of a payment for refund. If the payment was not recorded before, it is recorded with this amount. */
export const markRefundDue = (ledger: PaymentLedger, { paymentId, amount }: Amount): PaymentLedger => {
  const knownEntry = ledger[paymentId] ?? emptyEntry;
  const received = knownEntry.received || amount;
  return { ...ledger, [paymentId]: limited({ ...knownEntry, received, refundDue: knownEntry.refundDue + amount }) };
};

/** A refund settles what is due first. */
export const recordRefundPaid = (ledger: PaymentLedger, { paymentId, amount }: Amount): PaymentLedger => {
  const knownEntry = ledger[paymentId] ?? emptyEntry;
  const refundDue = Math.max(0, knownEntry.refundDue - amount);
  return { ...ledger, [paymentId]: limited({ ...knownEntry, refundDue, refunded: knownEntry.refunded + amount }) };
};

/** Money that was recorded as refunded arrived again. */
export const undoRefund = (ledger: PaymentLedger, { paymentId, amount }: Amount): PaymentLedger => {
  const knownEntry = ledger[paymentId] ?? emptyEntry;
  return { ...ledger, [paymentId]: { ...knownEntry, refunded: Math.max(0, knownEntry.refunded - amount) } };
};

/** Whether this payment was recorded. */
export const hasReceipt = (ledger: PaymentLedger, paymentId: string): boolean => (ledger[paymentId]?.received ?? 0) > 0;

/** The amount of a payment that is kept: it was neither refunded nor marked for refund. */
export const kept = (ledger: PaymentLedger, paymentId: string): Cents => {
  const entry = ledger[paymentId] ?? emptyEntry;
  return Math.max(0, entry.received - entry.refunded - entry.refundDue);
};

/** The amount of a payment that was refunded or marked for refund. */
export const returned = (ledger: PaymentLedger, paymentId: string): Cents => {
  const { refunded, refundDue } = ledger[paymentId] ?? emptyEntry;
  return refunded + refundDue;
};

export const receivedAmount = (ledger: PaymentLedger, paymentId: string): Cents => ledger[paymentId]?.received ?? 0;

/** The amount that arrived, whatever was refunded of it since. */
export const totalReceived = (ledger: PaymentLedger): Cents =>
  Object.values(ledger).reduce((sum, { received }) => sum + received, 0);

/** The amount that was refunded. */
export const totalRefunded = (ledger: PaymentLedger): Cents =>
  Object.values(ledger).reduce((sum, { refunded }) => sum + refunded, 0);

/** The amount that is due for refund and was not refunded yet. */
export const totalRefundDue = (ledger: PaymentLedger): Cents =>
  Object.values(ledger).reduce((sum, { refundDue }) => sum + refundDue, 0);

/** No more can be due than was received and not refunded. */
const limited = (entry: LedgerEntry): LedgerEntry => ({
  ...entry,
  refundDue: Math.min(entry.refundDue, Math.max(0, entry.received - entry.refunded)),
});
