import { describe, expect, test } from '@jest/globals';
import { type Actor, type Message, replay } from '#kernel';
import { given } from '#kernel/testing';
import { type BookingEvents, booking, isDue, overduePart } from './booking.ts';
import { requestedFacts } from './booking-request.suite.ts';
import { depositDeadline, unpaidCancellationStart } from './deadlines.ts';

const inUtc = (eventDate: string) => ({ eventDate, durationDays: 1, startTime: null, timeZone: 'UTC' });
type Event = Message<BookingEvents>;
const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const bo: Actor = { id: 'bo', kind: 'user', role: 'creator' };
const sue: Actor = { id: 'sue', kind: 'staff', role: 'support' };
const worker: Actor = { id: 'bookings.worker', kind: 'worker', role: 'reaction' };

const requested: Event = {
  type: 'BookingRequested',
  data: {
    ...requestedFacts,
    refundTerms: { policy: 'strict', fullRefundDays: 90, halfRefundDays: 30 },
    expiresAt: '2026-06-20T00:00:00.000Z',
  },
};
const confirmation = {
  eventDate: '2026-06-20',
  durationDays: 1,
  startTime: null,
  timeZone: 'UTC',
  graceUntil: '2026-01-02T00:00:00.000Z',
  depositDueAt: '2026-01-08T00:00:00.000Z',
  balanceDueDate: '2026-06-06',
  unpaidCancellableFrom: '2026-06-17T00:00:00.000Z',
};
const confirmed: Event = { type: 'BookingConfirmed', data: confirmation };
const deposit = { part: 'deposit', paymentId: 'p1', amount: 30_000, payerId: 'ann' } as const;
const balance = { part: 'balance', paymentId: 'p2', amount: 70_000, payerId: 'ann' } as const;
type Paid = typeof deposit | typeof balance;
const paid = (payment: Paid): Event => ({ type: 'BookingPaid', data: { ...payment, status: 'confirmed' } });
const refunded = (payment: Paid): Event => ({
  type: 'BookingRefunded',
  data: { ...payment, refundId: `r-${payment.paymentId}`, status: 'confirmed' },
});
const refundDue = (payment: Paid): Event => ({
  type: 'BookingRefundDue',
  data: { ...payment, reason: 'cancelled', status: 'cancelled' },
});
const cancelled = (by: string, rule: BookingEvents['BookingCancelled']['rule'], percent: number): Event => ({
  type: 'BookingCancelled',
  data: { reason: null, cancelledBy: by, rule, percent },
});
const disputed: Event = {
  type: 'BookingDisputed',
  data: { reason: 'Too late', raisedBy: 'ann', clientId: 'ann', creatorId: 'bo', status: 'confirmed' },
};
const resolved: Event = { type: 'BookingDisputeResolved', data: { raisedBy: 'ann', status: 'confirmed' } };
const anyAmount = { reason: null, refundAmount: null };
const depositOnly = [requested, confirmed, paid(deposit)];
const [cancellable, afterEvent] = [confirmation.unpaidCancellableFrom, '2026-06-30T00:00:00.000Z'];

describe('the time from which an unpaid balance allows the professional to cancel', () => {
  test.each([
    ['long before the event', '2026-01-01T00:00:00.000Z', '2026-06-06', '2026-06-17T00:00:00.000Z'],
    ['shortly before it', '2026-06-17T23:00:00.000Z', '2026-06-17', '2026-06-18T23:00:00.000Z'],
    ['on the day before it', '2026-06-19T22:59:00.000Z', '2026-06-19', '2026-06-20T22:59:00.000Z'],
    ['with a deposit that is due later', '2026-06-14T10:00:00.000Z', '2026-06-17', '2026-06-18T00:00:00.000Z'],
  ])('a booking that is confirmed %s', (_, confirmedAt, dueDate, expected) =>
    expect(unpaidCancellationStart(inUtc('2026-06-20'), dueDate, confirmedAt)).toBe(expected),
  );

  test('a booking confirmed less than 48 hours before its event gives the client 24 hours to pay', () => {
    const late: Event = {
      type: 'BookingConfirmed',
      data: {
        eventDate: '2026-06-20',
        durationDays: 1,
        startTime: null,
        timeZone: 'UTC',
        graceUntil: null,
        depositDueAt: null,
        balanceDueDate: '2026-06-18',
        unpaidCancellableFrom: '2026-06-19T23:59:00.000Z',
      },
    };
    const now = { reason: null, attempt: 0, partyLeft: false };
    given(booking, requested, paid(deposit)).when('confirm', now, bo, '2026-06-18T23:59:00.000Z').emits(late);
    const unpaid = given(booking, requested, paid(deposit), late);
    unpaid
      .when('cancel', anyAmount, bo, '2026-06-19T00:00:00.000Z')
      .emits(cancelled('bo', 'professional', 100), refundDue(deposit));
    unpaid.when('cancel', anyAmount, bo, '2026-06-19T23:59:00.000Z').emits(cancelled('bo', 'balance-unpaid', 0));
  });
});

describe('a reported problem', () => {
  test('keeps the professional from cancelling because the balance is unpaid, until it is resolved', () => {
    for (const at of [cancellable, afterEvent]) {
      given(booking, ...depositOnly, disputed)
        .when('cancel', { reason: null, refundAmount: 0 }, bo, at)
        .refuses('booking-disputed');
      given(booking, ...depositOnly, disputed, resolved)
        .when('cancel', anyAmount, bo, at)
        .emits(cancelled('bo', 'balance-unpaid', 0));
    }
    given(booking, ...depositOnly, disputed)
      .when('cancel', { reason: 'client is right', refundAmount: null }, sue, cancellable)
      .emits(
        {
          type: 'BookingCancelled',
          data: { reason: 'client is right', cancelledBy: 'sue', rule: 'staff', percent: 100 },
        },
        refundDue(deposit),
      );
  });

  test('stays with a cancelled booking as long as money is kept, and staff can resolve it', () => {
    const keptMoney = [...depositOnly, disputed, cancelled('ann', 'policy', 0)];
    expect(replay(booking, keptMoney).disputedBy).toEqual(['ann']);
    given(booking, ...keptMoney)
      .when('resolveDispute', { reason: 'agreed' }, sue)
      .emits({ type: 'BookingDisputeResolved', data: { raisedBy: 'ann', status: 'cancelled' } });
    expect(replay(booking, [...depositOnly, disputed, cancelled('sue', 'staff', 100)]).disputedBy).toEqual([]);
    expect(replay(booking, [requested, confirmed, disputed, cancelled('ann', 'policy', 0)]).disputedBy).toEqual([]);
  });
});

describe('problems that both parties report', () => {
  const disputedByBo: Event = {
    type: 'BookingDisputed',
    data: { reason: 'Not paid', raisedBy: 'bo', clientId: 'ann', creatorId: 'bo', status: 'confirmed' },
  };
  const resolvedBo: Event = { type: 'BookingDisputeResolved', data: { raisedBy: 'bo', status: 'confirmed' } };
  const both = [...depositOnly, paid(balance), disputed, disputedByBo];

  test('the report of one party does not prevent that of the other', () =>
    given(booking, ...depositOnly, disputed)
      .when('dispute', { reason: 'Not paid', partyLeft: false }, bo)
      .emits(disputedByBo));

  test('each party resolves its own, staff resolve both, and only then is the booking completed', () => {
    const resolve = { reason: 'agreed' };
    given(booking, ...both)
      .when('resolveDispute', { reason: null }, ann)
      .emits(resolved);
    given(booking, ...both, resolved)
      .when('resolveDispute', { reason: null }, ann)
      .refuses('booking-not-allowed');
    given(booking, ...both)
      .when('resolveDispute', resolve, sue)
      .emits(resolved, resolvedBo);
    const ended = { deliversGallery: false, endsAt: null };
    given(booking, ...both, resolved)
      .when('completeEnded', ended, worker, afterEvent)
      .emits();
    given(booking, ...both, resolved, resolvedBo)
      .when('completeEnded', ended, worker, afterEvent)
      .emits({ type: 'BookingCompleted', data: {} });
  });

  test('can be reported until 90 days after the event if the booking is completed, and without a limit before', () => {
    const completed: Event = { type: 'BookingCompleted', data: {} };
    const report = { reason: 'Too late', partyLeft: false };
    const [last, late] = ['2026-09-18T23:59:59.999Z', '2026-09-19T00:00:00.000Z'];
    const ofCompleted: Event = { type: 'BookingDisputed', data: { ...disputed.data, status: 'completed' } as never };
    given(booking, ...depositOnly, paid(balance), completed)
      .when('dispute', report, ann, last)
      .emits(ofCompleted);
    given(booking, ...depositOnly, paid(balance), completed)
      .when('dispute', report, ann, late)
      .refuses('booking-dispute-late');
    given(booking, ...depositOnly)
      .when('dispute', report, ann, late)
      .emits(disputed);
  });

  test('cannot be reported once the other party has closed their account', () =>
    given(booking, ...depositOnly)
      .when('dispute', { reason: 'Not paid', partyLeft: true }, bo)
      .refuses('booking-party-left'));
});

describe('a reminder', () => {
  test('that comes a day late, after an outage, is left out', () => {
    const remind = { reminder: 'balance-7-days', dueAt: '2026-06-13T12:00:00.000Z', eventDate: null } as const;
    given(booking, ...depositOnly)
      .when('remind', remind, worker, '2026-06-14T11:59:59.999Z')
      .emits({ type: 'BookingReminded', data: { reminder: 'balance-7-days' } });
    for (const at of ['2026-06-14T12:00:00.000Z', afterEvent])
      given(booking, ...depositOnly)
        .when('remind', remind, worker, at)
        .emits();
  });
});

describe('a part that was paid and refunded since', () => {
  const balanceRefunded = [...depositOnly, paid(balance), refunded(balance)];
  const depositRefunded = [...depositOnly, refunded(deposit)];

  test('is neither overdue nor due again', () => {
    for (const past of [balanceRefunded, depositRefunded]) {
      const state = replay(booking, past);
      expect(overduePart(state, afterEvent)).toBeNull();
      given(booking, ...past)
        .when('markOverdue', { dueAt: '2026-06-07T00:00:00.000Z' }, worker, afterEvent)
        .emits();
      given(booking, ...past)
        .when('cancelUnpaid', { depositDueAt: confirmation.depositDueAt }, worker, afterEvent)
        .emits();
    }
    expect(isDue(replay(booking, balanceRefunded), 'balance')).toBe(false);
    expect(isDue(replay(booking, depositRefunded), 'deposit')).toBe(false);
    given(booking, ...balanceRefunded)
      .when('remind', { reminder: 'balance-3-days', dueAt: afterEvent, eventDate: null }, worker)
      .emits();
  });

  test('does not cost the client the deposit', () =>
    given(booking, ...balanceRefunded)
      .when('cancel', anyAmount, bo, cancellable)
      .emits(cancelled('bo', 'professional', 100), refundDue(deposit)));

  test('can be paid again, and is due again with a later confirmation', () => {
    const pay = { part: 'deposit', emailVerified: true, day: { taken: false, blocked: false } } as const;
    given(booking, ...depositRefunded)
      .when('pay', pay, ann, '2026-06-01T00:00:00.000Z')
      .emits();
    const refundedBefore = [requested, paid(deposit), refunded(deposit), confirmed];
    expect(isDue(replay(booking, refundedBefore), 'deposit')).toBe(true);
  });

  test('does not prevent the booking from ending: its professional can cancel it, even after the event', () => {
    given(booking, ...balanceRefunded)
      .when('cancel', anyAmount, bo, afterEvent)
      .emits(cancelled('bo', 'professional', 100), refundDue(deposit));
    given(booking, ...depositRefunded)
      .when('cancel', anyAmount, bo, afterEvent)
      .emits(cancelled('bo', 'professional', 100));
    given(booking, ...balanceRefunded)
      .when('cancel', anyAmount, ann, afterEvent)
      .refuses('booking-date-past');
  });
});

describe('a booking that staff reopened', () => {
  const reopened = [
    ...depositOnly,
    paid(balance),
    { type: 'BookingCompleted', data: {} },
    { type: 'BookingReopened', data: {} },
  ];

  test('is not completed again because the client closes their account', () =>
    given(booking, ...(reopened as Event[]))
      .when('abandon', { personId: 'ann' }, worker, afterEvent)
      .emits());
});

describe('a deposit that is due shortly before the event', () => {
  test.each([
    ['2026-06-19T10:00:00.000Z', '2026-06-20T00:00:00.000Z'],
    ['2026-06-19T23:59:59.999Z', '2026-06-20T00:00:00.000Z'],
    ['2026-06-20T00:00:00.000Z', null],
    ['2026-06-20T18:00:00.000Z', null],
  ])('of a booking confirmed at %s is due at %s: not after the day of the event begins', (confirmedAt, expected) =>
    expect(depositDeadline(inUtc('2026-06-20'), confirmedAt)).toBe(expected),
  );

  test('without a deadline it can be paid, cancels nothing, and the professional can cancel after the event', () => {
    const onTheDay: Event = {
      type: 'BookingConfirmed',
      data: { ...confirmation, graceUntil: null, depositDueAt: null, balanceDueDate: '2026-06-20' },
    };
    const pay = { part: 'deposit', emailVerified: true, day: { taken: false, blocked: false } } as const;
    const unpaid = given(booking, requested, onTheDay);
    unpaid.when('pay', pay, ann, '2026-06-20T18:00:00.000Z').emits();
    unpaid.when('cancelUnpaid', { depositDueAt: confirmation.depositDueAt }, worker, afterEvent).emits();
    unpaid.when('cancel', anyAmount, bo, afterEvent).emits(cancelled('bo', 'professional', 100));
  });

  test('can no longer be paid from its deadline on, even if the job is late', () => {
    const pay = { part: 'deposit', emailVerified: true, day: { taken: false, blocked: false } } as const;
    const unpaid = given(booking, requested, confirmed);
    unpaid.when('pay', pay, ann, '2026-01-07T23:59:59.999Z').emits();
    unpaid.when('pay', pay, ann, confirmation.depositDueAt).refuses('booking-deposit-overdue');
  });
});
