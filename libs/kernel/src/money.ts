/** Whole cents. Money is never a float. */
export type Cents = number;

/**
 * Splits a total so that the parts always add up to it again: the first is `percent` of it, half a cent rounded up,
 * the second is the rest.
 */
export const split = (total: Cents, percent: number): [Cents, Cents] => {
  const first = Math.floor((total * percent + 50) / 100);
  return [first, total - first];
};
