import { describe, expect, test } from '@jest/globals';
import { type Actor, type Message, replay } from '#kernel';
import { given } from '#kernel/testing';
import { type BookingCommands, type BookingEvents, booking, isPaid } from './booking.ts';

type Event = Message<BookingEvents>;
const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const cleo: Actor = { id: 'cleo', kind: 'user', role: 'client' };
const bo: Actor = { id: 'bo', kind: 'user', role: 'creator' };
const vic: Actor = { id: 'bo', kind: 'user', role: 'vendor' };
const eve: Actor = { id: 'eve', kind: 'user', role: 'creator' };
const sue: Actor = { id: 'sue', kind: 'staff', role: 'support' };
const till: Actor = { id: 'bookings.record-payment', kind: 'worker', role: 'reaction' };

const offer = {
  creatorId: 'bo',
  name: 'Full day',
  price: 100_000,
  durationHours: 8,
  deliverables: ['300 edited photos'],
  isActive: true,
};
const lead = { id: 'lead-1', clientId: 'ann', status: 'active', bought: true };
const occasion = {
  eventType: 'wedding',
  eventName: 'Ann and Ben',
  eventDate: '2026-06-20',
  eventLocation: 'Old mill',
  eventDescription: null,
  expectedAttendance: 80,
};
const wish: BookingCommands['request'] = { ...occasion, creatorId: 'bo', packageId: 'p-1', offer, lead: null };
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
};
const requested: Event = { type: 'BookingRequested', data: facts };
const requestedByBo: Event = { type: 'BookingRequested', data: { ...facts, createdBy: 'bo', leadId: 'lead-1' } };
const confirmed: Event = { type: 'BookingConfirmed', data: {} };
const completed: Event = { type: 'BookingCompleted', data: {} };
const abandoned: Event = { type: 'BookingConfirmationAbandoned', data: { attempt: 0 } };
const cancelled: Event = { type: 'BookingCancelled', data: { reason: 'rain', cancelledBy: 'ann' } };
const deposit = { part: 'deposit', paymentId: 'p1', amount: 30_000, payerId: 'ann' } as const;
const balance = { part: 'balance', paymentId: 'p2', amount: 70_000, payerId: 'ann' } as const;
const depositPaid: Event = { type: 'BookingPaid', data: { ...deposit, status: 'pending' } };
const balancePaid: Event = { type: 'BookingPaid', data: { ...balance, status: 'confirmed' } };
const backFor = (payment: typeof deposit | typeof balance): Event => ({
  type: 'BookingRefundDue',
  data: { ...payment, reason: 'cancelled', status: 'cancelled' },
});
/** At the provider's own desk, as a rule. */
const sentBack = (payment: typeof deposit | typeof balance, amount: number = payment.amount): Event => ({
  type: 'BookingRefunded',
  data: { ...payment, amount, refundId: `${payment.paymentId}-${amount}`, status: 'confirmed' },
});
const now = { reason: null, attempt: 0, partyLeft: false };
const late = '2026-06-21T00:00:00.000Z';

describe('requesting', () => {
  test('a client books a package for themselves; the amounts are 30 % and the rest', () =>
    given(booking).when('request', wish, ann).emits(requested));

  test.each([
    [1, 0, 1],
    [5, 2, 3],
    [101, 30, 71],
    [333, 100, 233],
  ])('of %i cents the deposit is %i and the balance %i: half a cent goes up, the sum stays', (price, first, rest) =>
    given(booking)
      .when('request', { ...wish, offer: { ...offer, price } }, ann)
      .emits({ ...requested, data: { ...facts, due: { deposit: first, balance: rest } } }),
  );

  test('a creator or a vendor books from a lead they bought, for its client', () => {
    const created = { ...wish, lead };
    given(booking).when('request', created, bo).emits(requestedByBo);
    given(booking).when('request', created, vic).emits(requestedByBo);
  });

  test('a creator does not book without a lead, nor from a locked one, nor from their own', () => {
    given(booking).when('request', wish, bo).refuses('booking-not-allowed');
    given(booking)
      .when('request', { ...wish, lead: { ...lead, bought: false } }, bo)
      .refuses('booking-not-allowed');
    given(booking)
      .when('request', { ...wish, lead: { ...lead, clientId: 'bo' } }, bo)
      .refuses('booking-not-allowed');
  });

  test('nobody books in the name of another creator, nor as staff, nor as the system', () => {
    for (const by of [eve, sue, till])
      given(booking)
        .when('request', { ...wish, lead }, by)
        .refuses('booking-not-allowed');
  });

  test('a client books from their own lead only', () => {
    given(booking)
      .when('request', { ...wish, lead: { ...lead, bought: false } }, ann)
      .emits({ ...requested, data: { ...facts, leadId: 'lead-1' } });
    given(booking)
      .when('request', { ...wish, lead }, cleo)
      .refuses('lead-not-yours');
  });

  test('a withdrawn lead leads to no booking', () => {
    for (const by of [ann, bo])
      given(booking)
        .when('request', { ...wish, lead: { ...lead, status: 'withdrawn' } }, by)
        .refuses('lead-withdrawn');
    given(booking)
      .when('request', { ...wish, lead: { ...lead, status: 'withdrawn' } }, cleo)
      .refuses('lead-not-yours');
  });

  test('nobody books themselves', () =>
    given(booking)
      .when('request', wish, { ...ann, id: 'bo' })
      .refuses('booking-not-allowed'));

  test('the package must be there, active, and of that creator', () => {
    for (const wrong of [null, { ...offer, isActive: false }, { ...offer, creatorId: 'eve' }])
      given(booking)
        .when('request', { ...wish, offer: wrong }, ann)
        .refuses('package-unavailable');
  });

  test('nobody books the past; today can be booked', () => {
    given(booking).when('request', wish, ann, late).refuses('booking-date-past');
    given(booking).when('request', wish, ann, '2026-06-20T23:59:59.999Z').emits(requested);
  });

  test('a booking is requested once', () =>
    given(booking, requested).when('request', wish, ann).refuses('booking-exists'));
});

describe('confirming', () => {
  test('the party that did not create it confirms', () => {
    given(booking, requested).when('confirm', now, bo).emits(confirmed);
    given(booking, requestedByBo).when('confirm', now, ann).emits(confirmed);
  });

  test('the party that created it does not', () => {
    given(booking, requested).when('confirm', now, ann).refuses('booking-not-allowed');
    given(booking, requestedByBo).when('confirm', now, bo).refuses('booking-not-allowed');
  });

  test('staff confirms for them and says why, but not what it created itself', () => {
    given(booking, requested).when('confirm', now, sue).refuses('booking-reason-missing');
    given(booking, requested)
      .when('confirm', { ...now, reason: 'asked by phone' }, sue)
      .emits(confirmed);
    given(booking, requested)
      .when('confirm', { ...now, reason: 'for myself' }, { ...sue, id: 'ann' })
      .refuses('booking-not-allowed');
  });

  test('only a pending booking is confirmed', () => {
    for (const past of [[confirmed], [cancelled], [confirmed, completed]])
      given(booking, requested, ...past)
        .when('confirm', now, bo)
        .refuses('booking-not-pending');
  });

  test('nothing is confirmed with somebody who has left', () =>
    given(booking, requested)
      .when('confirm', { ...now, partyLeft: true }, bo)
      .refuses('booking-party-left'));

  test('nothing is confirmed for a day that has passed', () =>
    given(booking, requested).when('confirm', now, bo, late).refuses('booking-date-past'));

  test('a confirmation that was given up does not happen later; the next one does', () => {
    given(booking, requested).when('abandonConfirmation', { attempt: 0 }, till).emits(abandoned);
    given(booking, requested, abandoned).when('confirm', now, bo).refuses('booking-not-in-time');
    given(booking, requested, abandoned)
      .when('confirm', { ...now, attempt: 1 }, bo)
      .emits(confirmed);
  });

  test('what is confirmed, cancelled, or tried again since is not given up', () => {
    given(booking, requested, confirmed).when('abandonConfirmation', { attempt: 0 }, till).emits();
    given(booking, requested, cancelled).when('abandonConfirmation', { attempt: 0 }, till).emits();
    given(booking, requested, abandoned).when('abandonConfirmation', { attempt: 0 }, till).emits();
  });
});

describe('cancelling', () => {
  test('either party cancels while it is pending, with or without a reason', () => {
    given(booking, requested).when('cancel', { reason: 'rain' }, ann).emits(cancelled);
    given(booking, requested)
      .when('cancel', { reason: null }, bo)
      .emits({ ...cancelled, data: { reason: null, cancelledBy: 'bo' } });
  });

  test('staff says why', () => {
    given(booking, requested).when('cancel', { reason: null }, sue).refuses('booking-reason-missing');
    given(booking, requested)
      .when('cancel', { reason: 'fraud' }, sue)
      .emits({ ...cancelled, data: { reason: 'fraud', cancelledBy: 'sue' } });
  });

  test('only a pending booking is cancelled', () => {
    for (const past of [[confirmed], [cancelled], [confirmed, completed]])
      given(booking, requested, ...past)
        .when('cancel', { reason: null }, ann)
        .refuses('booking-not-pending');
  });

  test('what was paid goes back in full', () => {
    given(booking, requested, depositPaid, balancePaid)
      .when('cancel', { reason: 'rain' }, ann)
      .emits(cancelled, backFor(deposit), backFor(balance));
  });
});

describe('somebody leaves', () => {
  const left = (cancelledBy: string, departure: 'client-left' | 'creator-left'): Event => ({
    type: 'BookingCancelled',
    data: { reason: null, cancelledBy, departure },
  });

  test('what still waits for an answer is cancelled, whoever asked for it and whoever is gone', () => {
    for (const begun of [requested, requestedByBo]) {
      given(booking, begun).when('abandon', { personId: 'ann' }, till).emits(left('ann', 'client-left'));
      given(booking, begun).when('abandon', { personId: 'bo' }, till).emits(left('bo', 'creator-left'));
    }
  });

  test('what was paid goes back', () =>
    given(booking, requested, depositPaid)
      .when('abandon', { personId: 'bo' }, till)
      .emits(left('bo', 'creator-left'), backFor(deposit)));

  test('what is confirmed, over or cancelled stays, and told again it counts once', () => {
    for (const past of [[confirmed], [confirmed, completed], [cancelled], [left('ann', 'client-left')]])
      given(booking, requested, ...past)
        .when('abandon', { personId: 'ann' }, till)
        .emits();
    given(booking).when('abandon', { personId: 'ann' }, till).emits();
  });

  test('the bookings of others stay', () =>
    given(booking, requested).when('abandon', { personId: 'eve' }, till).emits());

  test('nobody says so by hand', () => {
    for (const by of [ann, bo, sue])
      given(booking, requested).when('abandon', { personId: 'ann' }, by).refuses('booking-not-allowed');
  });
});

describe('completing', () => {
  const done = [requested, confirmed, depositPaid, balancePaid];

  test('the system or staff completes it once the day is over and everything is paid', () => {
    given(booking, ...done)
      .when('complete', { reason: null }, till, late)
      .emits(completed);
    given(booking, ...done)
      .when('complete', { reason: 'delivered' }, sue, late)
      .emits(completed);
    given(booking, ...done)
      .when('complete', { reason: null }, sue, late)
      .refuses('booking-reason-missing');
  });

  test('its parties do not', () => {
    for (const by of [ann, bo])
      given(booking, ...done)
        .when('complete', { reason: 'done' }, by, late)
        .refuses('booking-not-allowed');
  });

  test('not before it is confirmed, over and paid', () => {
    given(booking, requested).when('complete', { reason: null }, till, late).refuses('booking-not-confirmed');
    given(booking, ...done)
      .when('complete', { reason: null }, till, '2026-06-20T23:00:00.000Z')
      .refuses('booking-not-over');
    given(booking, requested, confirmed, depositPaid)
      .when('complete', { reason: null }, till, late)
      .refuses('booking-not-paid');
    given(booking, ...done, sentBack(deposit))
      .when('complete', { reason: null }, till, late)
      .refuses('booking-not-paid');
  });
});

describe('asking to pay', () => {
  test('the client pays the deposit first, pending or confirmed, then the balance', () => {
    given(booking, requested).when('pay', { part: 'deposit', emailVerified: true }, ann).emits();
    given(booking, requested, confirmed).when('pay', { part: 'deposit', emailVerified: true }, ann).emits();
    given(booking, requested)
      .when('pay', { part: 'balance', emailVerified: true }, ann)
      .refuses('booking-deposit-first');
    given(booking, requested, depositPaid).when('pay', { part: 'balance', emailVerified: true }, ann).emits();
  });

  test('the client confirms their address first', () =>
    given(booking, requested)
      .when('pay', { part: 'deposit', emailVerified: false }, ann)
      .refuses('booking-email-not-verified-not-allowed'));

  test('nobody else pays', () => {
    given(booking, requested).when('pay', { part: 'deposit', emailVerified: true }, bo).refuses('booking-not-allowed');
    given(booking, requested).when('pay', { part: 'deposit', emailVerified: true }, sue).refuses('booking-not-allowed');
    given(booking, requested).when('pay', { part: 'deposit', emailVerified: true }, eve).refuses('booking-not-yours');
  });

  test('a part is paid once', () => {
    given(booking, requested, depositPaid)
      .when('pay', { part: 'deposit', emailVerified: true }, ann)
      .refuses('booking-already-paid');
    given(booking, requested, depositPaid, balancePaid)
      .when('pay', { part: 'balance', emailVerified: true }, ann)
      .refuses('booking-already-paid');
  });

  test('nothing is due for a cancelled booking, nor for a request whose day has passed', () => {
    given(booking, requested, cancelled)
      .when('pay', { part: 'deposit', emailVerified: true }, ann)
      .refuses('booking-cancelled');
    given(booking, requested)
      .when('pay', { part: 'deposit', emailVerified: true }, ann, late)
      .refuses('booking-date-past');
    given(booking, requested, confirmed).when('pay', { part: 'deposit', emailVerified: true }, ann, late).emits();
  });

  test('what is not due counts as paid', () => {
    const free: Event = { type: 'BookingRequested', data: { ...facts, due: { deposit: 0, balance: 0 } } };
    given(booking, free).when('pay', { part: 'deposit', emailVerified: true }, ann).refuses('booking-already-paid');
    expect(isPaid(replay(booking, [free]), 'balance')).toBe(true);
    given(booking, free, confirmed).when('complete', { reason: null }, till, late).emits(completed);
  });
});

describe('money that has arrived', () => {
  test('is kept while the booking stands, whatever was asked for first', () => {
    given(booking, requested).when('recordPayment', deposit, till).emits(depositPaid);
    given(booking, requested)
      .when('recordPayment', balance, till)
      .emits({ type: 'BookingPaid', data: { ...balance, status: 'pending' } });
    given(booking, requested, confirmed).when('recordPayment', balance, till).emits(balancePaid);
    given(booking, requested, confirmed, completed)
      .when('recordPayment', balance, till)
      .emits({ type: 'BookingPaid', data: { ...balance, status: 'completed' } });
  });

  test('counts once, however often it is told', () => {
    given(booking, requested, depositPaid).when('recordPayment', deposit, till).emits();
    given(booking, requested, cancelled, backFor(deposit)).when('recordPayment', deposit, till).emits();
    given(booking, requested, depositPaid, cancelled, backFor(deposit)).when('recordPayment', deposit, till).emits();
  });

  test('goes back where the booking is cancelled, or never was', () => {
    given(booking, requested, cancelled).when('recordPayment', deposit, till).emits(backFor(deposit));
    given(booking).when('recordPayment', deposit, till).emits(backFor(deposit));
  });

  test('goes back where the part was paid before, and the first payment stays', () => {
    const twice = { ...deposit, paymentId: 'p9' };
    const back: Event = { type: 'BookingRefundDue', data: { ...twice, reason: 'paid-twice', status: 'pending' } };
    given(booking, requested, depositPaid).when('recordPayment', twice, till).emits(back);
    expect(replay(booking, [requested, depositPaid, back]).paid).toEqual({ deposit });
  });

  test('goes back where the amount is another', () => {
    const short = { ...deposit, amount: 29_999 };
    given(booking, requested)
      .when('recordPayment', short, till)
      .emits({ type: 'BookingRefundDue', data: { ...short, reason: 'wrong-amount', status: 'pending' } });
  });

  test('that went back is told once, whatever became of the booking', () => {
    const refund = { ...deposit, refundId: 'r1' };
    const back: Event = { type: 'BookingRefunded', data: { ...refund, status: 'cancelled' } };
    given(booking, requested, depositPaid, cancelled, backFor(deposit)).when('recordRefund', refund, till).emits(back);
    given(booking, backFor(deposit)).when('recordRefund', refund, till).emits(back);
    given(booking, requested, depositPaid)
      .when('recordRefund', refund, till)
      .emits({ ...back, data: { ...refund, status: 'pending' } });
    given(booking, requested, cancelled, backFor(deposit), back).when('recordRefund', refund, till).emits();
    for (const by of [ann, sue])
      given(booking, requested, depositPaid).when('recordRefund', refund, by).refuses('booking-not-allowed');
  });

  test('cannot be told to have gone back before it is told to have come', () =>
    given(booking, requested)
      .when('recordRefund', { ...deposit, refundId: 'r1' }, till)
      .refuses('booking-payment-not-recorded'));

  test('that was kept and went back whole pays for nothing: the part is due again', () => {
    const past = [requested, depositPaid, balancePaid, sentBack(deposit)];
    expect(replay(booking, past).paid).toEqual({ balance });
    given(booking, ...past)
      .when('pay', { part: 'deposit', emailVerified: true }, ann)
      .emits();
    given(booking, requested, depositPaid, sentBack(deposit))
      .when('pay', { part: 'balance', emailVerified: true }, ann)
      .refuses('booking-deposit-first');
    const again = { ...deposit, paymentId: 'p3' };
    const paidAgain: Event = { type: 'BookingPaid', data: { ...again, status: 'pending' } };
    given(booking, ...past)
      .when('recordPayment', again, till)
      .emits(paidAgain);
    given(booking, ...past)
      .when('recordPayment', deposit, till)
      .emits();
    expect(replay(booking, [...past, paidAgain]).paid).toEqual({ deposit: again, balance });
  });

  test('of which a part went back still pays, until the rest has gone too', () => {
    const past = [requested, depositPaid, sentBack(deposit, 10_000)];
    expect(replay(booking, past).paid).toEqual({ deposit });
    given(booking, ...past)
      .when('pay', { part: 'deposit', emailVerified: true }, ann)
      .refuses('booking-already-paid');
    expect(replay(booking, [...past, sentBack(deposit, 20_000)]).paid).toEqual({});
  });

  test('of which something went back before is not sent back twice when the booking is cancelled', () => {
    const rest: Event = {
      type: 'BookingRefundDue',
      data: { ...deposit, amount: 20_000, reason: 'cancelled', status: 'cancelled' },
    };
    given(booking, requested, depositPaid, sentBack(deposit, 10_000))
      .when('cancel', { reason: 'rain' }, ann)
      .emits(cancelled, rest);
    given(booking, requested, depositPaid, sentBack(deposit)).when('cancel', { reason: 'rain' }, ann).emits(cancelled);
  });

  test('a surplus that goes back leaves what was kept where it is', () => {
    const twice = { ...deposit, paymentId: 'p9' };
    const back: Event = { type: 'BookingRefundDue', data: { ...twice, reason: 'paid-twice', status: 'pending' } };
    const gone: Event = { type: 'BookingRefunded', data: { ...twice, refundId: 'r9', status: 'pending' } };
    expect(replay(booking, [requested, depositPaid, back, gone]).paid).toEqual({ deposit });
  });

  test('is not recorded by hand', () => {
    for (const by of [ann, sue])
      given(booking, requested).when('recordPayment', deposit, by).refuses('booking-not-allowed');
  });
});

test('a stranger can do nothing with it, and does not even learn that it is there', () => {
  given(booking, requested).when('confirm', now, eve).refuses('booking-not-yours');
  given(booking, requested).when('cancel', { reason: 'spite' }, eve).refuses('booking-not-yours');
  given(booking, requested, confirmed).when('complete', { reason: null }, eve, late).refuses('booking-not-yours');
  given(booking).when('confirm', now, eve).refuses('booking-not-found');
  given(booking).when('cancel', { reason: null }, eve).refuses('booking-not-found');
  given(booking).when('pay', { part: 'deposit', emailVerified: true }, eve).refuses('booking-not-found');
});

test('an erased client leaves a booking that still works', () => {
  const blank = { ...facts, eventName: null, eventLocation: null, eventDescription: null };
  const past: Event[] = [
    { type: 'BookingRequested', data: blank },
    { type: 'BookingCancelled', data: { reason: null, cancelledBy: 'ann' } },
  ];
  expect(replay(booking, past).status).toBe('cancelled');
});
