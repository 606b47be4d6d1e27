import type { LiveUpdates } from '../../platform/live-updates.ts';
import type { CreatorSearch } from './creator-filter.ts';

const creators = ['creators'] as const;

const days = [...creators, 'days'] as const;

export const creatorKeys = {
  all: creators,
  search: (search: CreatorSearch, cursor: string) => [...creators, 'search', search, cursor] as const,
  days: (id: string, from: string, to: string, today: string) => [...days, id, from, to, today] as const,
  detail: (id: string) => [...creators, 'detail', id] as const,
};

export const ownProfileKey = ['profile'] as const;

export const ownPortfolioKey = ['portfolio'] as const;

export const ownAvailabilityKey = ['availability'] as const;

export const liveUpdates: LiveUpdates = {
  topics: {
    catalog: [creators, ownProfileKey, ownPortfolioKey, ownAvailabilityKey],
    availability: [days, ownAvailabilityKey],
  },
};
