import type { LiveUpdates } from '../../platform/live-updates.ts';

export const conversationKeys = { list: ['conversations'] as const };

/** None: conversations with the assistant notify no one over the socket. */
export const liveUpdates: LiveUpdates = { topics: {} };
