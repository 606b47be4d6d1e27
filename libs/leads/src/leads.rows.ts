import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { trigramIndex } from '#platform/postgres';
import { Instant, WholeNumber } from '#platform/projections';
import type { RefundRequest } from './contract.ts';

export const leadRows = defineEntity({
  name: 'LeadRow',
  properties: {
    id: p.text().primary(),
    clientId: p.text(),
    eventType: p.text(),
    eventName: p.text().nullable(),
    eventDate: p.date(),
    description: p.text().nullable(),
    locationCity: p.text().nullable(),
    locationState: p.text().nullable(),
    /** City and region as searches compare them. */
    searchPlace: p.text(),
    venueType: p.text().nullable(),
    budgetMin: p.type(WholeNumber),
    budgetMax: p.type(WholeNumber),
    expectedAttendance: p.type(WholeNumber).nullable(),
    durationDays: p.type(WholeNumber),
    servicesNeeded: p.json<readonly string[]>(),
    status: p.text().$type<'active' | 'closed' | 'booked' | 'withdrawn' | 'held' | 'removed'>(),
    leadPrice: p.type(WholeNumber),
    expiresAt: p.type(Instant),
    createdAt: p.type(Instant),
    /** Number of completed purchases. */
    buyers: p.type(WholeNumber),
  },
  indexes: [
    { properties: ['status', 'createdAt', 'id'] },
    { properties: ['clientId', 'createdAt', 'id'] },
    trigramIndex('searchPlace'),
  ],
});
export type LeadRow = InferEntity<typeof leadRows>;

/** One row for each buyer and lead. Only the status `completed` unlocks the lead. */
export const leadPurchaseRows = defineEntity({
  name: 'LeadPurchaseRow',
  properties: {
    id: p.text().primary(),
    leadId: p.text(),
    creatorId: p.text(),
    status: p.text().$type<'reserved' | 'completed' | 'released' | 'refund-due'>(),
    reservedUntil: p.type(Instant).nullable(),
    paymentId: p.text().nullable(),
    purchasedAt: p.type(Instant).nullable(),
  },
  indexes: [{ properties: ['creatorId', 'status', 'purchasedAt', 'id'] }],
});
export type LeadPurchaseRow = InferEntity<typeof leadPurchaseRows>;

/** Requests for refunds. `id` is that of the payment; `text` is null after the erasure of the buyer or the client. */
export const leadRefundRequestRows = defineEntity({
  name: 'LeadRefundRequestRow',
  properties: {
    id: p.text().primary(),
    leadId: p.text(),
    buyerId: p.text(),
    cause: p.text().$type<RefundRequest['cause']>(),
    text: p.text().nullable(),
    status: p.text().$type<'open' | 'approved' | 'declined'>(),
    createdAt: p.type(Instant),
    decidedAt: p.type(Instant).nullable(),
  },
  indexes: [{ properties: ['status', 'createdAt', 'id'] }],
});
export type LeadRefundRequestRow = InferEntity<typeof leadRefundRequestRows>;

/** Until when each lead may still be paid from an open checkout; null if no place was reserved. */
export const leadCheckoutRows = defineEntity({
  name: 'LeadCheckoutRow',
  properties: { id: p.text().primary(), paymentsUntil: p.type(Instant).nullable() },
});
export type LeadCheckoutRow = InferEntity<typeof leadCheckoutRows>;

/** How often each lead was viewed: once for each professional and day. */
export const leadViewCountRows = defineEntity({
  name: 'LeadViewCountRow',
  properties: { id: p.text().primary(), views: p.type(WholeNumber) },
});
export type LeadViewCountRow = InferEntity<typeof leadViewCountRows>;
