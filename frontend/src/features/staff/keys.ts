import type { LiveUpdates } from '../../platform/live-updates.ts';

export const staffReportsKey = ['staff', 'reports'] as const;
export const staffReviewsKey = ['staff', 'reviews'] as const;
export const overviewKey = ['staff', 'overview'] as const;
export const projectionsKey = ['staff', 'projections'] as const;
export const integrityKey = ['staff', 'integrity'] as const;
export const jobsKey = ['staff', 'jobs'] as const;
export const personKey = (id: string) => ['staff', 'person', id] as const;
export const staffBookingsKey = ['staff', 'bookings'] as const;
export const staffLeadsKey = ['staff', 'leads'] as const;
export const staffPayoutsKey = ['staff', 'payouts'] as const;
export const negativeBalancesKey = ['staff', 'negative-balances'] as const;
export const refundRequestsKey = ['staff', 'refund-requests'] as const;
export const timelineKey = ['staff', 'timeline'] as const;
export const bookingActionsKey = ['staff', 'booking-actions'] as const;

export const liveUpdates: LiveUpdates = {
  topics: {
    bookings: [staffReportsKey, staffReviewsKey, staffBookingsKey, overviewKey, timelineKey, bookingActionsKey],
    payouts: [staffPayoutsKey, negativeBalancesKey, overviewKey],
    messages: [staffReportsKey, overviewKey],
    leads: [refundRequestsKey],
  },
};
