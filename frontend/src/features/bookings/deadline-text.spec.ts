import { expect, test } from '@jest/globals';
import type { Booking } from '#bookings/contract';
import { dueText } from './booking-labels.ts';
import { noticesOf } from './deadline-text.ts';

// The dates are shown in the time zone of the browser.
const noon = (day: number) => new Date(2027, 0, day, 12).toISOString();
const party = (id: string, displayName: string) => ({ id, displayName, avatarUrl: null });
const pending = {
  client: party('ada', 'Ada Park'),
  creator: party('mara', 'Mara Quinn'),
  createdBy: 'ada',
  eventDate: '2027-06-20',
  durationDays: 1,
  status: 'pending',
  expiresAt: noon(7),
  depositDueAt: null,
  balanceDueDate: null,
  overdue: null,
  disputedBy: [],
  depositPaid: false,
  dayTaken: false,
} as unknown as Booking;
const confirmed: Booking = { ...pending, status: 'confirmed', expiresAt: null };
const texts = (booking: Booking, userId: string) => noticesOf(booking, userId).map(({ text }) => text);

test('a request says when it expires and who has to answer', () => {
  expect(texts(pending, 'ada')).toEqual([
    expect.stringMatching(/^This request expires on Jan 7, 2027 · .+ unless Mara Quinn confirms it\.$/),
  ]);
  expect(texts({ ...pending, depositPaid: true }, 'ada')).toEqual([
    expect.stringMatching(/ unless Mara Quinn confirms it\. What you have paid is then refunded\.$/),
  ]);
  expect(texts(pending, 'mara')).toEqual([expect.stringMatching(/ unless you confirm it\.$/)]);
  expect(dueText(pending)).toBe('Expires Jan 7, 2027');
});

test('both parties see that the day of a request was taken', () => {
  const taken: Booking = { ...pending, dayTaken: true };
  expect(texts(taken, 'ada')).toEqual([
    expect.stringMatching(
      /^Mara Quinn is no longer available on this date, so this request cannot be confirmed and nothing is due\. It expires on Jan 7, 2027 · .+\.$/,
    ),
  ]);
  expect(texts({ ...taken, depositPaid: true }, 'ada')).toEqual([
    expect.stringMatching(/ It expires on Jan 7, 2027 · .+\. What you have paid is then refunded\.$/),
  ]);
  expect(texts(taken, 'mara')).toEqual([
    expect.stringMatching(
      /^You are booked or not available on this date, so this request cannot be confirmed\. It expires on Jan 7, 2027 · .+\.$/,
    ),
  ]);
});

test('a confirmed booking shows when the deposit is due, and what happens otherwise', () => {
  const unpaid: Booking = { ...confirmed, depositDueAt: noon(14), balanceDueDate: '2027-06-06' };
  expect(texts(unpaid, 'ada')).toEqual([
    expect.stringMatching(/^Pay the deposit by Jan 14, 2027 · .+\. The booking is cancelled otherwise\.$/),
  ]);
  expect(texts(unpaid, 'mara')).toEqual([expect.stringMatching(/your date is free again\.$/)]);
  expect(dueText(unpaid)).toBe('Deposit due Jan 14, 2027');
});

test('a deposit that is overdue cannot be paid any more, and the text says so', () => {
  const late: Booking = { ...confirmed, depositDueAt: noon(14), balanceDueDate: '2027-06-06', overdue: 'deposit' };
  for (const userId of ['ada', 'mara'])
    expect(texts(late, userId)).toEqual([
      expect.stringMatching(
        /^The deposit was due by Jan 14, 2027 · .+ and was not paid, so the booking is being cancelled\.$/,
      ),
    ]);
});

test('a deposit without a deadline is due before the balance', () => {
  const confirmedLate: Booking = { ...confirmed, balanceDueDate: '2027-06-20' };
  expect(texts(confirmedLate, 'ada')).toEqual(['Pay the deposit first, then the balance by June 20, 2027.']);
  expect(texts(confirmedLate, 'mara')).toEqual(['The deposit is due first, then the balance by June 20, 2027.']);
});

test('texts about an event of several days are about its days', () => {
  const threeDays = { durationDays: 3 };
  const taken: Booking = { ...pending, ...threeDays, dayTaken: true };
  expect(texts(taken, 'ada')[0]).toMatch(/^Mara Quinn is no longer available on at least one of these days, so/);
  expect(texts(taken, 'mara')[0]).toMatch(/^You are booked or not available on one of these days, so/);
  const unpaid: Booking = { ...confirmed, ...threeDays, depositDueAt: noon(14) };
  expect(texts(unpaid, 'mara')[0]).toMatch(/your days are free again\.$/);
  const paid: Booking = { ...confirmed, ...threeDays, depositPaid: true };
  const overdue: Booking = { ...paid, balanceDueDate: '2027-06-06', overdue: 'balance' };
  expect(texts(overdue, 'mara')[0]).toContain('the event from June 20, 2027 to June 22, 2027, you may');
});

test('a deadline is shown in the time zone of the event’s place; a label names the last day before the deadline', () => {
  const timeZone = 'America/Chicago';
  const midnight = '2027-06-20T05:00:00.000Z';
  expect(dueText({ ...confirmed, timeZone, depositDueAt: midnight })).toBe('Deposit due Jun 19, 2027');
  expect(dueText({ ...pending, timeZone, expiresAt: '2027-06-20T03:00:00.000Z' })).toBe('Expires Jun 19, 2027');
});

test('the text about the balance shows its due date, and what happens when it is overdue', () => {
  const due: Booking = { ...confirmed, depositPaid: true, balanceDueDate: '2027-06-06' };
  expect(texts(due, 'ada')).toEqual(['Pay the balance by June 6, 2027.']);
  expect(texts(due, 'mara')).toEqual(['The balance is due by June 6, 2027.']);
  const overdue: Booking = { ...due, overdue: 'balance' };
  const text = (who: string) =>
    `The balance was due on June 6, 2027. From 3 days before the event on June 20, 2027, ${who} cancel the booking and keep the deposit.`;
  expect(texts(overdue, 'ada')).toEqual([text('Mara Quinn may')]);
  expect(texts(overdue, 'mara')).toEqual([text('you may')]);
  expect(dueText(overdue)).toBe('Balance due Jun 6, 2027');
});

test('a reported problem comes first and names the party that reported it', () => {
  const disputed: Booking = { ...confirmed, disputedBy: ['ada'] };
  const text = 'reported a problem. The booking is not completed until it is resolved.';
  expect(texts(disputed, 'ada')).toEqual([`You ${text}`]);
  expect(texts(disputed, 'mara')).toEqual([`Ada Park ${text}`]);
  expect(texts({ ...disputed, disputedBy: ['ada', 'mara'] }, 'mara')).toEqual([`Ada Park ${text}`, `You ${text}`]);
});

test('a problem because of a bank names the bank', () => {
  const disputed: Booking = { ...confirmed, disputedBy: ['bank'] };
  const text = 'reported a problem. The booking is not completed until it is resolved.';
  expect(texts(disputed, 'ada')).toEqual([`Your bank ${text}`]);
  expect(texts(disputed, 'mara')).toEqual([`The client’s bank ${text}`]);
});

test('a problem with a booking that has ended does not say that the booking is not completed', () => {
  for (const status of ['completed', 'cancelled'] as const)
    expect(texts({ ...confirmed, status, disputedBy: ['ada'] }, 'ada')).toEqual([
      'You reported a problem that is not resolved yet.',
    ]);
});

test('a booking that is paid has nothing due', () => {
  expect(noticesOf(confirmed, 'ada')).toEqual([]);
  expect(dueText(confirmed)).toBeNull();
});
