import type { StaffRole } from '#identity/contract';

/** The pages of the back office, and the staff roles that each of them is for. */
export const staffPages = [
  { path: '/staff', label: 'Overview', roles: ['support', 'finance', 'ops', 'admin'] },
  { path: '/staff/bookings', label: 'Bookings', roles: ['support', 'finance', 'admin'] },
  { path: '/staff/reports', label: 'Reports', roles: ['support', 'finance', 'ops', 'admin'] },
  { path: '/staff/log', label: 'Log', roles: ['ops', 'admin'] },
] as const satisfies readonly { path: string; label: string; roles: readonly StaffRole[] }[];

export const isFor = (roles: readonly StaffRole[], held: readonly StaffRole[]): boolean =>
  roles.some((role) => held.includes(role));
