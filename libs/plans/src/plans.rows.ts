import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Instant, WholeNumber } from '#platform/projections';
import type { PlanEntry } from './contract.ts';

/** One row for each month that was paid. `id` is that of its payment; `revokedAt` is when the payment was refunded. */
export const planMonthRows = defineEntity({
  name: 'PlanMonthRow',
  properties: {
    id: p.text().primary(),
    userId: p.text(),
    startsAt: p.type(Instant),
    endsAt: p.type(Instant),
    revokedAt: p.type(Instant).nullable(),
  },
  indexes: [{ properties: ['userId', 'endsAt'] }, { properties: ['endsAt'] }],
});
export type PlanMonthRow = InferEntity<typeof planMonthRows>;

/** What happened to a person's credits. `amount` in whole cents. */
export const planEntryRows = defineEntity({
  name: 'PlanEntryRow',
  properties: {
    id: p.text().primary(),
    userId: p.text(),
    kind: p.text().$type<PlanEntry['kind']>(),
    credits: p.type(WholeNumber),
    leadId: p.text().nullable(),
    startsAt: p.type(Instant).nullable(),
    endsAt: p.type(Instant).nullable(),
    amount: p.type(WholeNumber).nullable(),
    createdAt: p.type(Instant),
  },
  indexes: [{ properties: ['userId', 'createdAt', 'id'] }],
});
export type PlanEntryRow = InferEntity<typeof planEntryRows>;
