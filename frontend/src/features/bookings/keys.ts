import type { BookingStatus } from '#bookings/contract';
import type { LiveUpdates } from '../../platform/live-updates.ts';

const all = ['bookings'] as const;
const detail = (id: string) => [...all, 'detail', id] as const;

/** What bookings led to is in the notifications and galleries, too. */
const results = ['booking-results'] as const;

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
  history: (id: string) => [...detail(id), 'history'] as const,
  results: (id: string) => [...results, id] as const,
};

export const liveUpdates: LiveUpdates = {
  topics: { bookings: [all, results], payments: [all, results], notifications: [results], galleries: [results] },
  messages: { 'booking.history': ['bookings'] },
};
