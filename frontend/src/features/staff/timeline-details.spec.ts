import { expect, test } from '@jest/globals';
import type { TimelineEntry } from '#backoffice/contract';
import { staffFieldTexts } from '../../pages/staff-field-texts.ts';
import { detailsOf, lineText, withRevealed } from './timeline-details.ts';

type Values = Readonly<Record<string, string | object>>;
type Changes = Readonly<Record<string, readonly [before: string | null, after: string | null]>>;
const entry = (
  version: number,
  values: Values,
  { masked = [], changes = {} }: { masked?: readonly string[]; changes?: Changes } = {},
): TimelineEntry => {
  const details = Object.entries(values).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
    masked: masked.includes(name),
  }));
  const changed = Object.entries(changes).map(([name, [before, after]]) => ({ name, before, after }));
  return { version, details, changes: changed } as unknown as TimelineEntry;
};
const linesOf = (shown: TimelineEntry): readonly string[] => detailsOf(shown, staffFieldTexts).map(lineText);

const requested = entry(
  1,
  {
    clientId: '5d1f2a60-8c1e-4b7a-9f5e-0c5f6a1b2c3d',
    due: { deposit: 36_000, balance: 84_000 },
    refundTerms: { policy: 'standard', fullRefundDays: 30, halfRefundDays: 7 },
    deliverables: ['300 photos', 'Gallery'],
    eventDate: '2027-06-19',
    startTime: '14:30',
    eventLocation: '•••',
  },
  {
    masked: ['eventLocation'],
    changes: { status: [null, 'pending'], 'due.deposit': [null, '36000'], overdue: [null, 'true'] },
  },
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
  expect(linesOf(entry(1, { bookings, period: { from: '2027-06-19', days: 7 } }))).toEqual([
    'Bookings: Booking booking-5d1f2a60…, Amount $570.00, Completed No; Booking booking-0b7e4f1a…, Amount $12.00, Completed Yes',
    'Period: From June 19, 2027, Days 7',
  ]);
});

test('a field that the event changed shows what it was before', () => {
  const due = { deposit: 36_000, balance: 100_000 };
  const changed = { due, eventDate: '2027-07-01', previousDate: '2027-06-19', previousStartTime: '14:30' };
  const changes: Changes = {
    eventDate: ['2027-06-19', '2027-07-01'],
    startTime: ['14:30', null],
    'due.balance': ['84000', '100000'],
    attempt: ['1', '2'],
    'proposal.number': ['1', null],
  };
  expect(linesOf(entry(3, changed, { changes }))).toEqual([
    'Deposit: $360.00',
    'Balance: $840.00 → $1,000.00',
    'Date of the event: June 19, 2027 → July 1, 2027',
    'Start time: 2:30 PM → none',
  ]);
});

test('what an event changed without saying so is shown after its own fields', () => {
  const changes: Changes = { overdue: ['false', 'true'], status: ['pending', 'confirmed'], reason: [null, 'late'] };
  expect(linesOf(entry(2, { graceUntil: '2027-01-01' }, { changes }))).toEqual([
    'Status: Pending → Confirmed',
    'Free cancellation until: January 1, 2027',
    'Overdue: No → Yes',
    'Reason: none → late',
  ]);
});

test('a value of an event that is not the value of the state is not a change of it', () => {
  const changes: Changes = { eventDate: ['2027-06-19', '2027-06-20'] };
  expect(linesOf(entry(2, { eventDate: '2027-07-01' }, { changes }))).toEqual(['Date of the event: July 1, 2027']);
});

test('payments have their amounts, and no technical details', () =>
  expect(linesOf(entry(2, { amount: '36000', attempt: '1', sessionId: 'cs_1' }))).toEqual(['Amount: $360.00']));

test('revealed personal data takes the place of its mask', () => {
  const cancelled = entry(2, { reason: '•••', rule: 'policy' }, { masked: ['reason'] });
  expect(linesOf(cancelled)).toEqual(['Reason: Hidden: personal data', 'Rule: policy']);
  const revealed = withRevealed(cancelled, [{ name: 'reason', value: 'We have moved' }]);
  expect(linesOf(revealed)).toEqual(['Reason: We have moved', 'Rule: policy']);
});
