/** The roles of staff who work with bookings and leads. */
export const bookingRoles = ['support', 'finance', 'admin'] as const;
/** The roles of staff who work with money: payouts, refunds of purchases, and exports. */
export const moneyRoles = ['finance', 'admin'] as const;
/** The roles of staff who operate the product: its log, projections and jobs. */
export const operationRoles = ['ops', 'admin'] as const;
/** The roles of staff who help users. */
export const peopleRoles = ['support', 'admin'] as const;
/** The roles of staff who manage accounts and staff roles. */
export const adminRoles = ['admin'] as const;
/** All roles of staff. */
export const allRoles = ['support', 'finance', 'ops', 'admin'] as const;
