/** The deposit's share of a package's price. */
export const depositPercent = 30;

/**
 * A package's deposit and balance, in whole cents. Half a cent of the deposit is rounded up; the balance is the rest.
 */
export const sharesOf = (price: number): { deposit: number; balance: number } => {
  const deposit = Math.floor((price * depositPercent + 50) / 100);
  return { deposit, balance: price - deposit };
};

/** How long before the event the balance is due, in days. */
export const balanceDays = 14;

/** Who a problem is reported by if it is about what the client's bank did with a payment. The parties have ids. */
export const bankReporter = 'bank';
export const bankReporterName = 'The client’s bank';

/** The maximum number of characters of a reason for a cancellation. */
export const maxReasonLength = 500;

/**
 * What staff refund when they cancel: everything, what would be refunded if the client cancelled, or nothing.
 */
export const refundDecisions = ['full', 'policy', 'none'] as const;

/** The maximum number of characters of a review, and of its reply. */
export const maxReviewLength = 2_000;
