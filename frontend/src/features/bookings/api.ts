import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import type { EventResults } from '#backoffice/contract';
import type {
  Booking,
  BookingCancellation,
  BookingHistory,
  BookingStatus,
  BookingsPage,
  PaymentType,
} from '#bookings/contract';
import type { Checkout } from '#payments/contract';
import { api, invoke } from '../../platform/http.ts';
import { type ReservedTab, reserveTab } from '../../platform/open-tab.ts';
import { paging } from '../../platform/paging.ts';
import { bookingEndpoints } from './endpoints.ts';
import { bookingKeys } from './keys.ts';

/** The user's bookings, newest first, in pages; the first page carries the counts of the tabs. */
export const bookingListQuery = (status: BookingStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: bookingKeys.list(status),
    queryFn: ({ pageParam, signal }) =>
      api.get<BookingsPage>(bookingEndpoints.all, { status, cursor: pageParam }, signal),
    ...paging,
  });

export const bookingQuery = (id: string) =>
  queryOptions({
    queryKey: bookingKeys.detail(id),
    queryFn: ({ signal }) => api.get<Booking>(bookingEndpoints.detail(id), undefined, signal),
  });

/** What happened to a booking, newest first. */
export const bookingHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: bookingKeys.history(id),
    queryFn: async ({ signal }) =>
      (await api.get<BookingHistory>(bookingEndpoints.history(id), undefined, signal)).items,
  });

/** What the events of a booking led to, by their versions, once `enabled`. */
export const useBookingResults = (id: string, enabled: boolean) =>
  useQuery({
    enabled,
    queryKey: bookingKeys.results(id),
    queryFn: async ({ signal }) => {
      const { items } = await api.get<EventResults>(bookingEndpoints.results(id), undefined, signal);
      return new Map(items.map(({ version, results }) => [version, results]));
    },
  });

/** The previous list stays while another one loads. */
export const useBookings = (status: BookingStatus | undefined) =>
  useInfiniteQuery({ ...bookingListQuery(status), placeholderData: keepPreviousData });

export const useBooking = (id: string) => useQuery(bookingQuery(id));

export const useBookingHistory = (id: string) => useQuery(bookingHistoryQuery(id));

const statusChange = {
  success: 'Status updated successfully',
  failure: 'Failed to update status',
  topics: ['bookings'],
} as const;

export const useConfirmBooking = (id: string) =>
  useMutation({ mutationFn: () => api.post(`${bookingEndpoints.detail(id)}/confirm`), meta: statusChange });

export const useCancelBooking = (id: string) =>
  useMutation({
    mutationFn: (cancellation: BookingCancellation) => api.post(`${bookingEndpoints.detail(id)}/cancel`, cancellation),
    meta: statusChange,
  });

const checkoutOf = async (bookingId: string, paymentType: PaymentType): Promise<string> =>
  (await invoke<Checkout>('create-booking-payment', { bookingId, paymentType })).url;

/** Opens the checkout in a new tab. Call `pay` directly in the click handler. */
export const usePayBooking = (id: string, paymentType: PaymentType) => {
  const { mutate, isPending } = useMutation({
    mutationFn: (tab: ReservedTab) => tab.open(checkoutOf(id, paymentType)),
    meta: {
      success: ['Redirecting to payment', 'Complete your payment in the new tab'],
      failure: 'Failed to create payment',
    },
  });
  return { pay: () => mutate(reserveTab()), isPending };
};
