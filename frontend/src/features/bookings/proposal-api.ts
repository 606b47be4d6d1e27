import { useMutation, useQuery } from '@tanstack/react-query';
import type { BookingProposal } from '#bookings/contract';
import type { CreatorProfile } from '#catalog/contract';
import { api } from '../../platform/http.ts';
import { bookingEndpoints } from './endpoints.ts';
import { bookingKeys } from './keys.ts';

const path = (id: string): string => `${bookingEndpoints.detail(id)}/proposals`;

export const useProposeChange = (id: string) =>
  useMutation({
    mutationFn: (proposal: BookingProposal) => api.post(path(id), proposal),
    meta: { success: 'Change proposed', failure: 'Failed to propose the change', topics: ['bookings'] },
  });

/** Accepts or declines a proposal, or withdraws the user's own. */
export const useAnswerProposal = (id: string, number: number) =>
  useMutation({
    mutationFn: (answer: 'accept' | 'decline') => api.post(`${path(id)}/${number}/${answer}`),
    meta: { success: 'Answer sent', failure: 'Failed to answer the proposal', topics: ['bookings'] },
  });

/** The packages that the professional of a booking offers now. */
export const useOfferedPackages = (creatorId: string) =>
  useQuery({
    queryKey: bookingKeys.packages(creatorId),
    queryFn: async ({ signal }) =>
      (await api.get<CreatorProfile>(`/creators/${encodeURIComponent(creatorId)}`, undefined, signal)).packages,
  });
