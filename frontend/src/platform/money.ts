const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const wholeDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });

/** Cents as `$1,200.00`. */
export const money = (cents: number): string => dollars.format(cents / 100);

/** Cents as `$25`, where they are whole dollars; otherwise with its cents. */
export const shortMoney = (cents: number): string =>
  cents % 100 === 0 ? wholeDollars.format(cents / 100) : money(cents);

/** What was typed in dollars, as whole cents. */
export const toCents = (amount: number): number => Math.round(amount * 100);
