import type { LiveUpdates } from '../../platform/live-updates.ts';

const all = ['plans'] as const;

export const planKeys = { all, own: [...all, 'own'] as const, entries: [...all, 'entries'] as const };

export const liveUpdates: LiveUpdates = { topics: { plans: [all] } };
