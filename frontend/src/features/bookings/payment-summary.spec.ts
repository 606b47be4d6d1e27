import { expect, test } from '@jest/globals';
import { isUsualDeposit, paymentSummary } from './payment-summary.ts';

const unpaid = { depositPaid: false, balancePaid: false, balanceDueDate: null, eventDate: '2027-06-20' } as const;
const paidDeposit = { ...unpaid, depositPaid: true };

test.each([
  [
    'a request, which shows when the balance would be due',
    { ...unpaid, status: 'pending' },
    '2027-01-01',
    'The deposit is due first, then the balance by June 6, 2027.',
  ],
  [
    'a request less than 14 days before the event',
    { ...unpaid, status: 'pending' },
    '2027-06-06',
    'The deposit is due first, then the balance.',
  ],
  [
    'a confirmed booking, with the date that the server set',
    { ...unpaid, status: 'confirmed', balanceDueDate: '2027-06-10' },
    '2027-06-07',
    'The deposit is due first, then the balance by June 10, 2027.',
  ],
  [
    'a paid deposit',
    { ...paidDeposit, status: 'confirmed', balanceDueDate: '2027-06-06' },
    '2027-01-01',
    'The deposit is paid. The balance is due by June 6, 2027.',
  ],
  [
    'a balance that is overdue',
    { ...paidDeposit, status: 'confirmed', balanceDueDate: '2027-06-06' },
    '2027-06-10',
    'The deposit is paid. The balance is still due.',
  ],
  ['both parts paid', { ...paidDeposit, balancePaid: true, status: 'completed' }, '2027-06-23', 'Fully paid'],
  ['a cancelled booking', { ...paidDeposit, status: 'cancelled' }, '2027-01-01', 'There is nothing left to pay.'],
] as const)('%s', (_, booking, today, text) => expect(paymentSummary(booking, today)).toBe(text));

test('a deposit that was paid before the package changed is not the usual share of the total', () => {
  expect(isUsualDeposit(30_000, 100_000)).toBe(true);
  // Half a cent is rounded up.
  expect(isUsualDeposit(36_015, 120_050)).toBe(true);
  expect(isUsualDeposit(30_000, 150_000)).toBe(false);
});
