import type { LiveUpdates } from '../../platform/live-updates.ts';

const all = ['messages'] as const;

export const messageKeys = {
  unread: [...all, 'unread'] as const,
  threads: [...all, 'threads'] as const,
  thread: (id: string) => [...all, 'thread', id] as const,
  messages: (id: string) => [...all, 'of', id] as const,
};

export const liveUpdates: LiveUpdates = {
  topics: { messages: [all], bookings: [messageKeys.threads] },
};
