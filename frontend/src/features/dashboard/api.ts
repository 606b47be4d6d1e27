import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ClientBookings, ProfessionalBookings } from '#bookings/contract';
import type { DashboardProfile } from '#catalog/contract';
import type { ClientGalleryCounts, ProfessionalGalleryCounts } from '#galleries/contract';
import type { Role } from '#identity/contract';
import type { ClientLeads, ProfessionalLeads } from '#leads/contract';
import { api } from '../../platform/http.ts';
import { dashboardEndpoint } from './endpoints.ts';
import { dashboardKey } from './keys.ts';

/**
 * What creators and vendors see: what their profile does not have yet, three counts, their newest bookings, the newest
 * active leads.
 */
export type ProDashboard = {
  role: Exclude<Role, 'client'>;
} & DashboardProfile &
  ProfessionalBookings &
  ProfessionalLeads &
  ProfessionalGalleryCounts;

/** What clients see: three counts, their newest bookings, the newest leads they posted. */
export type ClientDashboard = {
  role: 'client';
} & ClientBookings &
  ClientLeads &
  ClientGalleryCounts;

/** `GET /api/v1/dashboard` */
export type DashboardView = ProDashboard | ClientDashboard;

export const dashboardQuery = queryOptions({
  queryKey: dashboardKey,
  queryFn: ({ signal }) => api.get<DashboardView>(dashboardEndpoint, undefined, signal),
});

export const useDashboard = () => useQuery(dashboardQuery);
