import type { BookingStatus, PaymentType } from '#bookings/contract';
import type { LiveUpdates } from '../../platform/live-updates.ts';

const all = ['bookings'] as const;
const detail = (id: string) => [...all, 'detail', id] as const;

/**
 * The key of what the events of bookings led to, such as notifications and galleries. It is not below `all`, so that
 * updates of these refetch nothing else about bookings.
 */
const resultsKey = ['booking-results'] as const;

export const bookingKeys = {
  all,
  /** The key of the list of bookings in this status; without a status, of all bookings. */
  list: (status: BookingStatus | undefined) => [...all, 'list', status] as const,
  detail,
  /** The packages that a professional offers now. */
  packages: (creatorId: string) => [...all, 'packages', creatorId] as const,
  replyTime: (creatorId: string) => [...all, 'reply-time', creatorId] as const,
  /** The public reviews of a professional. */
  reviews: (creatorId: string) => [...all, 'reviews', creatorId] as const,
  review: (id: string) => [...detail(id), 'review'] as const,
  cancellation: (id: string) => [...detail(id), 'cancellation'] as const,
  versions: (id: string) => [...detail(id), 'versions'] as const,
  history: (id: string) => [...detail(id), 'history'] as const,
  results: (id: string) => [...resultsKey, id] as const,
  /** Not under the key of bookings: an open receipt stays as it was read. */
  paymentReceipt: (id: string, part: PaymentType) => ['payment-receipt', id, part] as const,
};

export const liveUpdates: LiveUpdates = {
  topics: {
    bookings: [all, resultsKey],
    payments: [all, resultsKey],
    notifications: [resultsKey],
    galleries: [resultsKey],
  },
  messages: { 'booking.history': ['bookings'] },
};
