import { expect, test } from '@jest/globals';
import type { Booking, BookingHistoryEntry } from '#bookings/contract';
import { bookingTitle, confirmingParty, otherParty, paymentLabel } from './booking-labels.ts';
import { stepsOf } from './booking-steps.ts';

const ada = { id: 'ada', displayName: 'Ada Park', avatarUrl: null };
const mara = { id: 'mara', displayName: 'Mara Quinn', avatarUrl: null };
const booked: Booking = {
  id: 'booking-6f2c8a52-0000-4000-8000-000000000001',
  client: ada,
  creator: mara,
  contact: null,
  package: { id: 'p', name: 'Full day', durationHours: 8, deliverables: [] },
  leadId: null,
  createdBy: mara.id,
  serviceType: 'photographer',
  eventType: 'wedding',
  eventName: null,
  durationDays: 1,
  startTime: null,
  timeZone: 'UTC',
  eventDate: '2027-06-20',
  eventLocation: 'Austin, TX',
  eventDescription: null,
  expectedAttendance: null,
  totalAmount: 360_000,
  depositAmount: 108_000,
  balanceAmount: 252_000,
  currency: 'USD',
  depositPaid: false,
  balancePaid: false,
  refundDue: 0,
  refunded: 0,
  refundedByBank: false,
  refundTerms: { policy: 'standard', fullRefundDays: 30, halfRefundDays: 7 },
  cancellationRule: null,
  refundPercent: null,
  status: 'pending',
  createdAt: '2027-03-02T12:00:00',
  expiresAt: null,
  depositDueAt: null,
  balanceDueDate: null,
  overdue: null,
  disputedBy: [],
  proposal: null,
  dayTaken: false,
  sameDay: { confirmed: 0, pending: 0 },
  may: {
    confirm: false,
    cancel: false,
    payDeposit: false,
    payBalance: false,
    dispute: false,
    resolveDispute: false,
    propose: false,
    acceptProposal: false,
  },
};
const entry = (what: BookingHistoryEntry['entry'], createdAt: string): BookingHistoryEntry => ({
  bookingId: booked.id,
  version: 1,
  status: 'pending',
  entry: what,
  changedBy: ada.id,
  changedByName: ada.displayName,
  notes: null,
  createdAt,
});

const completedSteps = (booking: Booking): string[] =>
  stepsOf(booking, [], ada.id, null)
    .filter(({ done }) => done)
    .map(({ name }) => name);

test('a new booking has one step done and shows who must confirm it', () => {
  const steps = stepsOf(booked, [], mara.id, null);
  expect(steps.map(({ name }) => name)).toEqual([
    'Requested',
    'Deposit',
    'Confirmed',
    'Balance',
    'Gallery',
    'Completed',
  ]);
  expect(completedSteps(booked)).toEqual(['Requested']);
  expect(steps[2]?.note).toBe('Waiting for Ada Park');
  expect(stepsOf(booked, [], ada.id, null)[2]?.note).toBe('Waiting for you');
});

test('payments and status are independent steps', () => {
  expect(completedSteps({ ...booked, status: 'confirmed' })).toEqual(['Requested', 'Confirmed']);
  expect(completedSteps({ ...booked, depositPaid: true })).toEqual(['Requested', 'Deposit paid']);
  expect(completedSteps({ ...booked, status: 'completed', depositPaid: true, balancePaid: true })).toEqual([
    'Requested',
    'Deposit paid',
    'Confirmed',
    'Balance paid',
    'Completed',
  ]);
});

test('a step that is done shows its date, a payment to come its amount', () => {
  const paid = { ...booked, depositPaid: true };
  const [, deposit, , balance] = stepsOf(paid, [entry('deposit-paid', '2027-03-05T12:00:00')], ada.id, null);
  expect(deposit?.note).toBe('Mar 5, 2027');
  expect(balance?.note).toBe('$2,520.00');
});

test('a cancelled booking has no notes on its open steps, and no payment status', () => {
  const notes = stepsOf({ ...booked, status: 'cancelled' }, [], ada.id, null).map(({ note }) => note);
  expect(notes.slice(1).filter(Boolean)).toEqual([]);
  expect(paymentLabel({ ...booked, status: 'cancelled' })).toBeUndefined();
});

test('the payment status follows the payments', () => {
  expect(paymentLabel(booked)?.text).toBe('Deposit pending');
  expect(paymentLabel({ ...booked, depositPaid: true })?.text).toBe('Balance due');
  expect(paymentLabel({ ...booked, depositPaid: true, balancePaid: true })?.text).toBe('Fully paid');
});

test('the party that did not create the booking confirms it', () => {
  expect(confirmingParty(booked)).toBe(ada);
  expect(confirmingParty({ ...booked, createdBy: ada.id })).toBe(mara);
});

test('a booking without a name is titled by its type and professional', () => {
  expect(bookingTitle(booked)).toBe('Wedding with Mara Quinn');
  expect(bookingTitle({ ...booked, eventName: 'Ada & Ben' })).toBe('Ada & Ben');
  expect(otherParty(booked, mara.id)).toBe(ada);
});

test('a delivered gallery is a step of its own, and only photographers and videographers owe one', () => {
  const galleryStep = (serviceType: string, delivered: string | null) =>
    stepsOf({ ...booked, serviceType }, [], ada.id, delivered).find(({ name }) => name.startsWith('Gallery'));
  expect(galleryStep('videographer', '2027-07-01')).toEqual({
    name: 'Gallery delivered',
    done: true,
    note: 'Jul 1, 2027',
  });
  expect(galleryStep('photographer', null)).toEqual({ name: 'Gallery', done: false, note: undefined });
  expect(galleryStep('dj', null)).toBeUndefined();
  expect(galleryStep('dj', '2027-07-01')?.done).toBe(true);
  const cancelled = stepsOf({ ...booked, status: 'cancelled' }, [], ada.id, null);
  expect(cancelled.some(({ name }) => name.startsWith('Gallery'))).toBe(false);
});
