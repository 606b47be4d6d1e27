import type { LiveUpdates } from '../../platform/live-updates.ts';

export const contactKeys = { address: ['contact'] as const };

/** None: the address changes only with the server’s configuration. */
export const liveUpdates: LiveUpdates = { topics: {} };
