import { expect, test } from '@jest/globals';
import type { TimelineEntry } from '#backoffice/contract';
import { detailsOf } from './timeline-details.ts';

type Values = Readonly<Record<string, string | object>>;
const entry = (id: string, type: string, values: Values, masked: readonly string[] = []): TimelineEntry => {
  const details = Object.entries(values).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
    masked: masked.includes(name),
  }));
  return { id, stream: 'booking-1', type, details } as unknown as TimelineEntry;
};
const linesOf = (...entries: readonly TimelineEntry[]): readonly string[] =>
  (detailsOf(entries).get(entries.at(-1)?.id ?? '') ?? []).map(({ label, value, before }) =>
    before === undefined ? `${label}: ${value}` : `${label}: ${before} → ${value}`,
  );

const requested = entry(
  'a',
  'BookingRequested',
  {
    clientId: '5d1f2a60-8c1e-4b7a-9f5e-0c5f6a1b2c3d',
    due: { deposit: 36_000, balance: 84_000 },
    refundTerms: { policy: 'standard', fullRefundDays: 30, halfRefundDays: 7 },
    deliverables: ['300 photos', 'Gallery'],
    eventDate: '2027-06-19',
    startTime: '14:30',
    eventLocation: '•••',
  },
  ['eventLocation'],
);

test('an event is described in words, with amounts in dollars and people shown by the beginning of their id', () =>
  expect(linesOf(requested)).toEqual([
    'Status: Pending',
    'Client: 5d1f2a60…',
    'Deposit: $360.00',
    'Balance: $840.00',
    'Cancellation policy: Standard',
    'Deliverables: 300 photos, Gallery',
    'Date of the event: June 19, 2027',
    'Start time: 2:30 PM',
    'Place: Hidden: personal data',
  ]));

test('lists and objects are described by their fields', () => {
  const bookings = [
    { bookingId: 'booking-5d1f2a60-8c1e-4b7a-9f5e-0c5f6a1b2c3d', amount: 57_000, completed: false, note: null },
    { bookingId: 'booking-0b7e4f1a-8c1e-4b7a-9f5e-0c5f6a1b2c3d', amount: 1_200, completed: true },
  ];
  expect(linesOf(entry('a', 'PayoutStarted', { bookings, period: { from: '2027-06-19', days: 7 } }))).toEqual([
    'Bookings: Booking booking-5d1f2a60…, Amount $570.00, Completed No; Booking booking-0b7e4f1a…, Amount $12.00, Completed Yes',
    'Period: From June 19, 2027, Days 7',
  ]);
});

test('a change shows what was before', () => {
  const due = { deposit: 36_000, balance: 100_000 };
  const changed = { due, eventDate: '2027-07-01', previousDate: '2027-06-19', previousStartTime: '14:30' };
  expect(linesOf(requested, entry('b', 'BookingChanged', changed))).toEqual([
    'Deposit: $360.00',
    'Balance: $840.00 → $1,000.00',
    'Date of the event: June 19, 2027 → July 1, 2027',
    'Start time: 2:30 PM → none',
  ]);
  expect(linesOf(requested, entry('c', 'BookingConfirmed', {}))).toEqual(['Status: Pending → Confirmed']);
});

test('payments have their amounts, and no technical details', () =>
  expect(linesOf(entry('d', 'PaymentSettled', { amount: '36000', attempt: '1', sessionId: 'cs_1' }))).toEqual([
    'Amount: $360.00',
  ]));
