import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Instant, WholeNumber } from '#platform/projections';
import type { FailureReason } from './payment.ts';

export type PaymentStatus = 'requested' | 'open' | 'failed' | 'settled' | 'refunded';

/**
 * Money in whole cents. `charged` and `refunded` are the sums of all charges and refunds, including surplus.
 */
export const paymentRows = defineEntity({
  name: 'PaymentRow',
  properties: {
    id: p.text().primary(),
    reference: p.text(),
    payerId: p.text(),
    attempt: p.type(WholeNumber),
    amount: p.type(WholeNumber),
    currency: p.text(),
    description: p.text().nullable(),
    status: p.text().$type<PaymentStatus>(),
    failure: p.text().$type<FailureReason>().nullable(),
    sessionId: p.text().nullable(),
    url: p.text().nullable(),
    expiresAt: p.type(Instant).nullable(),
    charged: p.type(WholeNumber),
    refunded: p.type(WholeNumber),
    createdAt: p.type(Instant),
    settledAt: p.type(Instant).nullable(),
  },
  indexes: [{ properties: ['reference', 'payerId', 'attempt'] }, { properties: ['sessionId'] }],
});
export type PaymentRow = InferEntity<typeof paymentRows>;
