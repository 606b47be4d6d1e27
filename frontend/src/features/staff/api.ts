import { useMutation, useQuery } from '@tanstack/react-query';
import type { StaffReports, Timeline } from '#backoffice/contract';
import { api } from '../../platform/http.ts';
import { staffReportsKey, timelineKey } from './keys.ts';

/** `GET /api/v1/staff/reports` */
export const useStaffReports = () =>
  useQuery({
    queryKey: staffReportsKey,
    queryFn: ({ signal }) => api.get<StaffReports>('/staff/reports', undefined, signal),
  });

/** `GET /api/v1/staff/bookings/{id}/timeline` */
export const useBookingTimeline = (bookingId: string) =>
  useQuery({
    queryKey: timelineKey(bookingId),
    queryFn: ({ signal }) =>
      api.get<Timeline>(`/staff/bookings/${encodeURIComponent(bookingId)}/timeline`, undefined, signal),
  });

/** Marks as resolved what the parties of a booking reported. The reason is shown in its history. */
export const useResolveReports = (bookingId: string) =>
  useMutation({
    mutationFn: (reason: string) => api.post(`/bookings/${encodeURIComponent(bookingId)}/dispute/resolve`, { reason }),
    meta: { success: 'Problem resolved', failure: 'Failed to resolve the problem', topics: ['bookings'] },
  });

/** Closes what was reported about a conversation. */
export const useCloseReports = (threadId: string) =>
  useMutation({
    mutationFn: () => api.post(`/staff/reports/conversations/${encodeURIComponent(threadId)}/close`),
    meta: { success: 'Reports closed', failure: 'Failed to close the reports', topics: ['messages'] },
  });
