import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Instant } from '#platform/projections';
import type { Why } from './payment.ts';

export type PaymentStatus = 'requested' | 'open' | 'failed' | 'settled' | 'refunded';

/**
 * Money in whole cents. `charged` and `refunded` count all money that came and went, surplus included; what is left of it is
 * nothing, or the amount.
 */
export const paymentRows = defineEntity({
  name: 'PaymentRow',
  schema: 'read',
  tableName: 'payments_v1',
  properties: {
    id: p.string().primary(),
    reference: p.string(),
    payerId: p.string(),
    attempt: p.integer(),
    amount: p.integer(),
    currency: p.string(),
    description: p.text().nullable(),
    status: p.string().$type<PaymentStatus>(),
    failure: p.string().$type<Why>().nullable(),
    sessionId: p.string().nullable(),
    url: p.text().nullable(),
    expiresAt: p.type(Instant).nullable(),
    charged: p.integer(),
    refunded: p.integer(),
    createdAt: p.type(Instant),
    settledAt: p.type(Instant).nullable(),
  },
  indexes: [{ properties: ['reference', 'payerId', 'attempt'] }, { properties: ['sessionId'] }],
});
export type PaymentRow = InferEntity<typeof paymentRows>;
