import type { LiveUpdates } from '../../platform/live-updates.ts';

const all = ['identity'] as const;
const everyMe = [...all, 'me'] as const;

export const identityKeys = {
  all,
  me: (userId: string | undefined) => [...everyMe, userId] as const,
  account: [...all, 'account'] as const,
  sessions: [...all, 'sessions'] as const,
  avatar: [...all, 'avatar'] as const,
};

/** Never invalidated: the list changes only with the server's configuration. */
export const providersKey = ['sign-in-providers'] as const;

// Whether the onboarding is finished is part of the user's own data.
export const liveUpdates: LiveUpdates = { topics: { identity: [all], catalog: [everyMe] } };
