/** The deposit's share of a package's price. */
export const depositPercent = 30;

/** What a package costs before and after, in whole cents: half a cent of the deposit rounds up, the balance is the rest. */
export const sharesOf = (price: number): { deposit: number; balance: number } => {
  const deposit = Math.floor((price * depositPercent + 50) / 100);
  return { deposit, balance: price - deposit };
};

/** Why a booking is cancelled takes at most so many characters. */
export const longestReason = 500;
