/** Whole cents. Money is never a float. */
export type Cents = number;

/** No single amount is larger, in cents: one cent less than a billion. */
export const largestAmount: Cents = 99_999_999_999;

/** Whether a value is money that can be asked for, paid or given back. Sums of such amounts stay exact. */
export const isAmount = (value: unknown): value is Cents =>
  Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= largestAmount;

/**
 * Splits a total so that the parts always add up to it again: the first is `percent` of it, half a cent rounded up,
 * the second is the rest.
 */
export const split = (total: Cents, percent: number): [Cents, Cents] => {
  const first = Math.floor((total * percent + 50) / 100);
  return [first, total - first];
};
