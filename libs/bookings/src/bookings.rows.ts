import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Instant } from '#platform/projections';
import type { Departure, RefundReason, Status } from './booking.ts';
import type { Purse } from './booking-money.ts';

export type Entry =
  | 'requested'
  | 'confirmed'
  | 'cancelled'
  | 'completed'
  | 'deposit-paid'
  | 'balance-paid'
  | 'refund-due'
  | 'refunded';

/** Money in whole cents. A part's payment is there while that part is paid: something of it is here to stay. */
export const bookingRows = defineEntity({
  name: 'BookingRow',
  schema: 'read',
  tableName: 'bookings_v2',
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
    purse: p.json<Purse>(),
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
  tableName: 'booking_history_v2',
  properties: {
    id: p.string().primary(),
    bookingId: p.string(),
    version: p.integer(),
    status: p.string().$type<Status>(),
    entry: p.string().$type<Entry>(),
    changedBy: p.string(),
    notes: p.text().nullable(),
    /** For money: how much, in whole cents. */
    amount: p.integer().nullable(),
    /** Why it goes back, or who has left. */
    why: p.string().$type<RefundReason | Departure>().nullable(),
    createdAt: p.type(Instant),
  },
  indexes: [{ properties: ['bookingId', 'version'] }],
});
export type BookingHistoryRow = InferEntity<typeof bookingHistoryRows>;
