import { allRoles, bookingRoles, moneyRoles, operationRoles, peopleRoles } from '#backoffice/contract';
import type { StaffRole } from '#identity/contract';

/** The pages of the back office, and the staff roles that each of them is for. */
export const staffPages = [
  { path: '/staff', label: 'Overview', roles: allRoles },
  { path: '/staff/bookings', label: 'Bookings', roles: bookingRoles },
  { path: '/staff/leads', label: 'Leads', roles: bookingRoles },
  { path: '/staff/payouts', label: 'Payouts', roles: moneyRoles },
  { path: '/staff/people', label: 'People', roles: peopleRoles },
  { path: '/staff/assistant', label: 'Assistant', roles: peopleRoles },
  { path: '/staff/reports', label: 'Reports', roles: bookingRoles },
  { path: '/staff/log', label: 'Log', roles: operationRoles },
  { path: '/staff/projections', label: 'Projections', roles: operationRoles },
  { path: '/staff/integrity', label: 'Integrity', roles: operationRoles },
  { path: '/staff/jobs', label: 'Jobs', roles: operationRoles },
] as const satisfies readonly { path: string; label: string; roles: readonly StaffRole[] }[];

export type StaffPath = (typeof staffPages)[number]['path'];

export const rolesFor = (path: StaffPath): readonly StaffRole[] =>
  staffPages.find((page) => page.path === path)?.roles ?? [];

export const isFor = (roles: readonly StaffRole[], viewerRoles: readonly StaffRole[]): boolean =>
  roles.some((role) => viewerRoles.includes(role));
