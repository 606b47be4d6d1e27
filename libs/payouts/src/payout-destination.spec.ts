import { expect, test } from '@jest/globals';
import type { Actor } from '#kernel';
import { given } from '#kernel/testing';
import { bankDetails, isIban, isRoutingNumber, lastFourOf } from './bank-details.contract.ts';
import { payoutDestination } from './payout-destination.ts';
import { nextRun } from './payout-schedule.ts';

const holder = 'Bo Baker';

test('numbers with check digits are checked, and spaces are only for reading', () => {
  expect(['021000021', '011401533', '322271627'].every(isRoutingNumber)).toBe(true);
  expect(['021000022', '000000000', '12345678', 'abcdefghi'].some(isRoutingNumber)).toBe(false);
  expect(['DE89370400440532013000', 'GB82WEST12345698765432', 'NO9386011117947'].every(isIban)).toBe(true);
  expect(['DE88370400440532013000', 'DE8937040044053201300', 'XX89370400440532013000', ''].some(isIban)).toBe(false);
  expect(bankDetails.parse({ scheme: 'iban', holder, iban: 'de89 3704 0044 0532 0130 00' })).toEqual({
    scheme: 'iban',
    holder,
    iban: 'DE89370400440532013000',
  });
});

test.each([
  [{ scheme: 'us', holder, routingNumber: '021000021', accountNumber: '123456789' }, true],
  [{ scheme: 'us', holder, routingNumber: '021000022', accountNumber: '123456789' }, false],
  [{ scheme: 'us', holder: ' ', routingNumber: '021000021', accountNumber: '123456789' }, false],
  [{ scheme: 'ca', holder, institutionNumber: '003', transitNumber: '01234', accountNumber: '1234567' }, true],
  [{ scheme: 'ca', holder, institutionNumber: '3', transitNumber: '01234', accountNumber: '1234567' }, false],
  [{ scheme: 'gb', holder, sortCode: '20-00-00', accountNumber: '12345678' }, true],
  [{ scheme: 'gb', holder, sortCode: '20-00-00', accountNumber: '1234567' }, false],
  [{ scheme: 'jm', holder, bic: 'jncbjmkx', transitNumber: '12345', accountNumber: '123456789' }, true],
  [{ scheme: 'jm', holder, bic: 'DEUTDEFF', transitNumber: '12345', accountNumber: '123456789' }, false],
  [{ scheme: 'us', holder, iban: 'DE89370400440532013000' }, false],
])('%j is valid: %s', (entered, isValid) => {
  expect(bankDetails.safeParse(entered).success).toBe(isValid);
});

test('the message of a missing number says what to enter', () => {
  const { error } = bankDetails.safeParse({ scheme: 'us', holder });
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'Enter a valid 9-digit routing number',
    'Enter the account number, 4 to 17 digits',
  ]);
});

test('new bank details have the next number, and wait for three days', () => {
  const bank = bankDetails.parse({ scheme: 'us', holder, routingNumber: '021000021', accountNumber: '123456789' });
  const { scheme, holder: owner, ...numbers } = bank;
  const facts = { userId: 'bo', role: 'creator', scheme, holder: owner, numbers, lastFour: lastFourOf(bank) };
  const bo: Actor = { id: 'bo', kind: 'user', role: 'creator' };
  const at = '2026-06-10T10:00:00.000Z';
  const data = {
    userId: 'bo',
    number: 1,
    scheme: 'us',
    holder,
    numbers: { routingNumber: '021000021', accountNumber: '123456789' },
    lastFour: '6789',
    heldUntil: '2026-06-13T10:00:00.000Z',
  };
  const changed = { type: 'PayoutDestinationChanged', data } as const;
  given(payoutDestination).when('change', facts, bo, at).emits(changed);
  given(payoutDestination, changed)
    .when('change', facts, bo, at)
    .emits({ ...changed, data: { ...data, number: 2 } });
  // A professional who is also staff acts in the staff role.
  given(payoutDestination).when('change', facts, { id: 'bo', kind: 'staff', role: 'finance' }, at).emits(changed);
  const others: readonly Actor[] = [
    { id: 'eve', kind: 'user', role: 'creator' },
    { id: 'fay', kind: 'staff', role: 'finance' },
  ];
  for (const by of others)
    given(payoutDestination).when('change', facts, by, at).refuses('payout-destination-not-allowed');
  given(payoutDestination)
    .when('change', { ...facts, role: 'client' }, bo, at)
    .refuses('payout-destination-not-allowed');
});

test('payouts start on Mondays at 6:00 UTC', () => {
  expect(
    [
      '2026-06-28T23:00:00.000Z',
      '2026-06-29T05:59:59.999Z',
      '2026-06-29T06:00:00.000Z',
      '2026-06-30T00:00:00.000Z',
    ].map(nextRun),
  ).toEqual([
    '2026-06-29T06:00:00.000Z',
    '2026-06-29T06:00:00.000Z',
    '2026-07-06T06:00:00.000Z',
    '2026-07-06T06:00:00.000Z',
  ]);
});
