/** An amount in whole cents. Money is never a fraction of a cent. */
export type Cents = number;

/** The largest single amount: one cent less than a billion dollars. */
export const maxAmount: Cents = 99_999_999_999;

/** Whether a value is a valid amount to request, pay or refund. The limit keeps sums of amounts exact. */
export const isAmount = (value: unknown): value is Cents =>
  Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= maxAmount;

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** An amount of US dollars as it is written in texts: $1,215.00. */
export const writtenAmount = (amount: Cents): string => dollars.format(amount / 100);
