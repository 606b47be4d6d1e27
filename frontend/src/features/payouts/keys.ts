import type { LiveUpdates } from '../../platform/live-updates.ts';

const all = ['payouts'] as const;

export const payoutKeys = {
  all,
  overview: [...all, 'overview'] as const,
  booking: (bookingId: string) => [...all, 'booking', bookingId] as const,
};

export const liveUpdates: LiveUpdates = { topics: { payouts: [all] } };
