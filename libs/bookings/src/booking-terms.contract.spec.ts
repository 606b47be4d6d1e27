import { expect, test } from '@jest/globals';
import { depositPercent, sharesOf } from './booking-terms.contract.ts';

test('the deposit is 30 percent, half a cent rounded up', () => {
  expect(depositPercent).toBe(30);
  expect(sharesOf(5)).toEqual({ deposit: 2, balance: 3 });
  expect(sharesOf(360_000)).toEqual({ deposit: 108_000, balance: 252_000 });
});

test.each([0, 1, 101, 99_995, 12_345])('the deposit and the balance of %d cents add up to them', (price) => {
  const { deposit, balance } = sharesOf(price);
  expect([deposit + balance, Number.isInteger(deposit)]).toEqual([price, true]);
});
