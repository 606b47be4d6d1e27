import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { BookingEarnings, PayoutOverview, payoutDestinationChange } from '#payouts/contract';
import { api } from '../../platform/http.ts';
import { payoutKeys } from './keys.ts';

/** `GET /api/v1/payouts` */
export const usePayouts = () =>
  useQuery({
    queryKey: payoutKeys.overview,
    queryFn: ({ signal }) => api.get<PayoutOverview>('/payouts', undefined, signal),
  });

/** `GET /api/v1/payouts/bookings/{id}`; nothing is requested without an id. */
export const useBookingEarnings = (bookingId: string | null) =>
  useQuery({
    queryKey: payoutKeys.booking(bookingId ?? ''),
    queryFn:
      bookingId === null
        ? skipToken
        : ({ signal }) =>
            api.get<BookingEarnings>(`/payouts/bookings/${encodeURIComponent(bookingId)}`, undefined, signal),
  });

/** `PUT /api/v1/payouts/destination` */
export const useChangeDestination = () =>
  useMutation({
    mutationFn: (change: z.input<typeof payoutDestinationChange>) => api.put('/payouts/destination', change),
    onSuccess: (_data, _change, _result, { client }) => client.invalidateQueries({ queryKey: payoutKeys.all }),
    meta: { success: 'Bank details saved', failure: 'Failed to save your bank details' },
  });
