import type { LiveUpdates } from '../../platform/live-updates.ts';

const all = ['notifications'] as const;

export const notificationKeys = {
  all,
  newest: [...all, 'newest'] as const,
  list: [...all, 'list'] as const,
  preferences: [...all, 'preferences'] as const,
};

export const liveUpdates: LiveUpdates = { topics: { notifications: [all] } };
