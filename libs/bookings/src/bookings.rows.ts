import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Instant, WholeNumber } from '#platform/projections';
import type { Booking, CancellationCause, RefundReason, Status } from './booking.ts';
import type { RefundTerms } from './cancellation.ts';
import type { Reminder } from './deadlines.ts';

export type Entry =
  | 'requested'
  | 'confirmed'
  | 'cancelled'
  | 'completed'
  | 'reopened'
  | 'reminded'
  | 'balance-overdue'
  | 'disputed'
  | 'dispute-resolved'
  | 'change-proposed'
  | 'proposal-declined'
  | 'changed'
  | 'deposit-paid'
  | 'balance-paid'
  | 'refund-due'
  | 'refunded'
  | 'reinstated';

/** Money in whole cents. `depositPaymentId` and `balancePaymentId` are set as long as some of that payment is kept. */
export const bookingRows = defineEntity({
  name: 'BookingRow',
  properties: {
    id: p.text().primary(),
    clientId: p.text(),
    creatorId: p.text(),
    createdBy: p.text(),
    leadId: p.text().nullable(),
    packageId: p.text(),
    packageName: p.text().nullable(),
    durationHours: p.type(WholeNumber),
    deliverables: p.json<readonly string[]>().nullable(),
    serviceType: p.text().nullable(),
    eventType: p.text(),
    eventName: p.text().nullable(),
    eventDate: p.date(),
    durationDays: p.type(WholeNumber),
    lastDate: p.date(),
    startTime: p.text().nullable(),
    timeZone: p.text(),
    /** When the event is over. */
    endsAt: p.type(Instant),
    eventLocation: p.text().nullable(),
    eventDescription: p.text().nullable(),
    expectedAttendance: p.type(WholeNumber).nullable(),
    depositAmount: p.type(WholeNumber),
    balanceAmount: p.type(WholeNumber),
    refundTerms: p.json<RefundTerms>(),
    depositPaymentId: p.text().nullable(),
    balancePaymentId: p.text().nullable(),
    /** The aggregate's state, on which `decide` works. */
    state: p.json<Booking>(),
    refundDue: p.type(WholeNumber),
    /** Whether a problem that is not resolved was reported. */
    disputed: p.boolean(),
    /** Whether the balance of a confirmed booking was not paid in time, and still is not. */
    balanceOverdue: p.boolean(),
    /** Whether staff reopened the booking, so that only staff can complete it. */
    reopened: p.boolean(),
    status: p.text().$type<Status>(),
    createdAt: p.type(Instant),
  },
  indexes: [
    { properties: ['createdAt', 'id'] },
    { properties: ['clientId', 'createdAt', 'id'] },
    { properties: ['creatorId', 'createdAt', 'id'] },
    // Staff look for the few bookings that are late, disputed, in arrears, or wait for a refund.
    { properties: ['status', 'lastDate'] },
    { properties: ['disputed'] },
    { properties: ['balanceOverdue'] },
    { properties: ['refundDue'] },
  ],
});
export type BookingRow = InferEntity<typeof bookingRows>;

/** `status` is the booking's status after the entry; `version` is the event's version in the booking's stream. */
export const bookingHistoryRows = defineEntity({
  name: 'BookingHistoryRow',
  properties: {
    id: p.text().primary(),
    bookingId: p.text(),
    version: p.type(WholeNumber),
    status: p.text().$type<Status>(),
    entry: p.text().$type<Entry>(),
    changedBy: p.text(),
    notes: p.text().nullable(),
    /** The amount of a payment or refund, in whole cents. */
    amount: p.type(WholeNumber).nullable(),
    /** Why a payment is refunded, why the booking was cancelled, or what a party is reminded of. */
    reason: p.text().$type<RefundReason | CancellationCause | Reminder>().nullable(),
    createdAt: p.type(Instant),
  },
  indexes: [{ properties: ['bookingId', 'version'] }],
});
export type BookingHistoryRow = InferEntity<typeof bookingHistoryRows>;
