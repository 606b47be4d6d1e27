import { expect, test } from '@jest/globals';
import { type Message, replay } from '#kernel';
import { type BookingEvents, booking } from './booking.ts';
import { earningsOf } from './booking-earnings.ts';
import { requestedFacts } from './booking-request.suite.ts';

type Event = Message<BookingEvents>;

const event = { eventDate: '2026-06-20', durationDays: 1, startTime: null, timeZone: 'UTC' };
const requested: Event = {
  type: 'BookingRequested',
  data: { ...requestedFacts, ...event, expiresAt: '2026-05-07T10:00:00.000Z' },
};
const confirmed: Event = {
  type: 'BookingConfirmed',
  data: {
    ...event,
    graceUntil: '2026-05-02T10:00:00.000Z',
    depositDueAt: null,
    balanceDueDate: null,
    unpaidCancellableFrom: null,
  },
};
const deposit = { part: 'deposit', paymentId: 'p1', amount: 30_000, payerId: 'ann' } as const;
const balance = { part: 'balance', paymentId: 'p2', amount: 70_000, payerId: 'ann' } as const;
const paid: readonly Event[] = [
  { type: 'BookingPaid', data: { ...deposit, status: 'pending' } },
  { type: 'BookingPaid', data: { ...balance, status: 'confirmed' } },
];
const completed: Event = { type: 'BookingCompleted', data: {} };
const disputed: Event = {
  type: 'BookingDisputed',
  data: { reason: null, raisedBy: 'ann', clientId: 'ann', creatorId: 'bo', status: 'completed' },
};
const soon = '2026-05-01T12:00:00.000Z';

const earned = (at: string, events: readonly Event[], bankDecides = false) => {
  const { state, changesAt, payments } = earningsOf(replay(booking, [requested, ...events]), at, bankDecides);
  return [state, ...payments.map((payment) => payment.earned), changesAt];
};

test('nothing is earned before the confirmation', () => {
  expect(earned(soon, paid)).toEqual(['requested', 0, 0, null]);
});

test('the deposit is earned once the policy no longer returns any of it, and the balance waits', () => {
  const policyEnd = '2026-06-14T00:00:00.000Z';
  expect(earned('2026-05-03T00:00:00.000Z', [...paid, confirmed])).toEqual(['refundable', 0, 0, policyEnd]);
  expect(earned('2026-06-13T23:59:59.999Z', [...paid, confirmed])).toEqual(['refundable', 0, 0, policyEnd]);
  expect(earned(policyEnd, [...paid, confirmed])).toEqual(['awaiting-completion', 30_000, 0, null]);
});

test('the grace period counts if it ends later than the policy', () => {
  const graceUntil = '2026-06-17T10:00:00.000Z';
  const late: Event = { type: 'BookingConfirmed', data: { ...confirmed.data, graceUntil } as never };
  expect(earned('2026-06-17T09:59:59.999Z', [...paid, late])).toEqual(['refundable', 0, 0, graceUntil]);
  expect(earned(graceUntil, [...paid, late])).toEqual(['awaiting-completion', 30_000, 0, null]);
});

test('the completion makes everything earned that was not returned', () => {
  const after = '2026-06-23T00:00:00.000Z';
  const part: Event = {
    type: 'BookingRefunded',
    data: { ...balance, amount: 20_000, refundId: 'r', status: 'completed' },
  };
  expect(earned(after, [...paid, confirmed, completed])).toEqual(['earned', 30_000, 70_000, null]);
  expect(earned(after, [...paid, confirmed, completed, part])).toEqual(['earned', 30_000, 50_000, null]);
});

test('a reported problem, a decision of a bank, and a reopened booking stop everything', () => {
  const after = '2026-06-23T00:00:00.000Z';
  expect(earned(after, [...paid, confirmed, completed, disputed])).toEqual(['disputed', 0, 0, null]);
  expect(earned(after, [...paid, confirmed, completed], true)).toEqual(['disputed', 0, 0, null]);
  expect(earned(after, [...paid, confirmed, completed, { type: 'BookingReopened', data: {} }])).toEqual([
    'reopened',
    0,
    0,
    null,
  ]);
});

test('what a cancellation keeps is earned, and what it returns is not', () => {
  const cancelled: Event = {
    type: 'BookingCancelled',
    data: { reason: null, cancelledBy: 'ann', rule: 'policy', percent: 50 },
  };
  const returned: Event = {
    type: 'BookingRefundDue',
    data: { ...deposit, amount: 15_000, reason: 'cancelled', status: 'cancelled' },
  };
  const [first] = paid;
  expect(earned('2026-06-05T00:00:00.000Z', [first as Event, confirmed, cancelled, returned])).toEqual([
    'earned',
    15_000,
    null,
  ]);
});
