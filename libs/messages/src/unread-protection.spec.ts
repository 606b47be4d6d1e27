import { expect, test } from '@jest/globals';
import { type FirstContact, isIgnored, timeToRead } from './unread-protection.ts';

const contact = (change: Partial<FirstContact> = {}): FirstContact => ({
  purchasedAt: '2026-01-01T10:00:00.000Z',
  message: { position: 7, at: '2026-01-02T10:00:00.000Z' },
  readUpTo: 0,
  ...change,
});

test('a message of the first day that the client has not read after a week was ignored', () => {
  expect(isIgnored(contact())).toBe(true);
  expect(isIgnored(contact({ readUpTo: 6 }))).toBe(true);
  expect(isIgnored(contact({ readUpTo: 7 }))).toBe(false);
  expect(isIgnored(contact({ message: { position: 7, at: '2026-01-02T10:00:00.001Z' } }))).toBe(false);
  expect(timeToRead).toBe(7 * 86_400_000);
});
