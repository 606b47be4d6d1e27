import { expect, test } from '@jest/globals';
import { factsIn, type Version } from './version-facts.ts';

const version = (values: Readonly<Record<string, string | null>>, changed: readonly string[]): Version => ({
  ...{ version: 1, position: 1, at: '2026-01-01T00:00:00.000Z', title: 'Booking changed', changed: [...changed] },
  facts: [
    ...Object.entries(values).map(([name, value]) => ({ name, value, masked: false })),
    { name: 'eventLocation', value: null, masked: true },
  ],
});
const first = version({ status: 'pending', 'due.deposit': '36000', startTime: '18:30', graceUntil: null }, [
  'status',
  'due.deposit',
  'eventLocation',
]);
const linesOf = (shown: Version, earlier?: Version) =>
  factsIn(shown, earlier).map(({ label, value, before, changed }) =>
    [`${label}: ${before === undefined ? '' : `${before} → `}${value}`, ...(changed ? ['changed'] : [])].join(', '),
  );

test('a version of a booking is in words, and nothing of the first one is marked as changed', () =>
  expect(linesOf(first)).toEqual([
    'Status: Pending',
    'Deposit: $360.00',
    'Start time: 6:30 PM',
    'Place: Hidden: personal data',
  ]));

test('what a version changed is marked, with what was before, and personal data stays hidden', () =>
  expect(
    linesOf(
      version({ status: 'pending', 'due.deposit': '42000', startTime: null, graceUntil: null }, [
        'due.deposit',
        'startTime',
        'eventLocation',
      ]),
      first,
    ),
  ).toEqual([
    'Status: Pending',
    'Deposit: $360.00 → $420.00, changed',
    'Start time: 6:30 PM → none, changed',
    'Place: Hidden: personal data, changed',
  ]));
