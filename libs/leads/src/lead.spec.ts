import { expect, test } from '@jest/globals';
import type { Actor, Message } from '#kernel';
import { given } from '#kernel/testing';
import { clientActions, type LeadEvents, type LeadProgress, lead, leadPrice } from './lead.ts';
import { leadText } from './lead-text.suite.ts';

type Event = Message<LeadEvents>;
const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const eve: Actor = { id: 'eve', kind: 'user', role: 'client' };
const bo: Actor = { id: 'bo', kind: 'user', role: 'creator' };
const vi: Actor = { id: 'vi', kind: 'user', role: 'vendor' };
const worker: Actor = { id: 'leads.record-purchase', kind: 'worker', role: 'reaction' };
const staff: Actor = { id: 'sam', kind: 'staff', role: 'support' };

const at = '2026-01-01T00:00:00.000Z';
const reservationEnd = '2026-01-01T00:15:00.000Z';
const afterReservation = '2026-01-01T00:15:00.001Z';
const expiresAt = '2026-03-02T00:00:00.000Z';
const extendedExpiry = '2026-03-09T00:00:00.000Z';
const post = { ...leadText, expiresAt };
const posted: Event = { type: 'LeadPosted', data: { ...post, clientId: 'ann', leadPrice } };
const withdrawn: Event = { type: 'LeadWithdrawn', data: {} };
const booked: Event = { type: 'LeadBooked', data: { bookingId: 'booking-1' } };
const closed: Event = { type: 'LeadClosed', data: {} };
const reserved = (buyerId: string, reservedUntil = reservationEnd): Event => ({
  type: 'LeadPlaceReserved',
  data: { buyerId, reservedUntil },
});
const opened = (buyerId: string, paymentId = `pay-${buyerId}`): Event => ({
  type: 'LeadCheckoutOpened',
  data: { buyerId, paymentId },
});
const released = (buyerId: string): Event => ({ type: 'LeadPlaceReleased', data: { buyerId } });
const payment = (buyerId: string, paymentId = `pay-${buyerId}`, amount = leadPrice) => ({ buyerId, paymentId, amount });
const purchaseFacts = (buyerId: string, paymentId?: string, amount?: number) => ({
  ...payment(buyerId, paymentId, amount),
  expiresAt: extendedExpiry,
});
const purchased = (buyerId: string, paymentId?: string): Event => ({
  type: 'LeadPurchased',
  data: purchaseFacts(buyerId, paymentId),
});
const refundDue = (
  buyerId: string,
  reason: LeadEvents['LeadRefundDue']['reason'],
  paymentId?: string,
  amount?: number,
): Event => ({ type: 'LeadRefundDue', data: { ...payment(buyerId, paymentId, amount), reason } });
const otherBuyers = ['c1', 'c2', 'c3', 'c4', 'c5'];

const emailIsVerified = { emailVerified: true };
const mayUnlock = { ...emailIsVerified, clientSuspended: false };

test('a client posts a lead, which keeps its price', () => {
  given(lead)
    .when('post', { ...post, ...emailIsVerified }, ann)
    .emits(posted);
  expect(leadPrice).toBe(2_500);
});

test('an event can be posted for a day until that day has ended everywhere, in Hawaii last', () => {
  const yesterday = { ...post, ...emailIsVerified, eventDate: '2025-12-31' };
  given(lead)
    .when('post', yesterday, ann, '2026-01-01T09:59:59.999Z')
    .emits({ type: 'LeadPosted', data: { ...post, eventDate: '2025-12-31', clientId: 'ann', leadPrice } });
  given(lead).when('post', yesterday, ann, '2026-01-01T10:00:00.000Z').refuses('lead-date-past');
});

const { expiresAt: _, ...change } = { ...post, eventDate: '2026-02-27', locationCity: 'Mandeville' };
const changed: Event = { type: 'LeadChanged', data: { ...change, clientId: 'ann', expiresAt } };

test('a client changes a lead while no professional has unlocked it; its lifetime stays', () => {
  given(lead, posted).when('change', change, ann).emits(changed);
  given(lead, posted, reserved('bo'), opened('bo'))
    .when('change', change, ann, '2026-01-01T01:00:00.000Z')
    .emits(changed);
  for (const by of [eve, bo, staff]) given(lead, posted).when('change', change, by).refuses('lead-not-yours');
  given(lead).when('change', change, ann).refuses('lead-not-found');
  for (const end of [withdrawn, closed, booked])
    given(lead, posted, end).when('change', change, ann).refuses('lead-not-active');
  given(lead, posted).when('change', change, ann, expiresAt).refuses('lead-not-active');
  given(lead, posted)
    .when('change', { ...change, eventDate: '2025-12-30' }, ann)
    .refuses('lead-date-past');
  given(lead, posted)
    .when('change', { ...change, budgetMax: 199_999 }, ann)
    .refuses('lead-budget-inverted');
});

test('saving a lead as it is changes nothing', () => {
  const { expiresAt: _lifetime, ...same } = post;
  given(lead, posted).when('change', same, ann).emits();
  given(lead, posted, changed).when('change', change, ann).emits();
  given(lead, posted, changed)
    .when('change', same, ann)
    .emits({ type: 'LeadChanged', data: { ...same, clientId: 'ann', expiresAt } });
  const needs = (...servicesNeeded: string[]) => ({ ...same, servicesNeeded });
  const needsBoth: Event = { type: 'LeadChanged', data: { ...needs('dj', 'design'), clientId: 'ann', expiresAt } };
  given(lead, posted).when('change', needs('dj', 'design'), ann).emits(needsBoth);
  given(lead, posted, needsBoth).when('change', needs('design', 'dj'), ann).emits();
});

test('a lead cannot be changed once professionals have unlocked it or are paying for it', () => {
  given(lead, posted, purchased('bo')).when('change', change, ann).refuses('lead-bought');
  given(lead, posted, reserved('bo')).when('change', change, ann).refuses('lead-in-checkout');
  given(lead, posted, reserved('bo'), opened('bo')).when('change', change, ann).refuses('lead-in-checkout');
  // The checkout can be paid for longer than the place is reserved, and the payment is reported later.
  given(lead, posted, reserved('bo'), opened('bo'), released('bo'))
    .when('change', change, ann, '2026-01-01T00:59:59.999Z')
    .refuses('lead-in-checkout');
});

test('what a client may do with a lead depends on its status, its buyers, open checkouts and the time', () => {
  const open = { status: 'active', eventDate: post.eventDate, expiresAt, paymentsUntil: '', buyers: 0 } as const;
  const actions = (change: Partial<LeadProgress> = {}, now = at) =>
    Object.entries(clientActions({ ...open, ...change }, now)).flatMap(([name, allowed]) => (allowed ? [name] : []));
  expect(actions()).toEqual(['change', 'close', 'markBooked', 'withdraw']);
  expect(actions({ paymentsUntil: at })).toEqual(actions());
  for (const taken of [{ buyers: 1 }, { paymentsUntil: reservationEnd }])
    expect(actions(taken)).toEqual(['close', 'markBooked', 'withdraw']);
  expect(actions({ status: 'closed' })).toEqual(['markBooked', 'withdraw']);
  expect(actions({}, expiresAt)).toEqual(['markBooked']);
  for (const status of ['booked', 'withdrawn', 'held', 'removed'] as const) expect(actions({ status })).toEqual([]);
});

test('a payment from a checkout that was opened before the lead was changed is refunded, even if its buyer has reserved again', () => {
  for (const past of [
    [posted, reserved('bo'), opened('bo'), changed],
    [posted, reserved('bo'), opened('bo'), reserved('bo'), changed],
    [posted, reserved('bo'), opened('bo'), changed, reserved('bo')],
  ])
    given(lead, ...past)
      .when('recordPurchase', purchaseFacts('bo'), worker, afterReservation)
      .emits(refundDue('bo', 'lead-changed'));
  given(lead, posted, reserved('vi'), opened('vi'), changed, reserved('bo'), opened('bo'))
    .when('recordPurchase', purchaseFacts('bo'), worker, afterReservation)
    .emits(purchased('bo'));
});

test('the maximum budget must be at least the minimum', () =>
  given(lead)
    .when('post', { ...post, ...emailIsVerified, budgetMax: 199_999 }, ann)
    .refuses('lead-budget-inverted'));

test('only clients post leads, and a lead can be posted only once', () => {
  for (const by of [bo, vi, staff])
    given(lead)
      .when('post', { ...post, ...emailIsVerified }, by)
      .refuses('lead-not-allowed');
  given(lead, posted)
    .when('post', { ...post, ...emailIsVerified }, ann)
    .refuses('lead-exists');
});

test('only the owner can withdraw an active lead', () => {
  given(lead, posted).when('withdraw', {}, ann).emits(withdrawn);
  for (const by of [eve, bo, staff]) given(lead, posted).when('withdraw', {}, by).refuses('lead-not-yours');
  given(lead).when('withdraw', {}, ann).refuses('lead-not-found');
  given(lead, posted, withdrawn).when('withdraw', {}, ann).refuses('lead-not-active');
  given(lead, posted, booked).when('withdraw', {}, ann).refuses('lead-not-active');
});

test('a former member’s lead is withdrawn automatically, whether it has expired or not', () => {
  given(lead, posted).when('abandon', {}, worker).emits(withdrawn);
  given(lead, posted, purchased('bo')).when('abandon', {}, worker, '2999-01-01T00:00:00.000Z').emits(withdrawn);
  // The cancellation of its booking would open the lead again.
  given(lead, posted, booked).when('abandon', {}, worker).emits(withdrawn);
  for (const past of [[], [posted, withdrawn]])
    given(lead, ...past)
      .when('abandon', {}, worker)
      .emits();
  for (const by of [ann, bo, staff]) given(lead, posted).when('abandon', {}, by).refuses('lead-not-allowed');
});

test('a creator or a vendor can reserve a place', () => {
  given(lead, posted)
    .when('reservePlace', { reservedUntil: reservationEnd, ...mayUnlock }, bo)
    .emits(reserved('bo'));
  given(lead, posted, reserved('bo'))
    .when('reservePlace', { reservedUntil: reservationEnd, ...mayUnlock }, vi)
    .emits(reserved('vi'));
});

test('other roles cannot reserve a place, and owners cannot for their own lead', () => {
  for (const by of [eve, staff, worker])
    given(lead, posted)
      .when('reservePlace', { reservedUntil: reservationEnd, ...mayUnlock }, by)
      .refuses('lead-not-allowed');
  given(lead, posted)
    .when('reservePlace', { reservedUntil: reservationEnd, ...mayUnlock }, { ...bo, id: 'ann' })
    .refuses('lead-own-not-allowed');
  given(lead)
    .when('reservePlace', { reservedUntil: reservationEnd, ...mayUnlock }, bo)
    .refuses('lead-not-found');
});

test('a sixth buyer is refused before paying, whether the five places are bought or reserved', () => {
  const takenPlaces = [
    ...otherBuyers.slice(0, 3).map((id) => purchased(id)),
    ...otherBuyers.slice(3).map((id) => reserved(id)),
  ];
  given(lead, posted, ...takenPlaces)
    .when('reservePlace', { reservedUntil: reservationEnd, ...mayUnlock }, bo)
    .refuses('lead-full');
});

test('a place that expired or was released can be reserved by another buyer', () => {
  const takenPlaces = otherBuyers.map((id) => reserved(id));
  given(lead, posted, ...takenPlaces, released('c2'))
    .when('reservePlace', { reservedUntil: afterReservation, ...mayUnlock }, bo, at)
    .emits(reserved('bo', afterReservation));
  given(lead, posted, ...takenPlaces)
    .when('reservePlace', { reservedUntil: expiresAt, ...mayUnlock }, bo, reservationEnd)
    .emits(reserved('bo', expiresAt));
});

test('returning to the checkout keeps the place without extending the reservation', () => {
  given(lead, posted, reserved('bo'))
    .when('reservePlace', { reservedUntil: expiresAt, ...mayUnlock }, bo)
    .emits();
  given(lead, posted, reserved('bo'))
    .when('reservePlace', { reservedUntil: expiresAt, ...mayUnlock }, bo, afterReservation)
    .emits(reserved('bo', expiresAt));
});

test('a lead cannot be unlocked twice by the same buyer', () =>
  given(lead, posted, purchased('bo'))
    .when('reservePlace', { reservedUntil: reservationEnd, ...mayUnlock }, bo)
    .refuses('lead-already-unlocked'));

test('a lead that is withdrawn, booked, past or expired cannot be unlocked', () => {
  const attempt = (past: Event[], instant: string) =>
    given(lead, posted, ...past)
      .when('reservePlace', { reservedUntil: expiresAt, ...mayUnlock }, bo, instant)
      .refuses('lead-not-active');
  attempt([withdrawn], at);
  attempt([booked], at);
  attempt([], '2026-02-21T10:00:00.000Z');
  given(lead, { type: 'LeadPosted', data: { ...post, eventDate: '2027-01-01', clientId: 'ann', leadPrice } })
    .when('reservePlace', { reservedUntil: extendedExpiry, ...mayUnlock }, bo, expiresAt)
    .refuses('lead-not-active');
});

test('a lead of a suspended client cannot be unlocked', () => {
  const facts = { reservedUntil: expiresAt, ...mayUnlock, clientSuspended: true };
  for (const past of [[], [reserved('bo')]])
    given(lead, posted, ...past)
      .when('reservePlace', facts, bo)
      .refuses('lead-not-active');
  given(lead, posted, purchased('bo')).when('reservePlace', facts, bo).refuses('lead-already-unlocked');
});

test('a lead can be unlocked on the day of the event, and a purchase extends its expiry', () => {
  given(lead, posted)
    .when('reservePlace', { reservedUntil: expiresAt, ...mayUnlock }, bo, '2026-02-21T09:59:59.999Z')
    .emits(reserved('bo', expiresAt));
  given(
    lead,
    { type: 'LeadPosted', data: { ...post, eventDate: '2027-01-01', clientId: 'ann', leadPrice } },
    purchased('vi'),
  )
    .when('reservePlace', { reservedUntil: extendedExpiry, ...mayUnlock }, bo, expiresAt)
    .emits(reserved('bo', extendedExpiry));
});

test('a reserved place stores its checkout', () => {
  const checkout = { paymentId: 'pay-bo', reservedUntil: afterReservation };
  given(lead, posted, reserved('bo')).when('openCheckout', checkout, bo).emits(opened('bo'));
  given(lead, posted, reserved('bo'), opened('bo')).when('openCheckout', checkout, bo).emits();
  given(lead, posted, reserved('bo'), opened('bo', 'first')).when('openCheckout', checkout, bo).emits(opened('bo'));
});

test('a place released while its checkout was opened is reserved again if one is free', () => {
  const checkout = { paymentId: 'pay-bo', reservedUntil: afterReservation };
  given(lead, posted, reserved('bo'), released('bo'))
    .when('openCheckout', checkout, bo)
    .emits(reserved('bo', afterReservation), opened('bo'));
  given(lead, posted, reserved('bo'), released('bo'), ...otherBuyers.map((id) => reserved(id)))
    .when('openCheckout', checkout, bo)
    .refuses('lead-full');
});

test('a failed checkout releases its place, but an older checkout does not', () => {
  const past = [posted, reserved('bo'), opened('bo', 'second')];
  given(lead, ...past)
    .when('releasePlace', { buyerId: 'bo', paymentId: 'first' }, worker)
    .emits();
  given(lead, ...past)
    .when('releasePlace', { buyerId: 'bo', paymentId: 'second' }, worker)
    .emits(released('bo'));
  given(lead, ...past, released('bo'))
    .when('releasePlace', { buyerId: 'bo', paymentId: 'second' }, worker)
    .emits();
  given(lead, posted, reserved('bo'))
    .when('releasePlace', { buyerId: 'bo', paymentId: null }, bo)
    .emits(released('bo'));
});

test('a user cannot release another buyer’s place', () =>
  given(lead, posted, reserved('bo'))
    .when('releasePlace', { buyerId: 'bo', paymentId: null }, vi)
    .refuses('lead-not-allowed'));

test('a payment for a reserved place is a purchase', () =>
  given(lead, posted, reserved('bo'), opened('bo'))
    .when('recordPurchase', purchaseFacts('bo'), worker)
    .emits(purchased('bo')));

test('a payment reported twice is recorded once', () => {
  given(lead, posted, purchased('bo')).when('recordPurchase', purchaseFacts('bo'), worker).emits();
  given(lead, posted, withdrawn, refundDue('bo', 'lead-closed'))
    .when('recordPurchase', purchaseFacts('bo'), worker)
    .emits();
});

test('a second payment for the same lead is refunded', () =>
  given(lead, posted, purchased('bo'))
    .when('recordPurchase', purchaseFacts('bo', 'again'), worker)
    .emits(refundDue('bo', 'already-unlocked', 'again')));

test('a late payment is a purchase while a place is free', () => {
  given(lead, posted, reserved('bo'))
    .when('recordPurchase', purchaseFacts('bo'), worker, afterReservation)
    .emits(purchased('bo'));
  given(lead, posted, reserved('bo'), released('bo'))
    .when('recordPurchase', purchaseFacts('bo'), worker)
    .emits(purchased('bo'));
  given(lead, posted, ...otherBuyers.slice(0, 4).map((id) => purchased(id)), reserved('bo'))
    .when('recordPurchase', purchaseFacts('bo'), worker, afterReservation)
    .emits(purchased('bo'));
});

test('a late payment is refunded when no place is free', () => {
  given(lead, posted, reserved('bo'), ...otherBuyers.map((id) => purchased(id)))
    .when('recordPurchase', purchaseFacts('bo'), worker, afterReservation)
    .emits(refundDue('bo', 'lead-full'));
  given(lead, posted, reserved('bo'), ...otherBuyers.map((id) => reserved(id, expiresAt)))
    .when('recordPurchase', purchaseFacts('bo'), worker, afterReservation)
    .emits(refundDue('bo', 'lead-full'));
});

test('a payment for a closed lead is refunded', () => {
  for (const closed of [withdrawn, booked])
    given(lead, posted, reserved('bo'), closed)
      .when('recordPurchase', purchaseFacts('bo'), worker)
      .emits(refundDue('bo', 'lead-closed'));
  given(lead, posted, reserved('bo'))
    .when('recordPurchase', purchaseFacts('bo'), worker, '2026-02-21T10:00:00.000Z')
    .emits(refundDue('bo', 'lead-closed'));
  given(lead).when('recordPurchase', purchaseFacts('bo'), worker).emits(refundDue('bo', 'lead-closed'));
});

test('a payment of a wrong amount is refunded', () =>
  given(lead, posted, reserved('bo'))
    .when('recordPurchase', purchaseFacts('bo', 'pay-bo', 100), worker)
    .emits(refundDue('bo', 'wrong-amount', 'pay-bo', 100)));

test('people cannot record purchases or mark leads as booked', () => {
  given(lead, posted, reserved('bo')).when('recordPurchase', purchaseFacts('bo'), bo).refuses('lead-not-allowed');
  given(lead, posted).when('markBooked', { bookingId: 'booking-1' }, bo).refuses('lead-not-allowed');
});

const fromBooking = { bookingId: 'booking-1' };
const byClient = { bookingId: null };

test('a lead is marked as booked only once', () => {
  given(lead, posted).when('markBooked', fromBooking, worker).emits(booked);
  given(lead, posted, closed).when('markBooked', fromBooking, worker).emits(booked);
  given(lead, posted, booked).when('markBooked', fromBooking, worker).emits();
  given(lead, posted, withdrawn).when('markBooked', fromBooking, worker).emits();
});

test('a booking of a lead names its professional', () => {
  const byBo = { bookingId: 'booking-1', creatorId: 'bo' };
  given(lead, posted).when('markBooked', byBo, worker).emits({ type: 'LeadBooked', data: byBo });
});

test('its client marks a lead as booked, closes it, and withdraws it afterwards', () => {
  given(lead, posted).when('markBooked', byClient, ann).emits({ type: 'LeadBooked', data: byClient });
  given(lead, posted).when('markBooked', byClient, eve).refuses('lead-not-yours');
  given(lead, posted, withdrawn).when('markBooked', byClient, ann).refuses('lead-not-active');
  given(lead, posted).when('close', {}, ann).emits(closed);
  given(lead, posted).when('close', {}, bo).refuses('lead-not-yours');
  given(lead, posted, closed).when('close', {}, ann).refuses('lead-not-active');
  given(lead, posted, closed).when('withdraw', {}, ann).emits(withdrawn);
});

test('a closed lead cannot be unlocked, and a payment that arrives for it is refunded', () => {
  given(lead, posted, closed)
    .when('reservePlace', { reservedUntil: reservationEnd, ...mayUnlock }, bo)
    .refuses('lead-not-active');
  given(lead, posted, reserved('bo'), closed)
    .when('recordPurchase', purchaseFacts('bo'), worker)
    .emits(refundDue('bo', 'lead-closed'));
});

test('a lead is open again after its booking was cancelled, as it was before', () => {
  given(lead, posted, booked)
    .when('reopen', fromBooking, worker)
    .emits({ type: 'LeadReopened', data: { status: 'active' } });
  given(lead, posted, closed, booked)
    .when('reopen', fromBooking, worker)
    .emits({ type: 'LeadReopened', data: { status: 'closed' } });
  given(lead, posted, { type: 'LeadBooked', data: byClient }).when('reopen', fromBooking, worker).emits();
  given(lead, posted, booked).when('reopen', { bookingId: 'booking-2' }, worker).emits();
  given(lead, posted, booked, withdrawn).when('reopen', fromBooking, worker).emits();
  given(lead, posted, booked).when('reopen', fromBooking, ann).refuses('lead-not-allowed');
});

const bookingCancelled = (bookingId: string): Event => ({ type: 'LeadBookingCancelled', data: { bookingId } });

test('a lead with several bookings is open again only after all of them were cancelled', () => {
  const other: Event = { type: 'LeadBooked', data: { bookingId: 'booking-2' } };
  given(lead, posted, booked).when('markBooked', { bookingId: 'booking-2' }, worker).emits(other);
  given(lead, posted, booked, other).when('reopen', fromBooking, worker).emits(bookingCancelled('booking-1'));
  given(lead, posted, booked, other, bookingCancelled('booking-1'))
    .when('reopen', { bookingId: 'booking-2' }, worker)
    .emits({ type: 'LeadReopened', data: { status: 'active' } });
  given(lead, posted, { type: 'LeadBooked', data: byClient }, booked)
    .when('reopen', fromBooking, worker)
    .emits(bookingCancelled('booking-1'));
});

test('a lead that is booked while support holds it is booked when it is released', () => {
  const reason = { reason: 'The same text was posted ten times' };
  const held: Event = { type: 'LeadHeld', data: { clientId: 'ann', ...reason } };
  const releasedAs = (status: 'active' | 'booked'): Event => ({
    type: 'LeadReleased',
    data: { clientId: 'ann', ...reason, status },
  });
  given(lead, posted, held).when('markBooked', fromBooking, worker).emits(booked);
  given(lead, posted, held, booked).when('release', reason, staff).emits(releasedAs('booked'));
  given(lead, posted, held, booked).when('reopen', fromBooking, worker).emits(bookingCancelled('booking-1'));
  given(lead, posted, held, booked, bookingCancelled('booking-1'))
    .when('release', reason, staff)
    .emits(releasedAs('active'));
  given(lead, posted, held, booked, releasedAs('booked'))
    .when('reopen', fromBooking, worker)
    .emits({ type: 'LeadReopened', data: { status: 'active' } });
});

test('support holds a lead, releases it as it was, and removes it for good', () => {
  const reason = { reason: 'The same text was posted ten times' };
  const held: Event = { type: 'LeadHeld', data: { clientId: 'ann', ...reason } };
  const removed: Event = { type: 'LeadRemoved', data: { clientId: 'ann', ...reason } };
  given(lead, posted).when('hold', reason, staff).emits(held);
  given(lead, posted, closed, held)
    .when('release', reason, staff)
    .emits({ type: 'LeadReleased', data: { clientId: 'ann', ...reason, status: 'closed' } });
  given(lead, posted).when('release', reason, staff).refuses('lead-not-held');
  given(lead, posted, withdrawn).when('hold', reason, staff).refuses('lead-not-active');
  given(lead, posted, held).when('remove', reason, staff).emits(removed);
  given(lead, posted, removed).when('remove', reason, staff).emits();
  given(lead, posted, held)
    .when('reservePlace', { reservedUntil: reservationEnd, ...mayUnlock }, bo)
    .refuses('lead-not-active');
  for (const command of ['hold', 'release', 'remove'] as const)
    for (const by of [ann, bo, worker, { ...staff, role: 'finance' }])
      given(lead, posted, held).when(command, reason, by).refuses('lead-not-allowed');
});

test('finance takes back a purchase: the place is free, the payment is refunded once and the buyer may unlock the lead again', () => {
  const cancelled: Event = { type: 'LeadPurchaseCancelled', data: { buyerId: 'bo', paymentId: 'pay-bo' } };
  const refund = refundDue('bo', 'purchase-cancelled');
  const buyer = { buyerId: 'bo' };
  const finance: Actor = { ...staff, role: 'finance' };
  for (const by of [finance, { ...staff, role: 'admin' }])
    given(lead, posted, purchased('bo'), withdrawn).when('refundPurchase', buyer, by).emits(cancelled, refund);
  given(lead, posted, purchased('bo'), cancelled, refund)
    .when('refundPurchase', buyer, finance)
    .refuses('lead-purchase-not-found');
  given(lead, posted, purchased('bo'))
    .when('refundPurchase', buyer, { ...finance, id: 'bo' })
    .refuses('lead-refund-not-allowed');
  given(lead, posted, reserved('bo')).when('refundPurchase', buyer, finance).refuses('lead-purchase-not-found');
  given(lead).when('refundPurchase', buyer, finance).refuses('lead-not-found');
  for (const by of [ann, bo, worker, staff, { ...staff, role: 'ops' }])
    given(lead, posted, purchased('bo')).when('refundPurchase', buyer, by).refuses('lead-refund-not-allowed');
  given(lead, posted, purchased('bo'), cancelled, refund).when('recordPurchase', purchaseFacts('bo'), worker).emits();
  given(lead, posted, ...otherBuyers.map((id) => purchased(id)))
    .when('recordPurchase', purchaseFacts('bo'), worker)
    .emits(refundDue('bo', 'lead-full'));
  given(lead, posted, purchased('bo'), ...otherBuyers.slice(1).map((id) => purchased(id)), cancelled, refund)
    .when('reservePlace', { reservedUntil: reservationEnd, ...mayUnlock }, bo)
    .emits(reserved('bo'));
});

test('a user without a verified email address can neither post nor unlock leads', () => {
  const emailIsUnverified = { emailVerified: false };
  given(lead)
    .when('post', { ...post, ...emailIsUnverified }, ann)
    .refuses('lead-email-not-verified-not-allowed');
  given(lead, posted)
    .when('reservePlace', { reservedUntil: reservationEnd, ...mayUnlock, ...emailIsUnverified }, bo)
    .refuses('lead-email-not-verified-not-allowed');
});

const credit = 'credit-bo';
const boughtWithCredit: Event = {
  type: 'LeadPurchased',
  data: { buyerId: 'bo', paymentId: credit, amount: 0, expiresAt: extendedExpiry },
};
const purchaseCancelled = (buyerId: string, paymentId = `pay-${buyerId}`): Event => ({
  type: 'LeadPurchaseCancelled',
  data: { buyerId, paymentId },
});

test('a credit unlocks a lead at any price; the buyer’s request or a reaction records the purchase once', () => {
  const facts = { buyerId: 'bo', paymentId: credit, amount: 0, expiresAt: extendedExpiry };
  for (const by of [bo, worker])
    given(lead, posted, reserved('bo')).when('recordPurchase', facts, by).emits(boughtWithCredit);
  given(lead, posted, boughtWithCredit).when('recordPurchase', facts, worker).emits();
  given(lead, posted).when('recordPurchase', facts, vi).refuses('lead-not-allowed');
  given(lead, posted).when('recordPurchase', purchaseFacts('bo'), bo).refuses('lead-not-allowed');
  const due = (reason: LeadEvents['LeadRefundDue']['reason']) => refundDue('bo', reason, credit, 0);
  given(lead, posted, withdrawn).when('recordPurchase', facts, bo).emits(due('lead-closed'));
  given(lead, posted, purchased('bo')).when('recordPurchase', facts, bo).emits(due('already-unlocked'));
  given(lead, posted, boughtWithCredit)
    .when('refundPurchase', { buyerId: 'bo' }, { ...staff, role: 'finance' })
    .emits(purchaseCancelled('bo', credit), due('purchase-cancelled'));
});

const requestFacts = {
  cause: 'other',
  text: 'Nobody answers',
  purchasedAt: at,
  isDuplicate: false,
  clientSuspended: false,
  hasCredit: false,
  clientLeft: false,
} as const;
const requested = (cause: LeadEvents['LeadRefundRequested']['cause'] = 'other', paymentId = 'pay-bo'): Event => ({
  type: 'LeadRefundRequested',
  data: { buyerId: 'bo', clientId: 'ann', paymentId, cause, text: 'Nobody answers' },
});
const refunded = (buyerId: string, proof: LeadEvents['LeadRefundApproved']['proof']): readonly Event[] => [
  { type: 'LeadRefundApproved', data: { buyerId, paymentId: `pay-${buyerId}`, proof } },
  purchaseCancelled(buyerId),
  refundDue(buyerId, 'refund-approved'),
];
const removed: Event = { type: 'LeadRemoved', data: { clientId: 'ann', reason: 'Copied' } };
const replied: Event = { type: 'LeadClientReplied', data: { buyerId: 'bo' } };

test('a buyer requests a refund once, within 30 days, and not because someone else was hired', () => {
  given(lead, posted, purchased('bo')).when('requestRefund', requestFacts, bo).emits(requested());
  given(lead, posted, purchased('bo'), requested())
    .when('requestRefund', requestFacts, bo)
    .refuses('lead-refund-requested');
  given(lead, posted, purchased('bo'))
    .when('requestRefund', requestFacts, bo, '2026-01-31T00:00:00.000Z')
    .emits(requested());
  given(lead, posted, purchased('bo'))
    .when('requestRefund', requestFacts, bo, '2026-01-31T00:00:00.001Z')
    .refuses('lead-refund-too-late');
  given(lead, posted, purchased('bo'))
    .when('requestRefund', { ...requestFacts, cause: 'not-hired' }, bo)
    .refuses('lead-refund-not-covered');
  given(lead, posted, purchased('bo'))
    .when('requestRefund', { ...requestFacts, hasCredit: true }, bo)
    .refuses('lead-refund-compensated');
  for (const by of [vi, ann, eve])
    given(lead, posted, purchased('bo')).when('requestRefund', requestFacts, by).refuses('lead-not-found');
});

test('what a buyer writes is not sealed for a client who has closed their account', () => {
  const { clientId: _, ...data } = requested().data as LeadEvents['LeadRefundRequested'];
  given(lead, posted, purchased('bo'))
    .when('requestRefund', { ...requestFacts, clientLeft: true }, bo)
    .emits({ type: 'LeadRefundRequested', data });
});

test('a request is approved at once if the log proves that the lead was not genuine', () => {
  given(lead, posted, purchased('bo'))
    .when('requestRefund', { ...requestFacts, cause: 'duplicate', isDuplicate: true }, bo)
    .emits(requested('duplicate'), ...refunded('bo', 'duplicate'));
  given(lead, posted, purchased('bo'))
    .when('requestRefund', { ...requestFacts, clientSuspended: true }, bo)
    .emits(requested(), ...refunded('bo', 'client-suspended'));
});

test('staff decide about a request once, not about their own', () => {
  const approve = { buyerId: 'bo', approved: true };
  const declined: Event = { type: 'LeadRefundDeclined', data: { buyerId: 'bo', paymentId: 'pay-bo' } };
  for (const role of ['support', 'finance', 'admin'])
    given(lead, posted, purchased('bo'), requested())
      .when('decideRefund', approve, { ...staff, role })
      .emits(...refunded('bo', 'staff'));
  given(lead, posted, purchased('bo'), requested())
    .when('decideRefund', { ...approve, approved: false }, staff)
    .emits(declined);
  given(lead, posted, purchased('bo'), requested(), declined)
    .when('decideRefund', approve, staff)
    .refuses('lead-refund-request-not-found');
  given(lead, posted, purchased('bo')).when('decideRefund', approve, staff).refuses('lead-refund-request-not-found');
  // Staff refunded the purchase without the request.
  given(lead, posted, purchased('bo'), requested(), purchaseCancelled('bo'), refundDue('bo', 'purchase-cancelled'))
    .when('decideRefund', approve, staff)
    .refuses('lead-refund-request-not-found');
  for (const by of [bo, ann, worker, { ...staff, role: 'ops' }, { ...staff, id: 'bo' }])
    given(lead, posted, purchased('bo'), requested())
      .when('decideRefund', approve, by)
      .refuses('lead-refund-not-allowed');
});

test('the buyers of a removed lead are refunded, and those of one that is withdrawn early without a message to them', () => {
  const purchases = [
    { buyerId: 'bo', purchasedAt: '2026-01-10T00:00:00.000Z' },
    { buyerId: 'vi', purchasedAt: at },
  ];
  const facts = { endedAt: '2026-01-11T00:00:00.000Z', purchases };
  const past = [posted, purchased('bo'), purchased('vi')];
  given(lead, ...past, withdrawn)
    .when('refundBuyers', facts, worker)
    .emits(...refunded('bo', 'withdrawn'));
  for (const events of [
    [replied, withdrawn],
    [withdrawn, replied],
  ])
    given(lead, ...past, ...events)
      .when('refundBuyers', facts, worker)
      .emits();
  given(lead, ...past, removed)
    .when('refundBuyers', facts, worker)
    .emits(...refunded('bo', 'removed'), ...refunded('vi', 'removed'));
  given(lead, ...past, removed)
    .when('refundBuyers', { ...facts, endedAt: '2026-02-05T00:00:00.000Z' }, worker)
    .emits(...refunded('bo', 'removed'));
  given(lead, ...past, removed, ...refunded('bo', 'removed'), ...refunded('vi', 'removed'))
    .when('refundBuyers', facts, worker)
    .emits();
  given(lead, ...past, booked, removed)
    .when('refundBuyers', facts, worker)
    .emits();
  // Its client only says that it is booked.
  given(lead, ...past, { type: 'LeadBooked', data: { bookingId: null } }, removed)
    .when('refundBuyers', facts, worker)
    .emits(...refunded('bo', 'removed'), ...refunded('vi', 'removed'));
  given(lead, ...past)
    .when('refundBuyers', facts, worker)
    .emits();
  given(lead, ...past, removed)
    .when('refundBuyers', facts, bo)
    .refuses('lead-not-allowed');
});

test('a client’s reply to a buyer is recorded once', () => {
  given(lead, posted, purchased('bo')).when('recordReply', { buyerId: 'bo' }, worker).emits(replied);
  given(lead, posted, purchased('bo'), replied).when('recordReply', { buyerId: 'bo' }, worker).emits();
  given(lead, posted).when('recordReply', { buyerId: 'bo' }, worker).emits();
  given(lead, posted, purchased('bo')).when('recordReply', { buyerId: 'bo' }, ann).refuses('lead-not-allowed');
});
