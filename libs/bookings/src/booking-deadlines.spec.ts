import { describe, expect, test } from '@jest/globals';
import { type Actor, type Message, replay } from '#kernel';
import { given } from '#kernel/testing';
import { type BookingEvents, booking, overduePart, refundFor } from './booking.ts';
import { requestedFacts } from './booking-request.suite.ts';
import { graceEnd } from './cancellation.ts';
import {
  balanceDeadline,
  balanceReminderTime,
  completionTimeOf,
  depositDeadline,
  depositReminderTime,
  isDisputeLate,
  latestCompletableEnd,
  requestExpiry,
  requestReminderTime,
  unpaidCancellationStart,
} from './deadlines.ts';
import type { EventTime } from './event-time.ts';

const inUtc = (eventDate: string): EventTime => ({ eventDate, durationDays: 1, startTime: null, timeZone: 'UTC' });
type Event = Message<BookingEvents>;
const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const bo: Actor = { id: 'bo', kind: 'user', role: 'creator' };
const eve: Actor = { id: 'eve', kind: 'user', role: 'creator' };
const sue: Actor = { id: 'sue', kind: 'staff', role: 'support' };
const worker: Actor = { id: 'bookings.expire-request', kind: 'worker', role: 'reaction' };

const requested: Event = { type: 'BookingRequested', data: requestedFacts };
const confirmed: Event = {
  type: 'BookingConfirmed',
  data: {
    eventDate: '2026-06-20',
    durationDays: 1,
    startTime: null,
    timeZone: 'UTC',
    graceUntil: '2026-01-02T00:00:00.000Z',
    depositDueAt: '2026-01-08T00:00:00.000Z',
    balanceDueDate: '2026-06-06',
    unpaidCancellableFrom: '2026-06-17T00:00:00.000Z',
  },
};
const deposit = { part: 'deposit', paymentId: 'p1', amount: 30_000, payerId: 'ann' } as const;
const balance = { part: 'balance', paymentId: 'p2', amount: 70_000, payerId: 'ann' } as const;
const depositPaid: Event = { type: 'BookingPaid', data: { ...deposit, status: 'pending' } };
const balancePaid: Event = { type: 'BookingPaid', data: { ...balance, status: 'confirmed' } };
const completed: Event = { type: 'BookingCompleted', data: {} };
const reopened: Event = { type: 'BookingReopened', data: {} };
const disputedBy = (raisedBy: string): Event => ({
  type: 'BookingDisputed',
  data: { reason: 'Too late', raisedBy, clientId: 'ann', creatorId: 'bo', status: 'confirmed' },
});
const disputed = disputedBy('ann');
const disputedByBank = disputedBy('bank');
const resolved: Event = { type: 'BookingDisputeResolved', data: { raisedBy: 'ann', status: 'confirmed' } };
const cancelledBy = (data: Partial<BookingEvents['BookingCancelled']>): Event => ({
  type: 'BookingCancelled',
  data: { reason: null, cancelledBy: worker.id, rule: 'pending', percent: 100, ...data },
});
const refundDue = (payment: typeof deposit | typeof balance): Event => ({
  type: 'BookingRefundDue',
  data: { ...payment, reason: 'cancelled', status: 'cancelled' },
});
const expired = cancelledBy({ cause: 'expired' });
const [expiry, deadline, overdueFrom] = [
  '2026-01-07T00:00:00.000Z',
  '2026-01-08T00:00:00.000Z',
  '2026-06-07T00:00:00.000Z',
];
const justBefore = (instant: string): string => new Date(Date.parse(instant) - 1).toISOString();
const pay = { part: 'deposit', emailVerified: true, day: { taken: false, blocked: false } } as const;
const now = { reason: null, attempt: 0, partyLeft: false };

describe('when something is due', () => {
  test.each([
    ['2026-06-20', '2026-06-01T10:00:00.000Z', '2026-06-07T10:00:00.000Z'],
    ['2026-06-20', '2026-06-15T10:00:00.000Z', '2026-06-19T00:00:00.000Z'],
    ['2026-06-20', '2026-06-18T23:59:00.000Z', '2026-06-19T00:00:00.000Z'],
    ['2026-06-20', '2026-06-19T00:00:00.000Z', '2026-06-20T00:00:00.000Z'],
    ['2026-06-20', '2026-06-20T08:00:00.000Z', '2026-06-21T00:00:00.000Z'],
  ])('a request for %s made at %s expires at %s', (eventDate, requestedAt, expected) =>
    expect(requestExpiry(inUtc(eventDate), requestedAt)).toBe(expected),
  );

  test.each([
    ['2026-06-20', '2026-05-21T10:00:00.000Z', '2026-05-28T10:00:00.000Z'],
    ['2026-06-20', '2026-05-22T10:00:00.000Z', '2026-05-24T10:00:00.000Z'],
    ['2026-06-20', '2026-06-13T10:00:00.000Z', '2026-06-15T10:00:00.000Z'],
    ['2026-06-20', '2026-06-14T10:00:00.000Z', '2026-06-15T10:00:00.000Z'],
  ])('the deposit of a booking for %s confirmed at %s is due at %s', (eventDate, confirmedAt, expected) =>
    expect(depositDeadline(inUtc(eventDate), confirmedAt)).toBe(expected),
  );

  test('the balance is due 14 days before the event, or with the deposit of a later confirmation', () => {
    expect(balanceDeadline(inUtc('2026-06-20'), '2026-01-08T00:00:00.000Z')).toBe('2026-06-06');
    expect(balanceDeadline(inUtc('2026-06-20'), '2026-06-15T10:00:00.000Z')).toBe('2026-06-15');
  });

  test('a booking without a gallery is completed 48 hours after the day of the event', () =>
    expect(completionTimeOf(inUtc('2026-06-20'))).toBe('2026-06-23T00:00:00.000Z'));

  test('reminders that would come after the deadline or before the confirmation are left out', () => {
    const at = '2026-01-01T00:00:00.000Z';
    expect(requestReminderTime('request-1-day', { at, expiresAt: expiry })).toBe('2026-01-02T00:00:00.000Z');
    expect(requestReminderTime('request-4-days', { at, expiresAt: expiry })).toBe('2026-01-05T00:00:00.000Z');
    expect(requestReminderTime('request-4-days', { at, expiresAt: '2026-01-05T00:00:00.000Z' })).toBeUndefined();
    expect(depositReminderTime('deposit-2-days', { at, depositDueAt: deadline })).toBe('2026-01-03T00:00:00.000Z');
    expect(depositReminderTime('deposit-5-days', { at, depositDueAt: deadline })).toBe('2026-01-06T00:00:00.000Z');
    expect(depositReminderTime('deposit-2-days', { at, depositDueAt: '2026-01-03T00:00:00.000Z' })).toBeUndefined();
    const event = inUtc('2026-01-22');
    expect(balanceReminderTime('balance-21-days', { at, ...event })).toBe('2026-01-01T12:00:00.000Z');
    expect(balanceReminderTime('balance-21-days', { at, ...inUtc('2026-01-21') })).toBeUndefined();
    expect(balanceReminderTime('balance-3-days', { at, ...event })).toBe('2026-01-19T12:00:00.000Z');
  });
});

describe('a request that is not answered', () => {
  test('expires at its deadline, and what was paid is returned', () => {
    given(booking, requested).when('expire', { expiresAt: expiry }, worker, expiry).emits(expired);
    given(booking, requested, depositPaid, balancePaid)
      .when('expire', { expiresAt: expiry }, worker, expiry)
      .emits(expired, refundDue(deposit), refundDue(balance));
  });

  test('does not expire before its deadline; the job is then retried', () =>
    given(booking, requested)
      .when('expire', { expiresAt: expiry }, worker, justBefore(expiry))
      .refuses('booking-deadline-ahead'));

  test('an answered request does not expire', () => {
    for (const past of [[confirmed], [expired], [confirmed, depositPaid, balancePaid, completed]])
      given(booking, requested, ...past)
        .when('expire', { expiresAt: expiry }, worker, expiry)
        .emits();
  });

  test('can be neither confirmed nor paid from its deadline on, even if its job is late', () => {
    given(booking, requested).when('confirm', now, bo, expiry).refuses('booking-expired');
    given(booking, requested).when('pay', pay, ann, expiry).refuses('booking-expired');
    given(booking, requested).when('pay', pay, ann, justBefore(expiry)).emits();
  });

  test('money that arrives after it expired is returned', () =>
    given(booking, requested, expired).when('recordPayment', deposit, worker).emits(refundDue(deposit)));

  test('a late payment for a request whose day was taken or blocked is refused', () => {
    const full = { ...pay, day: { taken: true, blocked: false } };
    given(booking, requested).when('pay', full, ann).refuses('creator-day-taken');
    given(booking, requested)
      .when('pay', { ...pay, day: { taken: false, blocked: true } }, ann)
      .refuses('creator-day-blocked');
    // The day of a confirmed booking is its own.
    given(booking, requested, confirmed).when('pay', full, ann).emits();
  });
});

describe('the deposit of a confirmed booking', () => {
  const unpaid = cancelledBy({ rule: 'deadline', cause: 'deposit-unpaid' });

  test('is due from the confirmation on, and nothing is due that is paid', () => {
    given(booking, requested).when('confirm', now, bo).emits(confirmed);
    given(booking, requested, depositPaid, balancePaid)
      .when('confirm', now, bo)
      .emits({
        ...confirmed,
        data: { ...confirmed.data, depositDueAt: null, balanceDueDate: null, unpaidCancellableFrom: null },
      });
  });

  test('cancels the booking if it is not paid in time', () => {
    given(booking, requested, confirmed)
      .when('cancelUnpaid', { depositDueAt: deadline }, worker, deadline)
      .emits(unpaid);
    given(booking, requested, confirmed)
      .when('cancelUnpaid', { depositDueAt: deadline }, worker, justBefore(deadline))
      .refuses('booking-deadline-ahead');
  });

  test('cancels nothing if it was paid, or if the booking was cancelled or is completed', () => {
    for (const past of [[depositPaid], [unpaid], [depositPaid, balancePaid, completed]])
      given(booking, requested, confirmed, ...past)
        .when('cancelUnpaid', { depositDueAt: deadline }, worker, deadline)
        .emits();
    given(booking, requested).when('cancelUnpaid', { depositDueAt: deadline }, worker, deadline).emits();
  });
});

describe('an unpaid balance', () => {
  const unpaid = [requested, depositPaid, confirmed];
  const overdue: Event = { type: 'BookingBalanceOverdue', data: { dueDate: '2026-06-06' } };
  const stateOf = (...events: readonly Event[]) =>
    events.reduce((state, { type, data }) => booking.evolve[type](state, data as never), booking.initial);
  const anyAmount = { reason: null, refundAmount: null };

  test('is overdue the day after it was due; that is recorded once, and cancels nothing', () => {
    given(booking, ...unpaid)
      .when('markOverdue', { dueAt: '2026-06-07T00:00:00.000Z' }, worker, overdueFrom)
      .emits(overdue);
    given(booking, ...unpaid)
      .when('markOverdue', { dueAt: '2026-06-07T00:00:00.000Z' }, worker, justBefore(overdueFrom))
      .refuses('booking-deadline-ahead');
    for (const past of [[overdue], [balancePaid], [cancelledBy({})]])
      given(booking, ...unpaid, ...past)
        .when('markOverdue', { dueAt: '2026-06-07T00:00:00.000Z' }, worker, overdueFrom)
        .emits();
    expect(overduePart(stateOf(...unpaid), justBefore(overdueFrom))).toBeNull();
    expect(overduePart(stateOf(...unpaid), overdueFrom)).toBe('balance');
    expect(overduePart(stateOf(...unpaid, balancePaid), overdueFrom)).toBeNull();
    expect(overduePart(stateOf(requested, confirmed), deadline)).toBe('deposit');
  });

  test('the professional can cancel from three days before the event, even after it, and keeps the deposit', () => {
    const keptDeposit = cancelledBy({ cancelledBy: 'bo', rule: 'balance-unpaid', percent: 0 });
    for (const at of ['2026-06-17T00:00:00.000Z', '2026-06-30T00:00:00.000Z'])
      given(booking, ...unpaid)
        .when('cancel', { reason: null, refundAmount: 0 }, bo, at)
        .emits(keptDeposit);
    given(booking, ...unpaid)
      .when('cancel', anyAmount, bo, '2026-06-16T23:59:59.999Z')
      .emits(cancelledBy({ cancelledBy: 'bo', rule: 'professional' }), refundDue(deposit));
  });

  test('a professional whose client has paid keeps nothing', () =>
    given(booking, ...unpaid, balancePaid)
      .when('cancel', anyAmount, bo, '2026-06-17T00:00:00.000Z')
      .emits(cancelledBy({ cancelledBy: 'bo', rule: 'professional' }), refundDue(deposit), refundDue(balance)));

  test('within 24 hours of the confirmation the professional keeps nothing either', () => {
    const late: Event = {
      type: 'BookingConfirmed',
      data: {
        eventDate: '2026-06-20',
        durationDays: 1,
        startTime: null,
        timeZone: 'UTC',
        graceUntil: null,
        depositDueAt: null,
        balanceDueDate: '2026-06-16',
        unpaidCancellableFrom: '2026-06-18T00:00:00.000Z',
      },
    };
    given(booking, requested, depositPaid, late)
      .when('cancel', anyAmount, bo, '2026-06-17T00:00:00.000Z')
      .emits(cancelledBy({ cancelledBy: 'bo', rule: 'professional' }), refundDue(deposit));
  });
});

describe('reminders', () => {
  const reminded = (reminder: BookingEvents['BookingReminded']['reminder']): Event => ({
    type: 'BookingReminded',
    data: { reminder },
  });

  const dueAt = '2026-01-01T00:00:00.000Z';

  test('are sent once, as long as there is something to answer or to pay', () => {
    given(booking, requested)
      .when('remind', { reminder: 'request-1-day', dueAt, eventDate: null }, worker)
      .emits(reminded('request-1-day'));
    given(booking, requested, reminded('request-1-day'))
      .when('remind', { reminder: 'request-1-day', dueAt, eventDate: null }, worker)
      .emits();
    given(booking, requested, confirmed)
      .when('remind', { reminder: 'request-1-day', dueAt, eventDate: null }, worker)
      .emits();
    given(booking, requested)
      .when('remind', { reminder: 'request-1-day', dueAt, eventDate: null }, worker, expiry)
      .emits();

    given(booking, requested, confirmed)
      .when('remind', { reminder: 'deposit-5-days', dueAt, eventDate: null }, worker)
      .emits(reminded('deposit-5-days'));
    given(booking, requested, confirmed, depositPaid)
      .when('remind', { reminder: 'deposit-5-days', dueAt, eventDate: null }, worker)
      .emits();

    given(booking, requested, confirmed, depositPaid)
      .when('remind', { reminder: 'balance-7-days', dueAt, eventDate: null }, worker)
      .emits(reminded('balance-7-days'));
    given(booking, requested, confirmed, depositPaid, balancePaid)
      .when('remind', { reminder: 'balance-7-days', dueAt, eventDate: null }, worker)
      .emits();
    // The balance can only be paid after the deposit.
    given(booking, requested, confirmed)
      .when('remind', { reminder: 'balance-7-days', dueAt, eventDate: null }, worker)
      .emits();
    given(booking, requested, expired)
      .when('remind', { reminder: 'balance-7-days', dueAt, eventDate: null }, worker)
      .emits();
  });
});

describe('completing a booking without a gallery', () => {
  const paid = [requested, depositPaid, confirmed, balancePaid];
  const time = '2026-06-23T00:00:00.000Z';
  const none = { deliversGallery: false, endsAt: null };

  test('happens 48 hours after the event, once everything is paid', () => {
    given(booking, ...paid)
      .when('completeEnded', none, worker, time)
      .emits(completed);
    given(booking, ...paid)
      .when('completeEnded', none, worker, justBefore(time))
      .refuses('booking-not-over');
    given(booking, requested, depositPaid, confirmed).when('completeEnded', none, worker, time).emits();
  });

  test('a booking with a gallery is not completed by its date, and ended bookings are unchanged', () => {
    given(booking, ...paid)
      .when('completeEnded', { deliversGallery: true, endsAt: null }, worker, time)
      .emits();
    for (const past of [[completed], [cancelledBy({})]])
      given(booking, ...paid, ...past)
        .when('completeEnded', none, worker, time)
        .emits();
  });

  test('a reported problem stops it, in whichever way it would be completed, until it is resolved', () => {
    given(booking, ...paid, disputed)
      .when('completeEnded', none, worker, time)
      .emits();
    for (const by of [worker, sue])
      given(booking, ...paid, disputed)
        .when('complete', { reason: 'delivered' }, by, time)
        .refuses('booking-disputed');
    given(booking, ...paid, disputed, resolved)
      .when('completeEnded', none, worker, time)
      .emits(completed);
  });

  test('staff reopen a completed booking, and then only staff can complete it', () => {
    given(booking, ...paid, completed)
      .when('reopen', { reason: 'chargeback' }, sue)
      .emits(reopened);
    given(booking, ...paid, completed)
      .when('reopen', { reason: null }, sue)
      .refuses('booking-reason-missing');
    for (const by of [ann, bo])
      given(booking, ...paid, completed)
        .when('reopen', { reason: 'again' }, by)
        .refuses('booking-not-allowed');
    given(booking, ...paid)
      .when('reopen', { reason: 'again' }, sue)
      .refuses('booking-not-completed');
    const again = given(booking, ...paid, completed, reopened);
    again.when('completeEnded', none, worker, time).emits();
    again.when('complete', { reason: null }, worker, time).refuses('booking-reopened');
    again.when('complete', { reason: 'settled' }, sue, time).emits(completed);
  });

  test('a completed booking can be reopened until money that its completion released is paid out', () => {
    const data = { payoutId: 'payout-1', amount: 100_000, completed: true, status: 'completed' } as const;
    const started: Event = { type: 'BookingPayoutStarted', data };
    const made: Event = { type: 'BookingPayoutMade', data };
    const failed: Event = { type: 'BookingPayoutFailed', data };
    const reopen = { reason: 'chargeback' };
    for (const outcomes of [[started], [started, made], [made]])
      given(booking, ...paid, completed, ...outcomes)
        .when('reopen', reopen, sue)
        .refuses('booking-paid-out');
    for (const outcomes of [
      [started, failed],
      [started, made, failed],
    ])
      given(booking, ...paid, completed, ...outcomes)
        .when('reopen', reopen, sue)
        .emits(reopened);
    // A deposit that was paid out before does not depend on the completion, also if it is reported after it.
    const ofDeposit = { ...data, completed: false };
    given(booking, ...paid, completed, { ...started, data: ofDeposit })
      .when('reopen', reopen, sue)
      .emits(reopened);
  });

  test('the outcome of a payout is recorded once, in any order, and never by a person', () => {
    const payout = { payoutId: 'payout-1', amount: 100_000, completed: true };
    const data = { ...payout, status: 'completed' } as const;
    const made: Event = { type: 'BookingPayoutMade', data };
    const failed: Event = { type: 'BookingPayoutFailed', data };
    given(booking, ...paid, completed)
      .when('recordPayout', { ...payout, outcome: 'started' }, worker)
      .emits({ type: 'BookingPayoutStarted', data });
    given(booking, ...paid, completed, { type: 'BookingPayoutStarted', data })
      .when('recordPayout', { ...payout, outcome: 'failed' }, worker)
      .emits(failed);
    for (const outcome of ['started', 'made'] as const)
      given(booking, ...paid, completed, made)
        .when('recordPayout', { ...payout, outcome }, worker)
        .emits();
    // The bank returned the transfer.
    given(booking, ...paid, completed, made)
      .when('recordPayout', { ...payout, outcome: 'failed' }, worker)
      .emits(failed);
    for (const outcome of ['started', 'made', 'failed'] as const)
      given(booking, ...paid, completed, failed)
        .when('recordPayout', { ...payout, outcome }, worker)
        .emits();
    given(booking, ...paid, completed)
      .when('recordPayout', { ...payout, outcome: 'made' }, sue)
      .refuses('booking-not-allowed');
  });
});

describe('a client closes their account after the event', () => {
  const paid = [requested, depositPaid, confirmed, balancePaid];
  const time = '2026-06-23T00:00:00.000Z';
  const leaves = { personId: 'ann' };

  test('a paid booking is completed, of which they only await the gallery', () => {
    given(booking, ...paid)
      .when('abandon', leaves, worker, time)
      .emits(completed);
    expect([justBefore(time), time].map(latestCompletableEnd)).toEqual([
      '2026-06-20T23:59:59.999Z',
      '2026-06-21T00:00:00.000Z',
    ]);
  });

  test('a booking that is not over, not paid or disputed is unchanged, and so is that of a professional', () => {
    given(booking, ...paid)
      .when('abandon', leaves, worker, justBefore(time))
      .emits();
    given(booking, requested, depositPaid, confirmed).when('abandon', leaves, worker, time).emits();
    given(booking, ...paid, disputed)
      .when('abandon', leaves, worker, time)
      .emits();
    given(booking, ...paid)
      .when('abandon', { personId: 'bo' }, worker, time)
      .emits();
  });
});

describe('reporting a problem', () => {
  const active = [requested, confirmed];

  test('either party reports one, once the booking is confirmed', () => {
    for (const by of [ann, bo])
      given(booking, ...active)
        .when('dispute', { reason: 'Too late', partyLeft: false }, by)
        .emits(disputedBy(by.id));
    given(booking, requested)
      .when('dispute', { reason: 'Too late', partyLeft: false }, ann)
      .refuses('booking-not-confirmed');
    given(booking, requested, expired)
      .when('dispute', { reason: 'Too late', partyLeft: false }, ann)
      .refuses('booking-not-confirmed');
    given(booking, ...active, disputed)
      .when('dispute', { reason: 'Too late', partyLeft: false }, ann)
      .refuses('booking-disputed');
  });

  test('a payment that the bank of the client wants back is reported once, also beside a report of the client', () => {
    const facts = { reason: 'Too late' };
    for (const past of [active, [...active, disputed]])
      given(booking, ...past)
        .when('reportPaymentDispute', facts, worker)
        .emits(disputedByBank);
    given(booking, ...active, disputedByBank)
      .when('reportPaymentDispute', facts, worker)
      .emits();
    given(booking, ...active, completed)
      .when('reportPaymentDispute', facts, worker)
      .emits({ ...disputedByBank, data: { ...disputedByBank.data, status: 'completed' } } as never);
    given(booking, requested).when('reportPaymentDispute', facts, worker).emits();
    given(booking, ...active)
      .when('reportPaymentDispute', facts, ann)
      .refuses('booking-not-allowed');
  });

  test('a payment of a cancelled booking that the bank wants back is reported if some of its money is kept', () => {
    const facts = { reason: 'Too late' };
    const cancelled = [requested, depositPaid, confirmed, cancelledBy({ rule: 'policy', percent: 0 })];
    given(booking, ...cancelled)
      .when('reportPaymentDispute', facts, worker)
      .emits({ ...disputedByBank, data: { ...disputedByBank.data, status: 'cancelled' } } as never);
    given(booking, ...cancelled, refundDue(deposit))
      .when('reportPaymentDispute', facts, worker)
      .emits();
  });

  test('only staff resolve what is reported about a bank, and a party only their own report', () => {
    const bankResolved: Event = { type: 'BookingDisputeResolved', data: { raisedBy: 'bank', status: 'confirmed' } };
    for (const by of [ann, bo])
      given(booking, ...active, disputedByBank)
        .when('resolveDispute', { reason: null }, by)
        .refuses('booking-not-allowed');
    given(booking, ...active, disputed, disputedByBank)
      .when('resolveDispute', { reason: null }, ann)
      .emits(resolved);
    given(booking, ...active, disputed, disputedByBank)
      .when('resolveDispute', { reason: 'the bank decided' }, sue)
      .emits(resolved, bankResolved);
  });

  test('other people and staff cannot', () => {
    given(booking, ...active)
      .when('dispute', { reason: 'Too late', partyLeft: false }, eve)
      .refuses('booking-not-yours');
    given(booking, ...active)
      .when('dispute', { reason: 'Too late', partyLeft: false }, sue)
      .refuses('booking-not-allowed');
  });

  test('the party that reported it, or staff with a reason, resolve it', () => {
    given(booking, ...active, disputed)
      .when('resolveDispute', { reason: null }, ann)
      .emits(resolved);
    given(booking, ...active, disputed)
      .when('resolveDispute', { reason: 'they agreed' }, sue)
      .emits(resolved);
    given(booking, ...active, disputed)
      .when('resolveDispute', { reason: null }, sue)
      .refuses('booking-reason-missing');
    given(booking, ...active, disputed)
      .when('resolveDispute', { reason: null }, bo)
      .refuses('booking-not-allowed');
    given(booking, ...active)
      .when('resolveDispute', { reason: null }, ann)
      .refuses('booking-not-disputed');
  });
});

test('users cannot send the commands of deadlines', () => {
  for (const by of [ann, bo, sue]) {
    given(booking, requested).when('expire', { expiresAt: expiry }, by, expiry).refuses('booking-not-allowed');
    given(booking, requested)
      .when('cancelUnpaid', { depositDueAt: deadline }, by, expiry)
      .refuses('booking-not-allowed');
    given(booking, requested)
      .when('markOverdue', { dueAt: '2026-06-07T00:00:00.000Z' }, by, expiry)
      .refuses('booking-not-allowed');
    given(booking, requested)
      .when('remind', { reminder: 'request-1-day', dueAt: expiry, eventDate: null }, by)
      .refuses('booking-not-allowed');
    given(booking, requested)
      .when('completeEnded', { deliversGallery: false, endsAt: null }, by, expiry)
      .refuses('booking-not-allowed');
  }
});

describe('a payment provider that does not answer at the deadline of the deposit', () => {
  const postpone = { depositDueAt: deadline };
  const postponed = (number: number, retryAt: string): Event => ({
    type: 'BookingCancellationPostponed',
    data: { depositDueAt: deadline, number, retryAt },
  });

  test('the cancellation is tried again after 15 minutes, then after twice as long, and at most 6 hours later', () => {
    given(booking, requested, confirmed)
      .when('postponeCancellation', postpone, worker, deadline)
      .emits(postponed(1, '2026-01-08T00:15:00.000Z'));
    given(booking, requested, confirmed, postponed(1, deadline))
      .when('postponeCancellation', postpone, worker, deadline)
      .emits(postponed(2, '2026-01-08T00:30:00.000Z'));
    given(booking, requested, confirmed, postponed(9, deadline))
      .when('postponeCancellation', postpone, worker, deadline)
      .emits(postponed(10, '2026-01-08T06:00:00.000Z'));
  });

  test('it is not postponed forever, nor if the deposit has arrived or the booking has another deadline', () => {
    for (const past of [[postponed(16, deadline)], [depositPaid], [cancelledBy({ rule: 'staff' })]])
      given(booking, requested, confirmed, ...past)
        .when('postponeCancellation', postpone, worker, deadline)
        .emits();
    given(booking, requested, confirmed)
      .when('postponeCancellation', { depositDueAt: overdueFrom }, worker, deadline)
      .emits();
    given(booking, requested, confirmed)
      .when('postponeCancellation', postpone, bo, deadline)
      .refuses('booking-not-allowed');
  });
});

describe('at the place of the event', () => {
  const chicago: EventTime = {
    eventDate: '2027-03-14',
    durationDays: 3,
    startTime: '18:00',
    timeZone: 'America/Chicago',
  };
  const withoutTime = { ...chicago, startTime: null };
  const honolulu = { ...chicago, timeZone: 'Pacific/Honolulu' };

  test('a request expires 24 hours before the start time, across a change of the clocks', () => {
    expect(requestExpiry(chicago, '2027-03-12T12:00:00.000Z')).toBe('2027-03-13T23:00:00.000Z');
    expect(requestExpiry(withoutTime, '2027-03-12T12:00:00.000Z')).toBe('2027-03-13T06:00:00.000Z');
    expect(requestExpiry(chicago, '2027-03-14T12:00:00.000Z')).toBe('2027-03-14T23:00:00.000Z');
    expect(requestExpiry(chicago, '2027-03-14T23:30:00.000Z')).toBe('2027-03-15T05:00:00.000Z');
  });

  test('the deposit is due before the first day begins there, and days are counted there', () => {
    expect(depositDeadline(chicago, '2027-03-13T12:00:00.000Z')).toBe('2027-03-14T06:00:00.000Z');
    expect(depositDeadline(chicago, '2027-03-14T05:59:00.000Z')).toBe('2027-03-14T06:00:00.000Z');
    expect(depositDeadline(chicago, '2027-03-14T06:00:00.000Z')).toBeNull();
    // It is still March 7 in Chicago, and already March 8 in UTC.
    expect(depositDeadline(chicago, '2027-03-08T04:00:00.000Z')).toBe('2027-03-10T04:00:00.000Z');
    expect(depositDeadline(inUtc('2027-03-14'), '2027-03-08T04:00:00.000Z')).toBe('2027-03-09T04:00:00.000Z');
  });

  test('the balance is due by the end of a day there, 14 days before the first day', () => {
    expect(balanceDeadline(chicago, '2027-01-01T00:00:00.000Z')).toBe('2027-02-28');
    expect(balanceDeadline(honolulu, '2027-03-10T05:00:00.000Z')).toBe('2027-03-09');
    expect(unpaidCancellationStart(chicago, '2027-02-28', '2027-01-01T00:00:00.000Z')).toBe('2027-03-11T06:00:00.000Z');
    expect(balanceReminderTime('balance-3-days', { at: '2027-01-01T00:00:00.000Z', ...chicago })).toBe(
      '2027-03-11T18:00:00.000Z',
    );
  });

  test('a booking is completed 48 hours after the last day ends there', () => {
    expect(completionTimeOf(chicago)).toBe('2027-03-19T05:00:00.000Z');
    expect(completionTimeOf({ ...chicago, eventDate: '2027-11-05' })).toBe('2027-11-10T06:00:00.000Z');
    expect(completionTimeOf(honolulu)).toBe('2027-03-19T10:00:00.000Z');
  });

  test('a problem can be reported until 90 days after the last day', () => {
    expect(isDisputeLate(chicago, '2027-06-15T04:59:00.000Z')).toBe(false);
    expect(isDisputeLate(chicago, '2027-06-15T05:00:00.000Z')).toBe(true);
  });

  test('the grace period needs 48 hours until the start time', () => {
    expect(graceEnd(chicago, '2027-03-12T23:00:00.000Z')).toBe('2027-03-13T23:00:00.000Z');
    expect(graceEnd(chicago, '2027-03-12T23:00:01.000Z')).toBeNull();
  });

  describe('a booking of several days', () => {
    const data = { ...requested.data, ...chicago } as BookingEvents['BookingRequested'];
    const several: Event = { type: 'BookingRequested', data };
    const agreed: Event = {
      type: 'BookingConfirmed',
      data: {
        ...confirmed.data,
        ...chicago,
        balanceDueDate: '2027-02-28',
        graceUntil: null,
      } as BookingEvents['BookingConfirmed'],
    };
    const paid = [several, depositPaid, agreed, balancePaid];

    test.each([
      ['2027-02-13T05:59:00.000Z', 100],
      ['2027-02-13T06:00:00.000Z', 50],
      ['2027-03-08T05:59:00.000Z', 50],
      ['2027-03-08T06:00:00.000Z', 0],
    ])('a cancellation at %s is counted in days at the place: %i%% back', (at, percent) =>
      expect(refundFor(replay(booking, paid), 'ann', { at })).toMatchObject({ rule: 'policy', percent }),
    );

    test('is overdue when its last day to pay ends there', () => {
      const state = replay(booking, [several, depositPaid, agreed]);
      expect(['2027-03-01T05:59:59.999Z', '2027-03-01T06:00:00.000Z'].map((at) => overduePart(state, at))).toEqual([
        null,
        'balance',
      ]);
      given(booking, several, depositPaid, agreed)
        .when('markOverdue', { dueAt: '2027-03-01T06:00:00.000Z' }, worker, '2027-03-01T06:00:00.000Z')
        .emits({ type: 'BookingBalanceOverdue', data: { dueDate: '2027-02-28' } });
    });

    test('is neither completed before its last day is over nor cancelled by the parties once its first day is over', () => {
      given(booking, ...paid)
        .when('complete', { reason: 'done' }, sue, '2027-03-17T04:59:00.000Z')
        .refuses('booking-not-over');
      given(booking, ...paid)
        .when('complete', { reason: 'done' }, sue, '2027-03-17T05:00:00.000Z')
        .emits(completed);
      const ended = { deliversGallery: false, endsAt: '2027-03-17T05:00:00.000Z' };
      given(booking, ...paid)
        .when('completeEnded', ended, worker, '2027-03-19T05:00:00.000Z')
        .emits(completed);
      given(booking, ...paid)
        .when('completeEnded', { ...ended, endsAt: '2027-03-15T05:00:00.000Z' }, worker, '2027-03-19T05:00:00.000Z')
        .emits();
      const cancel = { reason: null, refundAmount: null };
      given(booking, ...paid)
        .when('cancel', cancel, ann, '2027-03-15T05:00:00.000Z')
        .refuses('booking-date-past');
    });

    test('can be confirmed on its first day until the day ends there', () => {
      const open: Event = { type: 'BookingRequested', data: { ...data, expiresAt: '2028-01-01T00:00:00.000Z' } };
      given(booking, open).when('confirm', now, bo, '2027-03-15T05:00:00.000Z').refuses('booking-date-past');
      expect(() =>
        booking.decide.confirm(replay(booking, [open]), { facts: now, by: bo, at: '2027-03-15T04:59:00.000Z' }),
      ).not.toThrow();
    });
  });
});
