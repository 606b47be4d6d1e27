import { expect, test } from '@jest/globals';
import type { BookingEarnings, PayoutOverview } from '#payouts/contract';
import { earningsText, nextPayoutText } from './payout-texts.ts';

const nothing = { held: 0, available: 0, inTransfer: 0, paidOut: 0 };
const earnings = (change: Partial<BookingEarnings>): BookingEarnings => ({
  bookingId: 'booking-0b9d3c52-6a0e-4f3b-9c1d-2f4a7be0c101',
  state: 'earned',
  changesAt: null,
  ...nothing,
  ...change,
});
const overview = (change: Partial<PayoutOverview>): PayoutOverview => ({
  balances: nothing,
  nextPayoutAt: null,
  obstacle: null,
  destination: null,
  entries: [],
  payouts: [],
  ...change,
});

test('a sentence says what state the money of a booking is in', () => {
  const changesAt = '2027-06-14T12:00:00.000Z';
  expect(earningsText(earnings({ state: 'refundable', changesAt, held: 100 }))).toContain('held until Jun 14, 2027');
  expect(earningsText(earnings({ state: 'disputed', held: 100 }))).toContain('a problem was reported');
  expect(earningsText(earnings({ available: 100 }))).toBe('In the next payout.');
  expect(earningsText(earnings({ available: -4_000, paidOut: 10_000 }))).toMatch(
    /^\$40\.00 was refunded to the client/,
  );
  expect(earningsText(earnings({ inTransfer: 100 }))).toBe('On its way to you.');
  expect(earningsText(earnings({ paidOut: 100 }))).toBe('Paid.');
  // Also if everything was refunded.
  expect(earningsText(earnings({}))).toBe(
    'Nothing will be paid out: the client has not paid yet, or was refunded in full.',
  );
});

test('the next payout has a date, or a reason why there is none', () => {
  const nextPayoutAt = '2027-06-14T06:00:00.000Z';
  expect(nextPayoutText(overview({ nextPayoutAt }))).toBe('The next payout starts on Jun 14, 2027.');
  const destination = { scheme: 'us', lastFour: '6789', heldUntil: '2027-06-10T12:00:00.000Z', changedAt: '' } as const;
  expect(nextPayoutText(overview({ nextPayoutAt, obstacle: 'destination-held', destination }))).toBe(
    'Your bank details are new, so nothing is paid to them before Jun 10, 2027. The next payout starts on Jun 14, 2027.',
  );
  expect(nextPayoutText(overview({ obstacle: 'no-destination' }))).toContain('Enter your bank details');
});
