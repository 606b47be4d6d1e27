import { useMutation } from '@tanstack/react-query';
import { api } from '../../platform/http.ts';
import { bookingEndpoints } from './endpoints.ts';

const path = (id: string): string => `${bookingEndpoints.detail(id)}/dispute`;

export const useDisputeBooking = (id: string) =>
  useMutation({
    mutationFn: (reason: string) => api.post(path(id), { reason }),
    meta: { success: 'Problem reported', failure: 'Failed to report the problem', topics: ['bookings'] },
  });

export const useResolveDispute = (id: string) =>
  useMutation({
    mutationFn: () => api.post(`${path(id)}/resolve`),
    meta: { success: 'Problem resolved', failure: 'Failed to resolve the problem', topics: ['bookings'] },
  });
