import { expect, test } from '@jest/globals';
import type { StaffPayout } from '#backoffice/contract';
import { destinationText, handoverText, problemText } from './payout-texts.ts';

const payout: StaffPayout = {
  id: 'payout-3c9e5a71-0d42-4b68-8f13-6a7b8c9d0e1f',
  number: 1,
  amount: 36_000,
  status: 'started',
  startedAt: '2026-06-15T06:00:00.000Z',
  handedOverAt: null,
  handedOverBy: null,
  endedAt: null,
  reference: null,
  reason: null,
  bookings: [],
  professional: { id: 'bo', shortName: 'Bo B.' },
  scheme: 'us',
  lastFour: '6789',
  problems: [],
};

test('replaced bank details are not paid to', () => {
  expect(destinationText(payout)).toBe('US …6789');
  expect(destinationText({ ...payout, scheme: null, lastFour: null })).toBe(
    'Bank details replaced: do not transfer. If it was transferred already, mark it as paid.',
  );
  expect(destinationText({ ...payout, scheme: null, lastFour: null, status: 'made' })).toBe('Bank details replaced');
});

test('a payout that was handed over says to whom', () => {
  expect(handoverText(payout)).toBe('');
  const handedOver = {
    handedOverAt: '2026-06-15T12:00:00.000Z',
    handedOverBy: { id: '0b9d3c52-6a0e', role: 'finance' },
  };
  expect(handoverText({ ...payout, ...handedOver })).toMatch(
    /^Bank details given to finance 0b9d3c52… on Jun 15, 2026/,
  );
});

test('each problem says what to do', () => {
  expect(problemText({ problem: 'suspended', bookingId: null })).toMatch(/^The professional is suspended/);
  expect(problemText({ problem: 'refunded', bookingId: 'booking-0b9d3c52-6a0e-4f3b-9c1d-2f4a7be0c101' })).toMatch(
    /^Booking 0b9d3c52…: its client was refunded since/,
  );
});
