import { keepPreviousData, type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type {
  Booking,
  BookingCancellation,
  BookingCounts,
  BookingHistoryEntry,
  BookingRequest,
  BookingStatus,
  PaymentType,
} from '#bookings/contract';
import type { Checkout } from '#payments/contract';
import { api, invoke } from '../../platform/http.ts';

type BookingList = { items: Booking[]; nextCursor: string | null; counts?: BookingCounts };

/** The caller's bookings, newest first, a page at a time; the first page carries the counts of the tabs. */
export const useBookings = (status: BookingStatus | undefined) =>
  useInfiniteQuery({
    queryKey: ['bookings', 'list', status],
    queryFn: ({ pageParam, signal }) => api.get<BookingList>('/bookings', { status, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });

const path = (id: string): string => `/bookings/${encodeURIComponent(id)}`;

export const useBooking = (id: string): UseQueryResult<Booking> =>
  useQuery({
    queryKey: ['bookings', id],
    queryFn: ({ signal }) => api.get<Booking>(path(id), undefined, signal),
  });

/** What happened to a booking, newest first. */
export const useBookingHistory = (id: string): UseQueryResult<BookingHistoryEntry[]> =>
  useQuery({
    queryKey: ['bookings', id, 'history'],
    queryFn: async ({ signal }) =>
      (await api.get<{ items: BookingHistoryEntry[] }>(`${path(id)}/history`, undefined, signal)).items,
  });

export const requestBooking = (request: BookingRequest): Promise<{ id: string }> => api.post('/bookings', request);

export const confirmBooking = (id: string): Promise<unknown> => api.post(`${path(id)}/confirm`);

export const cancelBooking = (id: string, cancellation: BookingCancellation): Promise<unknown> =>
  api.post(`${path(id)}/cancel`, cancellation);

/** The address of the checkout. */
export const startBookingPayment = async (bookingId: string, paymentType: PaymentType): Promise<string> =>
  (await invoke<Checkout>('create-booking-payment', { bookingId, paymentType })).url;
