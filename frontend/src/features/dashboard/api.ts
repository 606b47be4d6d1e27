import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Booking } from '#bookings/contract';
import type { Role } from '#identity/contract';
import type { Lead } from '#leads/contract';
import { api } from '../../platform/http.ts';
import { dashboardEndpoint } from './endpoints.ts';
import { dashboardKey } from './keys.ts';

/** What creators and vendors see: three counts, their newest bookings, the newest active leads. */
export type ProDashboard = {
  role: Exclude<Role, 'client'>;
  activeBookings: number;
  leadPurchases: number;
  galleriesDelivered: number;
  recentBookings: Booking[];
  newLeads: Lead[];
};

/** What clients see: three counts, their newest bookings, the newest leads they posted. */
export type ClientDashboard = {
  role: 'client';
  bookings: number;
  postedLeads: number;
  galleriesReceived: number;
  yourBookings: Booking[];
  yourLeads: Lead[];
};

/** `GET /api/v1/dashboard` */
export type DashboardView = ProDashboard | ClientDashboard;

export const dashboardQuery = queryOptions({
  queryKey: dashboardKey,
  queryFn: ({ signal }) => api.get<DashboardView>(dashboardEndpoint, undefined, signal),
});

export const useDashboard = () => useQuery(dashboardQuery);
