import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Instant } from '#platform';
import type { RefundReason, Status } from './booking.ts';

export type Entry =
  | 'requested'
  | 'confirmed'
  | 'cancelled'
  | 'completed'
  | 'deposit-paid'
  | 'balance-paid'
  | 'refund-due'
  | 'refunded';

/** Money in whole cents. A part's payment is there once that part is paid and kept. */
export const bookingRows = defineEntity({
  name: 'BookingRow',
  schema: 'read',
  tableName: 'bookings_v1',
  properties: {
    id: p.string().primary(),
    clientId: p.string(),
    creatorId: p.string(),
    createdBy: p.string(),
    leadId: p.string().nullable(),
    packageId: p.string(),
    packageName: p.string(),
    durationHours: p.integer(),
    deliverables: p.json<readonly string[]>(),
    eventType: p.string(),
    eventName: p.text().nullable(),
    eventDate: p.date(),
    eventLocation: p.text().nullable(),
    eventDescription: p.text().nullable(),
    expectedAttendance: p.integer().nullable(),
    depositAmount: p.integer(),
    balanceAmount: p.integer(),
    depositPaymentId: p.string().nullable(),
    balancePaymentId: p.string().nullable(),
    refundDue: p.integer(),
    status: p.string().$type<Status>(),
    createdAt: p.type(Instant),
  },
  indexes: [{ properties: ['clientId', 'createdAt', 'id'] }, { properties: ['creatorId', 'createdAt', 'id'] }],
});
export type BookingRow = InferEntity<typeof bookingRows>;

/** `status` is the booking's after the entry; `version` counts within the booking's stream. */
export const bookingHistoryRows = defineEntity({
  name: 'BookingHistoryRow',
  schema: 'read',
  tableName: 'booking_history_v1',
  properties: {
    id: p.string().primary(),
    bookingId: p.string(),
    version: p.integer(),
    status: p.string().$type<Status>(),
    entry: p.string().$type<Entry>(),
    changedBy: p.string(),
    notes: p.text().nullable(),
    /** For money: how much, in whole cents, and why it goes back. */
    amount: p.integer().nullable(),
    why: p.string().$type<RefundReason>().nullable(),
    createdAt: p.type(Instant),
  },
  indexes: [{ properties: ['bookingId', 'version'] }],
});
export type BookingHistoryRow = InferEntity<typeof bookingHistoryRows>;
