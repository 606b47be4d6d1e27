import { expect, test } from '@jest/globals';
import { money, shortMoney, toCents } from './money.ts';

test('cents are shown as dollars with two decimals', () => {
  expect(money(120_000)).toBe('$1,200.00');
  expect(money(5)).toBe('$0.05');
  expect(money(0)).toBe('$0.00');
});

test('whole dollars are shown without cents, other amounts with cents', () => {
  expect(shortMoney(2500)).toBe('$25');
  expect(shortMoney(2550)).toBe('$25.50');
});

test('what was typed in dollars becomes whole cents', () => {
  expect(toCents(1200.5)).toBe(120_050);
  expect(toCents(0.29)).toBe(29);
  expect(toCents(1.005)).toBe(100);
});
