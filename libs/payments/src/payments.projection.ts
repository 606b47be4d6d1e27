import type { Projection } from '#kernel';
import type { PaymentEvents } from './payment.ts';
import type { PaymentRow } from './payments.rows.ts';

/**
 * A settled payment is `refunded` once everything charged was refunded, otherwise `settled`. Others keep their status.
 */
const statusAfter = (
  status: PaymentRow['status'],
  { settledAt, charged, refunded }: PaymentRow,
): PaymentRow['status'] => {
  if (!settledAt) return status;
  return charged === refunded ? 'refunded' : 'settled';
};
const withStatus = (row: PaymentRow): PaymentRow => ({ ...row, status: statusAfter(row.status, row) });

export const payments: Projection<PaymentEvents, PaymentRow> = {
  table: 'payments',
  version: 2,
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
      withStatus({ ...row, failure: null, charged: row.charged + amount, settledAt: at }),
    PaymentFailed: (row, { reason }) => (row.settledAt ? row : { ...row, status: 'failed', failure: reason }),
    PaymentSurplusArrived: (row, { amount }) => withStatus({ ...row, charged: row.charged + amount }),
    PaymentRefunded: (row, { amount }) => withStatus({ ...row, refunded: row.refunded + amount }),
    PaymentReinstated: (row, { amount }) => withStatus({ ...row, refunded: row.refunded - amount }),
  },
};
