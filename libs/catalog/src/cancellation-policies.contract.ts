/**
 * What is refunded to a client who cancels a confirmed booking: everything if the event is at least `fullRefundDays`
 * away, half if it is at least `halfRefundDays` away, and nothing after that.
 */
export const cancellationPolicies = {
  flexible: { name: 'Flexible', fullRefundDays: 7, halfRefundDays: 1 },
  standard: { name: 'Standard', fullRefundDays: 30, halfRefundDays: 7 },
  strict: { name: 'Strict', fullRefundDays: 90, halfRefundDays: 30 },
} as const;
export type CancellationPolicy = keyof typeof cancellationPolicies;
/** What a policy says. */
export type RefundTerms = { readonly fullRefundDays: number; readonly halfRefundDays: number };

/** What clients read about a policy. */
export const describeRefundTerms = ({ fullRefundDays, halfRefundDays }: RefundTerms): string => {
  const half = halfRefundDays === 1 ? '1 day' : `${halfRefundDays} days`;
  return `Full refund until ${fullRefundDays} days before the event, half until ${half} before it, nothing after that.`;
};
