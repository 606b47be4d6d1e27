/**
 * The roles of the staff who work with bookings or with money, of those who operate the product, help people or manage
 * accounts, and all of them.
 */
export const staffOfBookings = ['support', 'finance', 'admin'] as const;
export const staffOfMoney = ['finance', 'admin'] as const;
export const operators = ['ops', 'admin'] as const;
export const staffOfPeople = ['support', 'admin'] as const;
export const administrators = ['admin'] as const;
export const allStaff = ['support', 'finance', 'ops', 'admin'] as const;
