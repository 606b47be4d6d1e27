import type { LiveUpdates } from '../../platform/live-updates.ts';
import type { LeadFilter } from './lead-filter.ts';

const all = ['leads'] as const;

export const leadKeys = {
  all,
  list: (filter: LeadFilter, ranked: boolean) => [...all, 'list', filter, ranked] as const,
  public: (filter: LeadFilter) => [...all, 'public', filter] as const,
  match: (id: string) => [...all, 'match', id] as const,
  own: [...all, 'own'] as const,
  purchased: [...all, 'purchased'] as const,
  buyers: (id: string) => [...all, 'buyers', id] as const,
  detail: (id: string | null) => [...all, 'detail', id] as const,
  /** Not under the key of leads: an open receipt stays as it was read. */
  receipt: (id: string) => ['lead-receipt', id] as const,
};

export const liveUpdates: LiveUpdates = { topics: { leads: [all], payments: [all], catalog: [all] } };
