import { expect, test } from '@jest/globals';
import { type Actor, type Message, project } from '#kernel';
import { recorded } from '#kernel/testing';
import type { BookingEvents } from './booking.ts';
import { requestedFacts } from './booking-request.suite.ts';
import { bookingHistory, bookings } from './bookings.projection.ts';

const sue: Actor = { id: 'sue', kind: 'staff', role: 'support' };
const worker: Actor = { id: 'bookings.record-payment', kind: 'worker', role: 'reaction' };
const stream = 'booking-1';
const deposit = { part: 'deposit', paymentId: 'p1', amount: 30_000, payerId: 'ann' } as const;
const secondPayment = { ...deposit, paymentId: 'p2' };

type EventInput = Message<BookingEvents> & { by?: Actor; reason?: string };
const requested: EventInput = {
  type: 'BookingRequested',
  data: {
    ...requestedFacts,
    packageId: 'full-day',
    deliverables: ['300 edited photos'],
    serviceType: 'photographer',
    eventLocation: 'Old mill',
  },
};

const logOf = (...events: readonly EventInput[]) => recorded<BookingEvents>(stream, events);

const paid: EventInput = { by: worker, type: 'BookingPaid', data: { ...deposit, status: 'pending' } };
const surplus: EventInput = {
  by: worker,
  type: 'BookingRefundDue',
  data: { ...secondPayment, reason: 'paid-twice', status: 'pending' },
};
const cancelled: EventInput = {
  type: 'BookingCancelled',
  data: { reason: 'rain', cancelledBy: 'ann', rule: 'pending', percent: 100 },
};
const refundDue: EventInput = {
  type: 'BookingRefundDue',
  data: { ...deposit, reason: 'cancelled', status: 'cancelled' },
};
const log = logOf(
  requested,
  paid,
  surplus,
  { by: worker, type: 'BookingConfirmationAbandoned', data: { attempt: 0 } },
  cancelled,
  refundDue,
  { by: worker, type: 'BookingRefunded', data: { ...deposit, refundId: 'r1', status: 'cancelled' } },
);

const rowAfter = (count: number) => project(bookings, new Map(), log.slice(0, count)).get(stream);

test('a booking row is updated by its events', () => {
  expect(rowAfter(1)).toMatchObject({ status: 'pending', depositAmount: 30_000, balanceAmount: 70_000, refundDue: 0 });
  expect(rowAfter(2)).toMatchObject({ depositPaymentId: 'p1', balancePaymentId: null });
  expect(rowAfter(6)).toMatchObject({ status: 'cancelled', depositPaymentId: null, refundDue: 60_000 });
  expect(rowAfter(7)).toMatchObject({ status: 'cancelled', refundDue: 30_000 });
});

const refundOf = (payment: typeof deposit | typeof secondPayment, amount: number): EventInput => ({
  by: worker,
  type: 'BookingRefunded',
  data: { ...payment, amount, refundId: `r-${amount}`, status: 'pending' },
});
const rowOf = (...since: readonly EventInput[]) => project(bookings, new Map(), logOf(requested, ...since)).get(stream);

test('a full refund makes a part unpaid; a partial refund leaves it paid', () => {
  const [rest, all] = [refundOf(deposit, 20_000), refundOf(deposit, 30_000)];
  expect(rowOf(paid, all)).toMatchObject({ depositPaymentId: null, refundDue: 0 });
  expect(rowOf(paid, refundOf(deposit, 10_000))).toMatchObject({ depositPaymentId: 'p1', refundDue: 0 });
  expect(rowOf(paid, refundOf(deposit, 10_000), rest)).toMatchObject({ depositPaymentId: null });
});

test('only refunds of the same payment lower its refund due', () => {
  expect(rowOf(paid, surplus, refundOf(deposit, 30_000))).toMatchObject({
    depositPaymentId: null,
    refundDue: 30_000,
  });
  expect(rowOf(paid, surplus, refundOf(secondPayment, 30_000))).toMatchObject({
    depositPaymentId: 'p1',
    refundDue: 0,
  });
});

test('after a partial refund, only the rest of the payment is due for refund', () => {
  expect(rowOf(paid, refundOf(deposit, 10_000), cancelled, refundDue)).toMatchObject({
    status: 'cancelled',
    refundDue: 20_000,
  });
  expect(rowOf(refundOf(deposit, 30_000), paid)).toMatchObject({ depositPaymentId: null, refundDue: 0 });
});

test('a refund of an unknown payment leaves no refund due', () =>
  expect(rowOf(refundOf(deposit, 30_000))).toMatchObject({ refundDue: 0 }));

test('refunding a surplus payment does not change the kept payment', () =>
  expect(rowAfter(3)).toMatchObject({ depositPaymentId: 'p1', refundDue: 30_000 }));

test('the history names who reported a problem: also the bank, whose report a reaction records', () => {
  const disputed: EventInput = {
    by: worker,
    type: 'BookingDisputed',
    data: { reason: null, raisedBy: 'bank', clientId: 'ann', creatorId: 'bo', status: 'confirmed' },
  };
  const rows = [...project(bookingHistory, new Map(), logOf(requested, disputed)).values()];
  expect(rows[1]).toMatchObject({ entry: 'disputed', changedBy: 'bank' });
});

test('the history has one row for each change of the booking and its payments', () => {
  const rows = [...project(bookingHistory, new Map(), log).values()];
  expect(rows.map(({ id, entry, status, changedBy }) => [id, entry, status, changedBy])).toEqual([
    ['booking-1:1', 'requested', 'pending', 'ann'],
    ['booking-1:2', 'deposit-paid', 'pending', 'ann'],
    ['booking-1:3', 'refund-due', 'pending', 'bookings.record-payment'],
    ['booking-1:5', 'cancelled', 'cancelled', 'ann'],
    ['booking-1:6', 'refund-due', 'cancelled', 'ann'],
    ['booking-1:7', 'refunded', 'cancelled', 'bookings.record-payment'],
  ]);
  expect(rows[3]).toMatchObject({ notes: 'rain', amount: null, createdAt: '2026-01-01T00:00:04.000Z' });
  expect(rows[4]).toMatchObject({ notes: null, amount: 30_000, reason: 'cancelled' });
  expect(rows[5]).toMatchObject({ notes: null, amount: 30_000, reason: null });
});

test('the history shows which party closed their account', () => {
  const cancellation = {
    reason: null,
    cancelledBy: 'ann',
    rule: 'pending',
    percent: 100,
    cause: 'client-left',
  } as const;
  const events = logOf(requested, { by: worker, type: 'BookingCancelled', data: cancellation });
  const row = project(bookingHistory, new Map(), events).get('booking-1:2');
  expect(row).toMatchObject({ entry: 'cancelled', reason: 'client-left', notes: null });
});

test('the history shows the reason of staff', () => {
  const events = logOf(requested, {
    by: sue,
    reason: 'requested by phone',
    type: 'BookingConfirmed',
    data: {
      eventDate: '2026-06-20',
      durationDays: 1,
      startTime: null,
      timeZone: 'UTC',
      graceUntil: null,
      depositDueAt: null,
      balanceDueDate: null,
      unpaidCancellableFrom: null,
    },
  });
  expect(project(bookingHistory, new Map(), events).get('booking-1:2')).toMatchObject({
    entry: 'confirmed',
    status: 'confirmed',
    changedBy: 'sue',
    notes: 'requested by phone',
  });
});

test('folding in two batches gives the same rows as in one', () => {
  for (const projection of [bookings, bookingHistory] as const)
    for (let cut = 1; cut < log.length; cut++) {
      const firstBatch = project<BookingEvents, object>(projection as never, new Map(), log.slice(0, cut));
      expect(project<BookingEvents, object>(projection as never, firstBatch, log.slice(cut))).toEqual(
        project<BookingEvents, object>(projection as never, new Map(), log),
      );
    }
});

test('rows are unchanged by JSON serialisation', () => {
  const rows = [...project(bookings, new Map(), log).values(), ...project(bookingHistory, new Map(), log).values()];
  expect(JSON.parse(JSON.stringify(rows))).toEqual(rows);
});

test('a payment for an unknown booking creates no row', () =>
  expect(project(bookings, new Map(), log.slice(1)).size).toBe(0));
