import { allStaff, operators, staffOfBookings, staffOfMoney, staffOfPeople } from '#backoffice/contract';
import type { StaffRole } from '#identity/contract';

/** The pages of the back office, and the staff roles that each of them is for. */
export const staffPages = [
  { path: '/staff', label: 'Overview', roles: allStaff },
  { path: '/staff/bookings', label: 'Bookings', roles: staffOfBookings },
  { path: '/staff/leads', label: 'Leads', roles: staffOfBookings },
  { path: '/staff/payouts', label: 'Payouts', roles: staffOfMoney },
  { path: '/staff/people', label: 'People', roles: staffOfPeople },
  { path: '/staff/assistant', label: 'Assistant', roles: staffOfPeople },
  { path: '/staff/reports', label: 'Reports', roles: allStaff },
  { path: '/staff/log', label: 'Log', roles: operators },
  { path: '/staff/projections', label: 'Projections', roles: operators },
  { path: '/staff/integrity', label: 'Integrity', roles: operators },
  { path: '/staff/jobs', label: 'Jobs', roles: operators },
] as const satisfies readonly { path: string; label: string; roles: readonly StaffRole[] }[];

export type StaffPath = (typeof staffPages)[number]['path'];

export const rolesFor = (path: StaffPath): readonly StaffRole[] =>
  staffPages.find((page) => page.path === path)?.roles ?? [];

export const isFor = (roles: readonly StaffRole[], held: readonly StaffRole[]): boolean =>
  roles.some((role) => held.includes(role));
