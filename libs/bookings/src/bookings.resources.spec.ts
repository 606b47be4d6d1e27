import { expect, test } from '@jest/globals';
import type { Actor } from '#kernel';
import { type Booking, booking } from './booking.ts';
import { bookingOf, historyEntryOf, peopleIn } from './bookings.resources.ts';
import type { BookingHistoryRow, BookingRow } from './bookings.rows.ts';

const ann: Actor = { id: '5d1f2a60-8c1e-4b7a-9f5e-0c5f6a1b2c3d', kind: 'user', role: 'client' };
const bo: Actor = { id: '9b2e7c14-3f6d-4a58-8e21-7d4c5b6a7980', kind: 'user', role: 'creator' };
const sue: Actor = { id: '11111111-1111-4111-8111-111111111111', kind: 'staff', role: 'support' };
const names = new Map([
  [ann.id, { displayName: 'Ann Ames', avatarUrl: null }],
  [bo.id, { displayName: 'Bo Lens', avatarUrl: '/bo.jpg' }],
]);
const state: Booking = {
  ...booking.initial,
  status: 'pending',
  clientId: ann.id,
  creatorId: bo.id,
  createdBy: ann.id,
  eventDate: '2026-06-20',
  durationDays: 1,
  startTime: null,
  timeZone: 'UTC',
  expiresAt: '2026-02-02T00:00:00.000Z',
  due: { deposit: 30_000, balance: 70_000 },
};
const deposit = { part: 'deposit', paymentId: 'p1', amount: 30_000, payerId: ann.id } as const;
const row: BookingRow = {
  id: 'booking-0f1e2d3c-4b5a-4968-8776-655443322110',
  clientId: ann.id,
  creatorId: bo.id,
  createdBy: ann.id,
  leadId: null,
  packageId: '3e4f5a6b-7c8d-4e9f-a0b1-c2d3e4f5a6b7',
  packageName: 'Full day',
  durationHours: 8,
  deliverables: [],
  eventType: 'wedding',
  eventName: null,
  eventDate: '2026-06-20',
  durationDays: 1,
  startTime: null,
  timeZone: 'UTC',
  lastDate: '2026-06-20',
  endsAt: '2026-06-21T00:00:00.000Z',
  eventLocation: 'Old mill',
  eventDescription: null,
  expectedAttendance: null,
  depositAmount: 30_000,
  balanceAmount: 70_000,
  refundTerms: { policy: 'standard', fullRefundDays: 30, halfRefundDays: 7 },
  serviceType: 'photographer',
  depositPaymentId: null,
  balancePaymentId: null,
  state,
  refundDue: 0,
  disputed: false,
  balanceOverdue: false,
  reopened: false,
  status: 'pending',
  createdAt: '2026-01-01T00:00:00.000Z',
};
const entry: BookingHistoryRow = {
  id: `${row.id}:2`,
  bookingId: row.id,
  version: 2,
  status: 'pending',
  entry: 'deposit-paid',
  changedBy: ann.id,
  notes: null,
  amount: 120_050,
  reason: null,
  createdAt: row.createdAt,
};
const at = '2026-02-01T00:00:00.000Z';
const nothing = {
  confirm: false,
  cancel: false,
  payDeposit: false,
  payBalance: false,
  dispute: false,
  resolveDispute: false,
  propose: false,
  acceptProposal: false,
};
const bookingSeenBy = (changed: Partial<Booking>, by = ann) =>
  bookingOf({ ...row, state: { ...state, ...changed } }, names, { by, at });
const mayOf = (changed: Partial<Booking>, by: Actor) => bookingSeenBy(changed, by).may;

test('each viewer sees what they may do', () => {
  expect(mayOf({}, ann)).toEqual({ ...nothing, cancel: true, payDeposit: true, propose: true });
  expect(mayOf({}, bo)).toEqual({ ...nothing, confirm: true, cancel: true, propose: true });
  expect(mayOf({}, sue)).toEqual({ ...nothing, confirm: true, cancel: true });
  expect(mayOf({ createdBy: bo.id }, ann)).toMatchObject({ confirm: true });
  expect(mayOf({ paid: { deposit }, status: 'confirmed' }, ann)).toEqual({
    ...nothing,
    cancel: true,
    payBalance: true,
    dispute: true,
    propose: true,
  });
  expect(mayOf({ status: 'cancelled' }, ann)).toEqual(nothing);
  expect(mayOf({}, { ...ann, id: '22222222-2222-4222-8222-222222222222' })).toEqual(nothing);
});

test('a part is paid if its payment is kept or nothing is due', () => {
  expect(bookingSeenBy({ paid: { deposit } })).toMatchObject({
    totalAmount: 100_000,
    depositPaid: true,
    balancePaid: false,
  });
  expect(bookingSeenBy({ due: { deposit: 0, balance: 1 } })).toMatchObject({
    depositPaid: true,
    balancePaid: false,
  });
});

test('an erased party has no name, and the event has no location', () =>
  expect(bookingOf({ ...row, eventLocation: null }, new Map(), { by: bo, at })).toMatchObject({
    client: { displayName: 'Former member' },
    eventLocation: '',
  }));

test('the history shows the names of people, and Festoon for the system', () => {
  expect(historyEntryOf(entry, names, row)).toMatchObject({ changedByName: 'Ann Ames', notes: '$1,200.50' });
  const back = { ...entry, entry: 'refund-due', changedBy: 'bookings.record-payment', reason: 'paid-twice' } as const;
  expect(historyEntryOf(back, names, row)).toMatchObject({
    changedByName: 'Festoon',
    notes: '$1,200.50 is being refunded: it was already paid',
  });
  expect(historyEntryOf({ ...entry, amount: null, notes: 'rain' }, names, row).notes).toBe('rain');
});

test('the history shows staff who act for the parties without their names', () => {
  const changedBy = '00000000-0000-4000-8000-00000000000f';
  const known = new Map([...names, [changedBy, { displayName: 'Sue Staff', avatarUrl: null }]]);
  expect(historyEntryOf({ ...entry, changedBy }, known, row).changedByName).toBe('Festoon staff');
});

test('the history shows which party closed their account', () => {
  const cancelled = { ...entry, entry: 'cancelled', amount: null, changedBy: 'identity.end-participation' } as const;
  const entryFor = (reason: 'client-left' | 'creator-left') => historyEntryOf({ ...cancelled, reason }, names, row);
  expect(entryFor('client-left')).toMatchObject({
    changedByName: 'Festoon',
    notes: 'The client has closed their account',
  });
  expect(entryFor('creator-left').notes).toBe('The creator has closed their account');
});

test('names are only looked up for people, once each', () =>
  expect(peopleIn([ann.id, 'bookings.record-payment', ann.id, bo.id])).toEqual([ann.id, bo.id]));
