import { expect, test } from '@jest/globals';
import type { CancellationPreview } from '#bookings/contract';
import { cancellationText, refundedText, refundText } from './cancellation-text.ts';

const parties = {
  client: { id: 'ada', displayName: 'Ada Park', avatarUrl: null },
  creator: { id: 'mara', displayName: 'Mara Quinn', avatarUrl: null },
};
const preview = (change: Partial<CancellationPreview>): CancellationPreview => ({
  refundTerms: { policy: 'standard', fullRefundDays: 30, halfRefundDays: 7 },
  rule: 'policy',
  percent: 100,
  refundAmount: 0,
  keptAmount: 0,
  currency: 'USD',
  graceUntil: null,
  ...change,
});

test.each<[string, string, Partial<CancellationPreview>]>([
  ['Nothing has been paid yet.', 'ada', { rule: 'pending' }],
  [
    'Everything that was paid is refunded: $300.00 is returned to you.',
    'ada',
    { rule: 'pending', refundAmount: 30_000 },
  ],
  [
    'Everything that was paid is refunded: $300.00 is returned to Ada Park.',
    'mara',
    { rule: 'professional', refundAmount: 30_000 },
  ],
  [
    'Within 24 hours of the confirmation, everything is refunded: $300.00 is returned to you.',
    'ada',
    { rule: 'grace-period', refundAmount: 30_000 },
  ],
  ['Under the Standard policy, everything is refunded: $300.00 is returned to you.', 'ada', { refundAmount: 30_000 }],
  [
    'Under the Standard policy, 50% of what was paid is refunded: $150.00 is returned to you, and $150.00 stays with Mara Quinn.',
    'ada',
    { percent: 50, refundAmount: 15_000, keptAmount: 15_000 },
  ],
  [
    'Under the Strict policy, nothing is refunded this close to the event: $300.00 stays with Mara Quinn.',
    'ada',
    { refundTerms: { policy: 'strict', fullRefundDays: 90, halfRefundDays: 30 }, percent: 0, keptAmount: 30_000 },
  ],
  [
    'Because the balance is overdue, the deposit is not refunded: $300.00 stays with you.',
    'mara',
    { rule: 'balance-unpaid', percent: 0, keptAmount: 30_000 },
  ],
])('the dialog says: %s', (text, userId, change) =>
  expect(cancellationText(preview(change), parties, userId)).toBe(text),
);

test.each([
  ['Cancelled under the Flexible policy: 100% refunded.', 'policy', 'flexible', 100],
  ['Cancelled under the Standard policy: 50% refunded.', 'policy', 'standard', 50],
  ['Cancelled under the Strict policy: no refund.', 'policy', 'strict', 0],
  ['Cancelled by Festoon staff: no refund.', 'staff', 'standard', 0],
  ['Cancelled because the balance was overdue: no refund.', 'balance-unpaid', 'flexible', 0],
  [null, 'professional', 'flexible', 100],
] as const)('a cancelled booking says: %s', (text, cancellationRule, policy, refundPercent) =>
  expect(
    refundText({ cancellationRule, refundPercent, refundTerms: { policy, fullRefundDays: 30, halfRefundDays: 7 } }),
  ).toBe(text),
);

test('money that a bank took back is not called a refund to the card', () => {
  expect(refundedText({ refundedByBank: false })).toBe('was refunded to the original card.');
  expect(refundedText({ refundedByBank: true })).toBe('was returned. The client’s bank took back all or a part of it.');
});
