import { useQuery } from '@tanstack/react-query';
import type { BookingVersions } from '#bookings/contract';
import { api } from '../../platform/http.ts';
import { bookingEndpoints } from './endpoints.ts';
import { bookingKeys } from './keys.ts';

/** The versions of a booking, once `enabled`. */
export const useBookingVersions = (id: string, enabled: boolean) =>
  useQuery({
    queryKey: bookingKeys.versions(id),
    queryFn: async ({ signal }) =>
      (await api.get<BookingVersions>(`${bookingEndpoints.detail(id)}/versions`, undefined, signal)).items,
    enabled,
  });
