import { describe, expect, test } from '@jest/globals';
import { type Actor, type Message, type PersonalData, replay } from '#kernel';
import { given } from '#kernel/testing';
import { peopleToSeal } from '#platform/personal-data';
import { type BookingCommands, type BookingEvents, booking, isPaid } from './booking.ts';
import type { CancellationRule } from './cancellation.ts';

type Event = Message<BookingEvents>;
type Status = BookingEvents['BookingPaid']['status'];
const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const cleo: Actor = { id: 'cleo', kind: 'user', role: 'client' };
const bo: Actor = { id: 'bo', kind: 'user', role: 'creator' };
const vic: Actor = { id: 'bo', kind: 'user', role: 'vendor' };
const eve: Actor = { id: 'eve', kind: 'user', role: 'creator' };
const sue: Actor = { id: 'sue', kind: 'staff', role: 'support' };
const worker: Actor = { id: 'bookings.record-payment', kind: 'worker', role: 'reaction' };

const refundTerms = {
  flexible: { policy: 'flexible', fullRefundDays: 7, halfRefundDays: 1 },
  standard: { policy: 'standard', fullRefundDays: 30, halfRefundDays: 7 },
  strict: { policy: 'strict', fullRefundDays: 90, halfRefundDays: 30 },
} as const;
const offer = {
  creatorId: 'bo',
  name: 'Full day',
  price: 100_000,
  durationHours: 8,
  deliverables: ['300 edited photos'],
  isActive: true,
  refundTerms: refundTerms.standard,
  serviceType: 'photographer',
} as const;
const lead = { id: 'lead-1', clientId: 'ann', status: 'active', bought: true };
const occasion = {
  eventType: 'wedding',
  eventName: 'Ann and Ben',
  eventDate: '2026-06-20',
  durationDays: 1,
  startTime: null,
  timeZone: 'UTC',
  eventLocation: 'Old mill',
  eventDescription: null,
  expectedAttendance: 80,
};
const freeDay = { taken: false, blocked: false, off: false, noticeDays: 0 };
const request: BookingCommands['request'] = {
  ...occasion,
  creatorId: 'bo',
  packageId: 'p-1',
  offer,
  day: freeDay,
  lead: null,
};
const facts: BookingEvents['BookingRequested'] = {
  ...occasion,
  clientId: 'ann',
  creatorId: 'bo',
  createdBy: 'ann',
  leadId: null,
  packageId: 'p-1',
  packageName: 'Full day',
  durationHours: 8,
  deliverables: ['300 edited photos'],
  due: { deposit: 30_000, balance: 70_000 },
  refundTerms: refundTerms.standard,
  serviceType: 'photographer',
  expiresAt: '2026-01-07T00:00:00.000Z',
};
const requested: Event = { type: 'BookingRequested', data: facts };
const requestedByBo: Event = { type: 'BookingRequested', data: { ...facts, createdBy: 'bo', leadId: 'lead-1' } };
const confirmation = {
  eventDate: '2026-06-20',
  durationDays: 1,
  startTime: null,
  timeZone: 'UTC',
  graceUntil: '2026-01-02T00:00:00.000Z',
  depositDueAt: '2026-01-08T00:00:00.000Z',
  balanceDueDate: '2026-06-06',
  unpaidCancellableFrom: '2026-06-17T00:00:00.000Z',
} as const;
const confirmed: Event = { type: 'BookingConfirmed', data: confirmation };
const completed: Event = { type: 'BookingCompleted', data: {} };
const abandoned: Event = { type: 'BookingConfirmationAbandoned', data: { attempt: 0 } };
const whilePending = { rule: 'pending', percent: 100 } as const;
const cancelled: Event = {
  type: 'BookingCancelled',
  data: { reason: 'rain', cancelledBy: 'ann', otherPartyId: 'bo', ...whilePending },
};
const deposit = { part: 'deposit', paymentId: 'p1', amount: 30_000, payerId: 'ann' } as const;
const balance = { part: 'balance', paymentId: 'p2', amount: 70_000, payerId: 'ann' } as const;
const depositPaid: Event = { type: 'BookingPaid', data: { ...deposit, status: 'pending' } };
const balancePaid: Event = { type: 'BookingPaid', data: { ...balance, status: 'confirmed' } };
const refundDueFor = (payment: BookingCommands['recordPayment']): Event => ({
  type: 'BookingRefundDue',
  data: { ...payment, reason: 'cancelled', status: 'cancelled' },
});
/** The event of a refund of this payment, by default of its full amount. */
const refundedEvent = (payment: typeof deposit | typeof balance, amount: number = payment.amount): Event => ({
  type: 'BookingRefunded',
  data: { ...payment, amount, refundId: `${payment.paymentId}-${amount}`, status: 'confirmed' },
});
const now = { reason: null, attempt: 0, partyLeft: false };
const afterEvent = '2026-06-21T00:00:00.000Z';

describe('requesting', () => {
  test('a client books a package for themselves; the amounts are 30 % and the rest', () =>
    given(booking).when('request', request, ann).emits(requested));

  test.each([
    [1, 0, 1],
    [5, 2, 3],
    [101, 30, 71],
    [333, 100, 233],
  ])(
    'the price of %i cents has a deposit of %i and a balance of %i: half a cent is rounded up, and the sum is the price',
    (price, first, rest) =>
      given(booking)
        .when('request', { ...request, offer: { ...offer, price } }, ann)
        .emits({ ...requested, data: { ...facts, due: { deposit: first, balance: rest } } }),
  );

  test('a creator or a vendor creates a booking from a lead they unlocked, for its client', () => {
    const created = { ...request, lead };
    given(booking).when('request', created, bo).emits(requestedByBo);
    given(booking).when('request', created, vic).emits(requestedByBo);
  });

  test('a creator cannot create a booking without a lead, from a locked lead or from their own lead', () => {
    given(booking).when('request', request, bo).refuses('booking-not-allowed');
    given(booking)
      .when('request', { ...request, lead: { ...lead, bought: false } }, bo)
      .refuses('booking-not-allowed');
    given(booking)
      .when('request', { ...request, lead: { ...lead, clientId: 'bo' } }, bo)
      .refuses('booking-not-allowed');
  });

  test('other creators, staff and the system cannot create a booking', () => {
    for (const by of [eve, sue, worker])
      given(booking)
        .when('request', { ...request, lead }, by)
        .refuses('booking-not-allowed');
  });

  test('a client can only create a booking from their own lead', () => {
    given(booking)
      .when('request', { ...request, lead: { ...lead, bought: false } }, ann)
      .emits({ ...requested, data: { ...facts, leadId: 'lead-1' } });
    given(booking)
      .when('request', { ...request, lead }, cleo)
      .refuses('lead-not-yours');
  });

  test('a lead that staff hold or have removed cannot be booked', () => {
    for (const status of ['held', 'removed'])
      given(booking)
        .when('request', { ...request, lead: { ...lead, status } }, bo)
        .refuses('lead-not-active');
  });

  test('a withdrawn lead cannot be booked', () => {
    for (const by of [ann, bo])
      given(booking)
        .when('request', { ...request, lead: { ...lead, status: 'withdrawn' } }, by)
        .refuses('lead-withdrawn');
    given(booking)
      .when('request', { ...request, lead: { ...lead, status: 'withdrawn' } }, cleo)
      .refuses('lead-not-yours');
  });

  test('a user cannot book themselves', () =>
    given(booking)
      .when('request', request, { ...ann, id: 'bo' })
      .refuses('booking-not-allowed'));

  test('the package must exist, be active and belong to the creator', () => {
    for (const unavailablePackage of [null, { ...offer, isActive: false }, { ...offer, creatorId: 'eve' }])
      given(booking)
        .when('request', { ...request, offer: unavailablePackage }, ann)
        .refuses('package-unavailable');
  });

  test('a fully booked day cannot be booked by either party', () => {
    const taken = { ...request, day: { ...freeDay, taken: true } };
    given(booking).when('request', taken, ann).refuses('creator-day-taken');
    given(booking)
      .when('request', { ...taken, lead }, bo)
      .refuses('creator-day-taken');
  });

  test('a blocked day cannot be booked by either party, with a text for each', () => {
    const blocked = { ...request, day: { ...freeDay, blocked: true }, lead };
    const at = '2026-01-01T00:00:00.000Z';
    const refused = (by: Actor) => () => booking.decide.request(booking.initial, { facts: blocked, by, at });
    expect(refused(ann)).toThrow('This professional is not available on this date. Please choose another date.');
    expect(refused(bo)).toThrow('You have blocked this date. Unblock it in your settings, or choose another date.');
  });

  test('a day on which the creator does not work can only be booked by the creator', () => {
    const off = { ...request, day: { ...freeDay, off: true }, lead };
    given(booking).when('request', off, ann).refuses('creator-day-blocked');
    given(booking).when('request', off, bo).emits(requestedByBo);
  });

  test('clients must give the notice that the creator needs, counted in days', () => {
    const noticeDays = (days: number) => ({ ...request, day: { ...freeDay, noticeDays: days }, lead });
    const at = '2026-06-06T23:59:59.000Z';
    const decide = (days: number, by: Actor) => () =>
      booking.decide.request(booking.initial, { facts: noticeDays(days), by, at });
    expect(decide(14, ann)()).toHaveLength(1);
    expect(decide(15, ann)).toThrow('This professional needs 15 days of notice. Please choose a later date.');
    expect(decide(15, bo)()).toHaveLength(1);
    given(booking).when('request', noticeDays(1), ann, '2026-06-20T01:00:00.000Z').refuses('creator-day-notice');
  });

  test('a past date cannot be booked; today can', () => {
    given(booking).when('request', request, ann, afterEvent).refuses('booking-date-past');
    given(booking)
      .when('request', request, ann, '2026-06-20T23:59:59.999Z')
      .emits({
        ...requested,
        data: { ...facts, expiresAt: '2026-06-21T00:00:00.000Z' },
      });
  });

  test('a booking can only be requested once', () =>
    given(booking, requested).when('request', request, ann).refuses('booking-exists'));
});

describe('confirming', () => {
  test('the party that did not create it confirms', () => {
    given(booking, requested).when('confirm', now, bo).emits(confirmed);
    given(booking, requestedByBo).when('confirm', now, ann).emits(confirmed);
  });

  test('the party that created the booking cannot confirm it', () => {
    given(booking, requested).when('confirm', now, ann).refuses('booking-not-allowed');
    given(booking, requestedByBo).when('confirm', now, bo).refuses('booking-not-allowed');
  });

  test('staff confirm with a reason, but not a booking that they created themselves', () => {
    given(booking, requested).when('confirm', now, sue).refuses('booking-reason-missing');
    given(booking, requested)
      .when('confirm', { ...now, reason: 'requested by phone' }, sue)
      .emits(confirmed);
    given(booking, requested)
      .when('confirm', { ...now, reason: 'for myself' }, { ...sue, id: 'ann' })
      .refuses('booking-not-allowed');
  });

  test('only a pending booking can be confirmed', () => {
    for (const past of [[confirmed], [cancelled], [confirmed, completed]])
      given(booking, requested, ...past)
        .when('confirm', now, bo)
        .refuses('booking-not-pending');
  });

  test('a booking with a former member cannot be confirmed', () =>
    given(booking, requested)
      .when('confirm', { ...now, partyLeft: true }, bo)
      .refuses('booking-party-left'));

  test('a booking for a past day cannot be confirmed', () =>
    given(booking, requested).when('confirm', now, bo, afterEvent).refuses('booking-date-past'));

  test('an abandoned confirmation is refused later; the next attempt succeeds', () => {
    given(booking, requested)
      .when('abandonConfirmation', { attempt: 0, dates: ['2026-06-20'] }, worker)
      .emits(abandoned);
    given(booking, requested, abandoned).when('confirm', now, bo).refuses('booking-confirmation-timeout');
    given(booking, requested, abandoned)
      .when('confirm', { ...now, attempt: 1 }, bo)
      .emits(confirmed);
  });

  test('abandoning is ignored after the booking was confirmed, cancelled or tried again', () => {
    given(booking, requested, confirmed)
      .when('abandonConfirmation', { attempt: 0, dates: ['2026-06-20'] }, worker)
      .emits();
    given(booking, requested, cancelled)
      .when('abandonConfirmation', { attempt: 0, dates: ['2026-06-20'] }, worker)
      .emits();
    given(booking, requested, abandoned)
      .when('abandonConfirmation', { attempt: 0, dates: ['2026-06-20'] }, worker)
      .emits();
  });
});

describe('cancelling', () => {
  test('either party can cancel a pending booking, with or without a reason', () => {
    given(booking, requested).when('cancel', { reason: 'rain', refundAmount: null }, ann).emits(cancelled);
    given(booking, requested)
      .when('cancel', { reason: null, refundAmount: null }, bo)
      .emits({ ...cancelled, data: { reason: null, cancelledBy: 'bo', ...whilePending } });
  });

  test('staff must give a reason to cancel a booking', () => {
    given(booking, requested)
      .when('cancel', { reason: null, refundAmount: null }, sue)
      .refuses('booking-reason-missing');
    given(booking, requested)
      .when('cancel', { reason: 'fraud', refundAmount: null }, sue)
      .emits({ ...cancelled, data: { reason: 'fraud', cancelledBy: 'sue', ...whilePending } });
  });

  test('a booking that has ended cannot be cancelled', () => {
    for (const past of [[cancelled], [confirmed, completed]])
      given(booking, requested, ...past)
        .when('cancel', { reason: null, refundAmount: null }, ann)
        .refuses('booking-already-ended');
  });

  test('a pending booking is refunded in full', () => {
    given(booking, requested, depositPaid, balancePaid)
      .when('cancel', { reason: 'rain', refundAmount: null }, ann)
      .emits(cancelled, refundDueFor(deposit), refundDueFor(balance));
  });
});

describe('cancelling a confirmed booking', () => {
  const anyAmount = { reason: null, refundAmount: null };
  const cancelledUnder = (rule: CancellationRule, percent: number, cancelledBy = 'ann'): Event => ({
    type: 'BookingCancelled',
    data: { reason: null, cancelledBy, rule, percent },
  });
  const half = (payment: typeof deposit | typeof balance): Event => ({
    type: 'BookingRefundDue',
    data: { ...payment, amount: payment.amount / 2, reason: 'cancelled', status: 'cancelled' },
  });
  const agreed = (policy: keyof typeof refundTerms): Event => ({
    type: 'BookingRequested',
    data: { ...facts, refundTerms: refundTerms[policy] },
  });

  // The event is on 2026-06-20.
  test.each<[keyof typeof refundTerms, string, number]>([
    ['flexible', '2026-06-13', 100],
    ['flexible', '2026-06-14', 50],
    ['flexible', '2026-06-19', 50],
    ['flexible', '2026-06-20', 0],
    ['standard', '2026-05-21', 100],
    ['standard', '2026-05-22', 50],
    ['standard', '2026-06-13', 50],
    ['standard', '2026-06-14', 0],
    ['strict', '2026-03-22', 100],
    ['strict', '2026-03-23', 50],
    ['strict', '2026-05-21', 50],
    ['strict', '2026-05-22', 0],
  ])('under the policy %s, a client who cancels on %s gets %i %% back', (policy, day, percent) => {
    const refunds = { 100: [refundDueFor(deposit), refundDueFor(balance)], 50: [half(deposit), half(balance)], 0: [] };
    for (const time of ['00:00:00.000Z', '23:59:59.999Z'])
      given(booking, agreed(policy), depositPaid, confirmed, balancePaid)
        .when('cancel', anyAmount, ann, `${day}T${time}`)
        .emits(cancelledUnder('policy', percent), ...refunds[percent as 0 | 50 | 100]);
  });

  test('half a cent is rounded up for the client', () => {
    const odd = { ...deposit, amount: 30_001 };
    given(booking, agreed('flexible'), { type: 'BookingPaid', data: { ...odd, status: 'pending' } }, confirmed)
      .when('cancel', anyAmount, ann, '2026-06-14T12:00:00.000Z')
      .emits(cancelledUnder('policy', 50), {
        type: 'BookingRefundDue',
        data: { ...odd, amount: 15_001, reason: 'cancelled', status: 'cancelled' },
      });
  });

  test('what was already refunded counts towards the share', () =>
    given(booking, agreed('flexible'), depositPaid, confirmed, refundedEvent(deposit, 10_000))
      .when('cancel', anyAmount, ann, '2026-06-14T12:00:00.000Z')
      .emits(cancelledUnder('policy', 50), {
        type: 'BookingRefundDue',
        data: { ...deposit, amount: 5_000, reason: 'cancelled', status: 'cancelled' },
      }));

  test('a client gets everything back for 24 hours after the confirmation, if the event is at least 48 hours away', () => {
    const [lastInstant, end] = ['2026-06-18T08:59:59.999Z', '2026-06-18T09:00:00.000Z'];
    const late: Event = { type: 'BookingRequested', data: { ...facts, expiresAt: '2026-06-19T00:00:00.000Z' } };
    const soon = { ...confirmation, balanceDueDate: '2026-06-18', unpaidCancellableFrom: '2026-06-19T00:00:00.000Z' };
    given(booking, late)
      .when('confirm', now, bo, '2026-06-17T09:00:00.000Z')
      .emits({ type: 'BookingConfirmed', data: { ...soon, graceUntil: end, depositDueAt: end } });
    given(booking, late)
      .when('confirm', now, bo, '2026-06-18T00:00:00.001Z')
      .emits({
        type: 'BookingConfirmed',
        data: {
          ...soon,
          graceUntil: null,
          depositDueAt: '2026-06-19T00:00:00.001Z',
          balanceDueDate: '2026-06-19',
          unpaidCancellableFrom: '2026-06-20T00:00:00.000Z',
        },
      });
    const recent: Event = { type: 'BookingConfirmed', data: { ...confirmation, graceUntil: end } };
    given(booking, agreed('strict'), depositPaid, recent)
      .when('cancel', anyAmount, ann, lastInstant)
      .emits(cancelledUnder('grace-period', 100), refundDueFor(deposit));
    given(booking, agreed('strict'), depositPaid, recent)
      .when('cancel', anyAmount, ann, end)
      .emits(cancelledUnder('policy', 0));
  });

  test('if the professional or staff cancel, the client gets everything back', () => {
    const dayBefore = '2026-06-19T12:00:00.000Z';
    given(booking, agreed('strict'), depositPaid, confirmed)
      .when('cancel', anyAmount, bo, '2026-06-16T12:00:00.000Z')
      .emits(cancelledUnder('professional', 100, 'bo'), refundDueFor(deposit));
    given(booking, agreed('strict'), depositPaid, confirmed)
      .when('cancel', { reason: 'storm', refundAmount: null }, sue, dayBefore)
      .emits(
        { type: 'BookingCancelled', data: { reason: 'storm', cancelledBy: 'sue', rule: 'staff', percent: 100 } },
        refundDueFor(deposit),
      );
  });

  test('what a party writes about the other one when it cancels is encrypted for both', () => {
    expect(peopleToSeal(booking.personalData as PersonalData, [cancelled])).toEqual(['ann', 'bo']);
    given(booking, requested)
      .when('cancel', { reason: 'rain', refundAmount: null }, bo)
      .emits({ ...cancelled, data: { reason: 'rain', cancelledBy: 'bo', otherPartyId: 'ann', ...whilePending } });
  });

  test('staff decide what is refunded when they cancel a confirmed booking', () => {
    const at = '2026-06-14T12:00:00.000Z';
    const cancel = (decision: 'policy' | 'none', refundAmount: number) => ({ reason: 'storm', refundAmount, decision });
    const event = (percent: number): Event => ({
      type: 'BookingCancelled',
      data: { reason: 'storm', cancelledBy: 'sue', rule: 'staff', percent },
    });
    const halfway = given(booking, agreed('flexible'), depositPaid, confirmed);
    halfway.when('cancel', cancel('policy', 15_000), sue, at).emits(event(50), half(deposit));
    halfway.when('cancel', cancel('none', 0), sue, at).emits(event(0));
    halfway.when('cancel', cancel('none', 15_000), sue, at).refuses('booking-refund-changed');
    // The decision of a party does not count.
    halfway
      .when('cancel', { ...cancel('none', 15_000), reason: null }, ann, at)
      .emits(cancelledUnder('policy', 50), half(deposit));
    given(booking, requested, depositPaid)
      .when('cancel', cancel('none', 30_000), sue, at)
      .emits(
        { type: 'BookingCancelled', data: { reason: 'storm', cancelledBy: 'sue', rule: 'pending', percent: 100 } },
        refundDueFor(deposit),
      );
  });

  test('a cancellation with another refund than the caller agreed to is refused', () => {
    const halfway = given(booking, agreed('flexible'), depositPaid, confirmed);
    const at = '2026-06-14T12:00:00.000Z';
    halfway.when('cancel', { reason: null, refundAmount: 30_000 }, ann, at).refuses('booking-refund-changed');
    halfway
      .when('cancel', { reason: null, refundAmount: 15_000 }, ann, at)
      .emits(cancelledUnder('policy', 50), half(deposit));
  });

  test('after the day of the event only staff can cancel', () => {
    for (const by of [ann, bo])
      given(booking, requested, confirmed).when('cancel', anyAmount, by, afterEvent).refuses('booking-date-past');
    given(booking, requested, confirmed)
      .when('cancel', { reason: 'never happened', refundAmount: null }, sue, afterEvent)
      .emits({
        type: 'BookingCancelled',
        data: { reason: 'never happened', cancelledBy: 'sue', rule: 'staff', percent: 100 },
      });
  });

  test('a payment that arrives after a cancellation without a refund is refunded in full', () =>
    given(booking, agreed('strict'), depositPaid, confirmed, cancelledUnder('policy', 0))
      .when('recordPayment', balance, worker)
      .emits(refundDueFor(balance)));
});

describe('a party closes their account', () => {
  const left = (cancelledBy: string, cause: 'client-left' | 'creator-left'): Event => ({
    type: 'BookingCancelled',
    data: { reason: null, cancelledBy, ...whilePending, cause },
  });

  test('a pending booking is cancelled, whichever party created it or left', () => {
    for (const pending of [requested, requestedByBo]) {
      given(booking, pending).when('abandon', { personId: 'ann' }, worker).emits(left('ann', 'client-left'));
      given(booking, pending).when('abandon', { personId: 'bo' }, worker).emits(left('bo', 'creator-left'));
    }
  });

  test('the paid amount is refunded', () =>
    given(booking, requested, depositPaid)
      .when('abandon', { personId: 'bo' }, worker)
      .emits(left('bo', 'creator-left'), refundDueFor(deposit)));

  test('a confirmed, completed or cancelled booking is unchanged, and a repeated command is ignored', () => {
    for (const past of [[confirmed], [confirmed, completed], [cancelled], [left('ann', 'client-left')]])
      given(booking, requested, ...past)
        .when('abandon', { personId: 'ann' }, worker)
        .emits();
    given(booking).when('abandon', { personId: 'ann' }, worker).emits();
  });

  test('other people’s bookings are unchanged', () =>
    given(booking, requested).when('abandon', { personId: 'eve' }, worker).emits());

  test('users and staff cannot abandon a booking', () => {
    for (const by of [ann, bo, sue])
      given(booking, requested).when('abandon', { personId: 'ann' }, by).refuses('booking-not-allowed');
  });
});

describe('completing', () => {
  const done = [requested, confirmed, depositPaid, balancePaid];

  test('the system or staff complete a booking after its day when everything is paid', () => {
    given(booking, ...done)
      .when('complete', { reason: null }, worker, afterEvent)
      .emits(completed);
    given(booking, ...done)
      .when('complete', { reason: 'delivered' }, sue, afterEvent)
      .emits(completed);
    given(booking, ...done)
      .when('complete', { reason: null }, sue, afterEvent)
      .refuses('booking-reason-missing');
  });

  test('the parties cannot complete it', () => {
    for (const by of [ann, bo])
      given(booking, ...done)
        .when('complete', { reason: 'done' }, by, afterEvent)
        .refuses('booking-not-allowed');
  });

  test('a booking cannot be completed before it is confirmed, past and paid', () => {
    given(booking, requested).when('complete', { reason: null }, worker, afterEvent).refuses('booking-not-confirmed');
    given(booking, ...done)
      .when('complete', { reason: null }, worker, '2026-06-20T23:00:00.000Z')
      .refuses('booking-not-over');
    given(booking, requested, confirmed, depositPaid)
      .when('complete', { reason: null }, worker, afterEvent)
      .refuses('booking-not-paid');
    given(booking, ...done, refundedEvent(deposit))
      .when('complete', { reason: null }, worker, afterEvent)
      .refuses('booking-not-paid');
  });
});

describe('requesting a payment', () => {
  test('the client pays the deposit first, pending or confirmed, then the balance', () => {
    given(booking, requested).when('pay', { part: 'deposit', emailVerified: true, day: freeDay }, ann).emits();
    given(booking, requested, confirmed)
      .when('pay', { part: 'deposit', emailVerified: true, day: freeDay }, ann)
      .emits();
    given(booking, requested)
      .when('pay', { part: 'balance', emailVerified: true, day: freeDay }, ann)
      .refuses('booking-deposit-first');
    given(booking, requested, depositPaid)
      .when('pay', { part: 'balance', emailVerified: true, day: freeDay }, ann)
      .emits();
  });

  test('the client must verify their email address first', () =>
    given(booking, requested)
      .when('pay', { part: 'deposit', emailVerified: false, day: freeDay }, ann)
      .refuses('booking-email-not-verified-not-allowed'));

  test('only the client can pay', () => {
    given(booking, requested)
      .when('pay', { part: 'deposit', emailVerified: true, day: freeDay }, bo)
      .refuses('booking-not-allowed');
    given(booking, requested)
      .when('pay', { part: 'deposit', emailVerified: true, day: freeDay }, sue)
      .refuses('booking-not-allowed');
    given(booking, requested)
      .when('pay', { part: 'deposit', emailVerified: true, day: freeDay }, eve)
      .refuses('booking-not-yours');
  });

  test('the deposit and the balance can each be paid only once', () => {
    given(booking, requested, depositPaid)
      .when('pay', { part: 'deposit', emailVerified: true, day: freeDay }, ann)
      .refuses('booking-already-paid');
    given(booking, requested, depositPaid, balancePaid)
      .when('pay', { part: 'balance', emailVerified: true, day: freeDay }, ann)
      .refuses('booking-already-paid');
  });

  test('a cancelled booking and a pending booking with a past day cannot be paid', () => {
    given(booking, requested, cancelled)
      .when('pay', { part: 'deposit', emailVerified: true, day: freeDay }, ann)
      .refuses('booking-cancelled');
    given(booking, requested)
      .when('pay', { part: 'deposit', emailVerified: true, day: freeDay }, ann, afterEvent)
      .refuses('booking-date-past');
    given(booking, requested, confirmed)
      .when('pay', { part: 'deposit', emailVerified: true, day: freeDay }, ann, afterEvent)
      .refuses('booking-deposit-overdue');
  });

  test('a part of 0 cents counts as paid', () => {
    const freeBookingRequested: Event = {
      type: 'BookingRequested',
      data: { ...facts, due: { deposit: 0, balance: 0 } },
    };
    given(booking, freeBookingRequested)
      .when('pay', { part: 'deposit', emailVerified: true, day: freeDay }, ann)
      .refuses('booking-already-paid');
    expect(isPaid(replay(booking, [freeBookingRequested]), 'balance')).toBe(true);
    given(booking, freeBookingRequested, confirmed)
      .when('complete', { reason: null }, worker, afterEvent)
      .emits(completed);
  });
});

describe('a payment that arrived', () => {
  test('is recorded as paid unless the booking is cancelled, whether the deposit or the balance is paid first', () => {
    given(booking, requested).when('recordPayment', deposit, worker).emits(depositPaid);
    given(booking, requested)
      .when('recordPayment', balance, worker)
      .emits({ type: 'BookingPaid', data: { ...balance, status: 'pending' } });
    given(booking, requested, confirmed).when('recordPayment', balance, worker).emits(balancePaid);
    given(booking, requested, confirmed, completed)
      .when('recordPayment', balance, worker)
      .emits({ type: 'BookingPaid', data: { ...balance, status: 'completed' } });
  });

  test('is recorded once, however often it is reported', () => {
    given(booking, requested, depositPaid).when('recordPayment', deposit, worker).emits();
    given(booking, requested, cancelled, refundDueFor(deposit)).when('recordPayment', deposit, worker).emits();
    given(booking, requested, depositPaid, cancelled, refundDueFor(deposit))
      .when('recordPayment', deposit, worker)
      .emits();
  });

  test('is refunded if the booking is cancelled or does not exist', () => {
    given(booking, requested, cancelled).when('recordPayment', deposit, worker).emits(refundDueFor(deposit));
    given(booking).when('recordPayment', deposit, worker).emits(refundDueFor(deposit));
  });

  test('is refunded if the part was already paid, and the first payment is kept', () => {
    const secondPayment = { ...deposit, paymentId: 'p9' };
    const back: Event = {
      type: 'BookingRefundDue',
      data: { ...secondPayment, reason: 'paid-twice', status: 'pending' },
    };
    given(booking, requested, depositPaid).when('recordPayment', secondPayment, worker).emits(back);
    expect(replay(booking, [requested, depositPaid, back]).paid).toEqual({ deposit });
  });

  test('is refunded if the amount is wrong', () => {
    const depositTooSmall = { ...deposit, amount: 29_999 };
    given(booking, requested)
      .when('recordPayment', depositTooSmall, worker)
      .emits({ type: 'BookingRefundDue', data: { ...depositTooSmall, reason: 'wrong-amount', status: 'pending' } });
  });

  test('has each refund recorded once, in any status of the booking', () => {
    const refund = { ...deposit, refundId: 'r1' };
    const back: Event = { type: 'BookingRefunded', data: { ...refund, status: 'cancelled' } };
    given(booking, requested, depositPaid, cancelled, refundDueFor(deposit))
      .when('recordRefund', refund, worker)
      .emits(back);
    given(booking, refundDueFor(deposit)).when('recordRefund', refund, worker).emits(back);
    given(booking, requested, depositPaid)
      .when('recordRefund', refund, worker)
      .emits({ ...back, data: { ...refund, status: 'pending' } });
    given(booking, requested, cancelled, refundDueFor(deposit), back).when('recordRefund', refund, worker).emits();
    for (const by of [ann, sue])
      given(booking, requested, depositPaid).when('recordRefund', refund, by).refuses('booking-not-allowed');
  });

  describe('that a bank took back and returned', () => {
    const refund = { ...deposit, refundId: 'dispute-1' };
    const taken = (status: Status): Event => ({ type: 'BookingRefunded', data: { ...refund, status } });
    const reinstated = (status: Status): Event => ({ type: 'BookingPaymentReinstated', data: { ...refund, status } });

    test('counts as paid again', () => {
      given(booking, requested, depositPaid, taken('pending'))
        .when('recordReinstatement', refund, worker)
        .emits(reinstated('pending'));
      const state = replay(booking, [requested, depositPaid, taken('pending'), reinstated('pending')]);
      expect(state.paid).toEqual({ deposit });
      expect(state.ledger).toEqual(replay(booking, [requested, depositPaid]).ledger);
      // The bank may change its decision once more.
      given(booking, requested, depositPaid, taken('pending'), reinstated('pending'))
        .when('recordRefund', refund, worker)
        .emits(taken('pending'));
    });

    test('is refunded if the booking was cancelled since, by what its cancellation agreed', () => {
      given(booking, requested, depositPaid, taken('pending'), cancelled)
        .when('recordReinstatement', refund, worker)
        .emits(reinstated('cancelled'), refundDueFor(deposit));
      const kept: Event = { ...cancelled, data: { ...cancelled.data, percent: 50 } } as Event;
      const half = { ...deposit, amount: deposit.amount / 2 };
      given(booking, requested, depositPaid, taken('pending'), kept)
        .when('recordReinstatement', refund, worker)
        .emits(reinstated('cancelled'), refundDueFor(half));
    });

    test('is recorded after the bank took it, and by no person', () => {
      given(booking, requested, depositPaid)
        .when('recordReinstatement', refund, worker)
        .refuses('booking-refund-not-recorded');
      for (const by of [ann, sue])
        given(booking, requested, depositPaid, taken('pending'))
          .when('recordReinstatement', refund, by)
          .refuses('booking-not-allowed');
    });
  });

  test('cannot be recorded as refunded before it is recorded as received', () =>
    given(booking, requested)
      .when('recordRefund', { ...deposit, refundId: 'r1' }, worker)
      .refuses('booking-payment-not-recorded'));

  test('makes its part due again after a full refund', () => {
    const past = [requested, depositPaid, balancePaid, refundedEvent(deposit)];
    expect(replay(booking, past).paid).toEqual({ balance });
    given(booking, ...past)
      .when('pay', { part: 'deposit', emailVerified: true, day: freeDay }, ann)
      .emits();
    given(booking, requested, depositPaid, refundedEvent(deposit))
      .when('pay', { part: 'balance', emailVerified: true, day: freeDay }, ann)
      .refuses('booking-deposit-first');
    const secondDeposit = { ...deposit, paymentId: 'p3' };
    const paidAgain: Event = { type: 'BookingPaid', data: { ...secondDeposit, status: 'pending' } };
    given(booking, ...past)
      .when('recordPayment', secondDeposit, worker)
      .emits(paidAgain);
    given(booking, ...past)
      .when('recordPayment', deposit, worker)
      .emits();
    expect(replay(booking, [...past, paidAgain]).paid).toEqual({ deposit: secondDeposit, balance });
  });

  test('counts as paid after a partial refund, until the rest is refunded', () => {
    const past = [requested, depositPaid, refundedEvent(deposit, 10_000)];
    expect(replay(booking, past).paid).toEqual({ deposit });
    given(booking, ...past)
      .when('pay', { part: 'deposit', emailVerified: true, day: freeDay }, ann)
      .refuses('booking-already-paid');
    expect(replay(booking, [...past, refundedEvent(deposit, 20_000)]).paid).toEqual({});
  });

  test('is only refunded for the rest if a part was refunded before the cancellation', () => {
    const rest: Event = {
      type: 'BookingRefundDue',
      data: { ...deposit, amount: 20_000, reason: 'cancelled', status: 'cancelled' },
    };
    given(booking, requested, depositPaid, refundedEvent(deposit, 10_000))
      .when('cancel', { reason: 'rain', refundAmount: null }, ann)
      .emits(cancelled, rest);
    given(booking, requested, depositPaid, refundedEvent(deposit))
      .when('cancel', { reason: 'rain', refundAmount: null }, ann)
      .emits(cancelled);
  });

  test('does not change when a surplus payment is refunded', () => {
    const secondPayment = { ...deposit, paymentId: 'p9' };
    const back: Event = {
      type: 'BookingRefundDue',
      data: { ...secondPayment, reason: 'paid-twice', status: 'pending' },
    };
    const refundedSurplus: Event = {
      type: 'BookingRefunded',
      data: { ...secondPayment, refundId: 'r9', status: 'pending' },
    };
    expect(replay(booking, [requested, depositPaid, back, refundedSurplus]).paid).toEqual({ deposit });
  });

  test('cannot be recorded by people', () => {
    for (const by of [ann, sue])
      given(booking, requested).when('recordPayment', deposit, by).refuses('booking-not-allowed');
  });
});

test('other users cannot act on a booking or learn that it exists', () => {
  given(booking, requested).when('confirm', now, eve).refuses('booking-not-yours');
  given(booking, requested).when('cancel', { reason: 'spite', refundAmount: null }, eve).refuses('booking-not-yours');
  given(booking, requested, confirmed).when('complete', { reason: null }, eve, afterEvent).refuses('booking-not-yours');
  given(booking).when('confirm', now, eve).refuses('booking-not-found');
  given(booking).when('cancel', { reason: null, refundAmount: null }, eve).refuses('booking-not-found');
  given(booking).when('pay', { part: 'deposit', emailVerified: true, day: freeDay }, eve).refuses('booking-not-found');
});

test('the events of a booking can still be replayed after its client’s erasure', () => {
  const blank = { ...facts, eventName: null, eventLocation: null, eventDescription: null };
  const past: Event[] = [
    { type: 'BookingRequested', data: blank },
    { type: 'BookingCancelled', data: { reason: null, cancelledBy: 'ann', ...whilePending } },
  ];
  expect(replay(booking, past).status).toBe('cancelled');
});
