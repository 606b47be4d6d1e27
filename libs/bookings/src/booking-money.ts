import type { Cents } from '#kernel';

/** What became of one payment, in whole cents. What is left of it is the booking's, unless it `goesBack`. */
export type Money = { readonly came: Cents; readonly went: Cents; readonly goesBack: boolean };
/** By payment. */
export type Purse = Readonly<Record<string, Money>>;
type Sum = { readonly paymentId: string; readonly amount: Cents };

const nothing: Money = { came: 0, went: 0, goesBack: false };

export const cameIn = (purse: Purse, { paymentId, amount }: Sum): Purse => ({
  ...purse,
  [paymentId]: { ...(purse[paymentId] ?? nothing), came: amount },
});

/** All that is left of it. What was never kept came with this. */
export const isToGoBack = (purse: Purse, { paymentId, amount }: Sum): Purse => {
  const known = purse[paymentId] ?? nothing;
  return { ...purse, [paymentId]: { ...known, came: known.came || amount, goesBack: true } };
};

export const wentBack = (purse: Purse, { paymentId, amount }: Sum): Purse => {
  const known = purse[paymentId] ?? nothing;
  return { ...purse, [paymentId]: { ...known, went: known.went + amount } };
};

/** Whether this payment was told of. */
export const isKnown = (purse: Purse, paymentId: string): boolean => (purse[paymentId]?.came ?? 0) > 0;

export const leftOf = (purse: Purse, paymentId: string): Cents => {
  const { came, went } = purse[paymentId] ?? nothing;
  return Math.max(0, came - went);
};

/** Something of this payment is here to stay. */
export const isKept = (purse: Purse, paymentId: string): boolean =>
  leftOf(purse, paymentId) > 0 && !purse[paymentId]?.goesBack;

/** What is on its way back. */
export const dueBack = (purse: Purse): Cents =>
  Object.entries(purse).reduce((sum, [id, { goesBack }]) => (goesBack ? sum + leftOf(purse, id) : sum), 0);
