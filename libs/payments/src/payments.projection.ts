import type { Projection } from '#kernel';
import type { PaymentEvents } from './payment.ts';
import type { PaymentRow } from './payments.rows.ts';

/** Settled money that all went back again is refunded; the rest of a row's status is what happened to it. */
const settledOr = (
  status: PaymentRow['status'],
  { settledAt, charged, refunded }: PaymentRow,
): PaymentRow['status'] => {
  if (!settledAt) return status;
  return charged === refunded ? 'refunded' : 'settled';
};
const weighed = (row: PaymentRow): PaymentRow => ({ ...row, status: settledOr(row.status, row) });

export const payments: Projection<PaymentEvents, PaymentRow> = {
  table: 'payments',
  version: 1,
  key: ({ stream }) => stream,
  insert: {
    PaymentRequested: ({ reference, payerId, attempt, amount, currency, description }, { stream, at }) => ({
      id: stream,
      reference,
      payerId,
      attempt,
      amount,
      currency,
      description,
      status: 'requested',
      failure: null,
      sessionId: null,
      url: null,
      expiresAt: null,
      charged: 0,
      refunded: 0,
      createdAt: at,
      settledAt: null,
    }),
  },
  update: {
    CheckoutOpened: (row, checkout) => ({
      ...row,
      ...checkout,
      status: row.status === 'requested' ? 'open' : row.status,
    }),
    PaymentSettled: (row, { amount }, { at }) =>
      weighed({ ...row, failure: null, charged: row.charged + amount, settledAt: at }),
    PaymentFailed: (row, { reason }) => (row.settledAt ? row : { ...row, status: 'failed', failure: reason }),
    PaymentSurplusArrived: (row, { amount }) => weighed({ ...row, charged: row.charged + amount }),
    PaymentRefunded: (row, { amount }) => weighed({ ...row, refunded: row.refunded + amount }),
  },
};
