import { useQuery } from '@tanstack/react-query';
import type { CancellationPreview } from '#bookings/contract';
import { api } from '../../platform/http.ts';
import { bookingEndpoints } from './endpoints.ts';
import { bookingKeys } from './keys.ts';

/**
 * What would be refunded if the user cancelled now. It is not read again while `enabled` is false: a cancelled booking
 * has none.
 */
export const useCancellationPreview = (id: string, enabled: boolean) =>
  useQuery({
    enabled,
    queryKey: bookingKeys.cancellation(id),
    queryFn: ({ signal }) =>
      api.get<CancellationPreview>(`${bookingEndpoints.detail(id)}/cancellation`, undefined, signal),
    // The refund depends on the time.
    staleTime: 0,
  });
