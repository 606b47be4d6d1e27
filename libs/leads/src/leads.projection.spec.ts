import { expect, test } from '@jest/globals';
import { type Message, project, type Recorded } from '#kernel';
import { recorded } from '#kernel/testing';
import type { LeadEvents } from './lead.ts';
import { leadCheckouts, leadPurchases, leads } from './leads.projection.ts';

type Event = Message<LeadEvents>;
const logOf = (...events: Event[]) => recorded<LeadEvents>('lead-1', events);
// The projector passes only the events that a projection folds; here `project` ignores the others.
const purchasesOf = (events: Recorded<LeadEvents>[], before = new Map()) =>
  project(
    leadPurchases,
    before,
    events.flatMap((event) => ('buyerId' in event.data ? [event as never] : [])),
  );

const posted: Event = {
  type: 'LeadPosted',
  data: {
    clientId: 'ann',
    eventType: 'wedding',
    eventName: null,
    eventDate: '2026-06-20',
    description: 'A garden wedding.',
    locationCity: 'Kingston',
    locationState: 'Kingston',
    venueType: null,
    budgetMin: 200_000,
    budgetMax: 450_000,
    expectedAttendance: null,
    durationDays: 1,
    servicesNeeded: ['dj'],
    expiresAt: '2026-03-02T00:00:00.000Z',
    leadPrice: 2_500,
  },
};
const reserved: Event = {
  type: 'LeadPlaceReserved',
  data: { buyerId: 'bo', reservedUntil: '2026-01-01T00:15:00.000Z' },
};
const opened: Event = { type: 'LeadCheckoutOpened', data: { buyerId: 'bo', paymentId: 'p1' } };
const released: Event = { type: 'LeadPlaceReleased', data: { buyerId: 'bo' } };
const payment = { buyerId: 'bo', paymentId: 'p1', amount: 2_500 };
const purchased: Event = { type: 'LeadPurchased', data: { ...payment, expiresAt: '2026-03-09T00:00:00.000Z' } };
const refundDue = (paymentId: string): Event => ({
  type: 'LeadRefundDue',
  data: { ...payment, paymentId, reason: 'already-unlocked' },
});

test('each purchase raises a lead’s number of buyers and extends its expiry', () => {
  const rows = project(leads, new Map(), logOf(posted, reserved, opened, purchased));
  expect(rows.get('lead-1')).toEqual({
    ...posted.data,
    searchPlace: 'kingston\nkingston',
    id: 'lead-1',
    status: 'active',
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2026-03-09T00:00:00.000Z',
    buyers: 1,
  });
});

test('a changed lead is found at its new place', () => {
  const { leadPrice: _, ...data } = posted.data as LeadEvents['LeadPosted'];
  const changed: Event = { type: 'LeadChanged', data: { ...data, eventDate: '2026-07-01', locationCity: 'Négril' } };
  const rows = project(leads, new Map(), logOf(posted, changed));
  expect(rows.get('lead-1')).toMatchObject({
    eventDate: '2026-07-01',
    locationCity: 'Négril',
    searchPlace: 'negril\nkingston',
    leadPrice: 2_500,
    status: 'active',
    createdAt: '2026-01-01T00:00:00.000Z',
  });
});

test('a withdrawn or booked lead has that status', () => {
  const status = (last: Event) => project(leads, new Map(), logOf(posted, last)).get('lead-1')?.status;
  expect(status({ type: 'LeadWithdrawn', data: {} })).toBe('withdrawn');
  expect(status({ type: 'LeadBooked', data: { bookingId: null } })).toBe('booked');
  expect(status({ type: 'LeadClosed', data: {} })).toBe('closed');
  expect(status({ type: 'LeadReopened', data: { status: 'closed' } })).toBe('closed');
  const byStaff = { clientId: 'ann', reason: 'Posted twice' };
  expect(status({ type: 'LeadHeld', data: byStaff })).toBe('held');
  expect(status({ type: 'LeadReleased', data: { ...byStaff, status: 'active' } })).toBe('active');
  expect(status({ type: 'LeadRemoved', data: byStaff })).toBe('removed');
  const held = logOf(
    posted,
    { type: 'LeadHeld', data: byStaff },
    { type: 'LeadBooked', data: { bookingId: 'booking-1' } },
  );
  expect(project(leads, new Map(), held).get('lead-1')?.status).toBe('held');
});

test('a purchase goes from reserved to completed', () => {
  const events = logOf(posted, reserved, opened, purchased);
  expect(purchasesOf(events.slice(0, 3)).get('lead-1/bo')).toEqual({
    id: 'lead-1/bo',
    leadId: 'lead-1',
    creatorId: 'bo',
    status: 'reserved',
    reservedUntil: '2026-01-01T00:15:00.000Z',
    paymentId: 'p1',
    purchasedAt: null,
  });
  expect(purchasesOf(events).get('lead-1/bo')).toMatchObject({
    status: 'completed',
    reservedUntil: null,
    purchasedAt: '2026-01-01T00:00:03.000Z',
  });
});

test('only a completed purchase has the status completed', () => {
  const status = (...events: Event[]) => purchasesOf(logOf(posted, ...events)).get('lead-1/bo')?.status;
  expect(status(reserved, opened, released)).toBe('released');
  expect(status(reserved, opened, released, purchased)).toBe('completed');
  expect(status(reserved, opened, refundDue('p1'))).toBe('refund-due');
});

test('refunding a second payment does not change the completed purchase', () => {
  const rows = purchasesOf(logOf(posted, reserved, opened, purchased, refundDue('p2')));
  expect(rows.get('lead-1/bo')).toMatchObject({ status: 'completed', paymentId: 'p1' });
});

test('a purchase that staff cancelled no longer counts, and is due for refund', () => {
  const cancelled: Event = { type: 'LeadPurchaseCancelled', data: { buyerId: 'bo', paymentId: 'p1' } };
  const events = logOf(posted, reserved, opened, purchased, cancelled, refundDue('p1'));
  expect(purchasesOf(events).get('lead-1/bo')).toMatchObject({ status: 'refund-due', paymentId: 'p1' });
  expect(project(leads, new Map(), events).get('lead-1')).toMatchObject({ buyers: 0 });
});

test('a lead may be paid until 45 minutes after the end of its last reservation, also if the place was released', () => {
  const paymentsUntil = (...events: Event[]) =>
    project(leadCheckouts, new Map(), logOf(posted, ...events) as never).get('lead-1')?.paymentsUntil;
  const earlier: Event = {
    type: 'LeadPlaceReserved',
    data: { buyerId: 'cy', reservedUntil: '2026-01-01T00:05:00.000Z' },
  };
  expect(paymentsUntil()).toBeNull();
  expect(paymentsUntil(reserved, opened, released)).toBe('2026-01-01T01:00:00.000Z');
  expect(paymentsUntil(reserved, earlier)).toBe('2026-01-01T01:00:00.000Z');
});

test('folding in two batches gives the same rows as in one', () => {
  const events = logOf(posted, reserved, opened, purchased, refundDue('p2'));
  for (const cut of [1, 2, 3, 4]) {
    const [first, rest] = [events.slice(0, cut), events.slice(cut)];
    expect(project(leads, project(leads, new Map(), first), rest)).toEqual(project(leads, new Map(), events));
    expect(purchasesOf(rest, new Map(purchasesOf(first)))).toEqual(purchasesOf(events));
  }
});

test('contact details in a place cannot be searched', () => {
  const call: Event = {
    type: 'LeadPosted',
    data: { ...posted.data, locationCity: 'Austin, call 512-555-0199' },
  } as Event;
  expect([...project(leads, new Map(), logOf(call)).values()]).toMatchObject([
    { searchPlace: 'austin, call [hidden until unlocked]\nkingston' },
  ]);
});
