import type { LiveUpdates } from '../../platform/live-updates.ts';

export const paymentKeys = {
  verification: (sessionId: string | null) => ['payment-verification', sessionId] as const,
};

/** None: a payment is verified once, when the user comes back from the checkout. */
export const liveUpdates: LiveUpdates = { topics: {} };
