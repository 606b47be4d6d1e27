/** The price of one billing month of the Pro plan, in whole cents. */
export const proPrice = 4_900;
/** The lead credits of one billing month. Each unlocks one lead. Those that are left expire at the end of the month. */
export const monthlyCredits = 10;
/** A returned credit can be used for at least this many days, also after the end of the plan. */
export const returnedCreditDays = 30;
/** How many months ahead a plan can be paid at most. */
export const maxMonthsAhead = 12;
