import { expect, test } from '@jest/globals';
import { fieldTexts } from '../platform/field-texts.ts';
import { titleCase } from '../platform/text.ts';
import { factsIn, type Version } from './version-facts.ts';

const texts = fieldTexts({
  labels: { price: 'Price now', place: 'Where' },
  amounts: ['price'],
  formats: { status: titleCase },
});
const version = (values: Readonly<Record<string, string | null>>, changed: readonly string[]): Version => ({
  ...{ version: 1, position: 1, at: '2026-01-01T00:00:00.000Z', title: 'Order changed', changed: [...changed] },
  facts: [
    ...Object.entries(values).map(([name, value]) => ({ name, value, masked: false })),
    { name: 'place', value: null, masked: true },
  ],
});
const first = version({ status: 'pending', price: '36000', startTime: '18:30', graceUntil: null }, [
  'status',
  'price',
  'place',
]);
const linesOf = (shown: Version, earlier?: Version) =>
  factsIn(shown, earlier, texts).map(({ label, value, before, changed }) =>
    [`${label}: ${before === undefined ? '' : `${before} → `}${value}`, ...(changed ? ['changed'] : [])].join(', '),
  );

test('a version is in words, and nothing of the first one is marked as changed', () =>
  expect(linesOf(first)).toEqual([
    'Status: Pending',
    'Price now: $360.00',
    'Start time: 6:30 PM',
    'Where: Hidden: personal data',
  ]));

test('what a version changed is marked, with what was before, and personal data stays hidden', () =>
  expect(
    linesOf(
      version({ status: 'pending', price: '42000', startTime: null, graceUntil: null }, [
        'price',
        'startTime',
        'place',
      ]),
      first,
    ),
  ).toEqual([
    'Status: Pending',
    'Price now: $360.00 → $420.00, changed',
    'Start time: 6:30 PM → none, changed',
    'Where: Hidden: personal data, changed',
  ]));
