import type { CreatorProfile, Onboarding, ProfileChange } from '#catalog/contract';
import { api } from '../../platform/http.ts';

export type CreatorSearch = { q?: string | undefined; service?: string | undefined };
type CreatorList = { items: CreatorProfile[]; nextCursor?: string | null };

/** Up to three creators for the landing page. */
export const featuredCreators = async (signal?: AbortSignal): Promise<CreatorProfile[]> =>
  (await api.get<CreatorList>('/creators/featured', undefined, signal)).items;

/** One page of the search; `cursor` asks for the next. */
export const searchCreators = (search: CreatorSearch, cursor: string | undefined, signal: AbortSignal) =>
  api.get<CreatorList>('/creators', { ...search, cursor, limit: 24 }, signal);

/** A creator's public profile. */
export const creatorById = (id: string, signal: AbortSignal): Promise<CreatorProfile> =>
  api.get<CreatorProfile>(`/creators/${encodeURIComponent(id)}`, undefined, signal);

/** Saves all four steps of the onboarding at once. */
export const finishOnboarding = (answers: Onboarding): Promise<unknown> => api.post('/profile/onboarding', answers);

/** One's own profile. */
export const ownProfile = (signal: AbortSignal): Promise<CreatorProfile> =>
  api.get<CreatorProfile>('/profile', undefined, signal);

/** What is left out is cleared. */
export const saveProfile = (change: ProfileChange): Promise<unknown> => api.put('/profile', change);
