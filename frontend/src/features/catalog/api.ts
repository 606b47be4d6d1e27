import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import type {
  CancellationPolicy,
  CreatorProfile,
  CreatorsPage,
  LocationChange,
  PackagesChange,
  ProfileChange,
  ServiceChange,
} from '#catalog/contract';
import { api, isMissing } from '../../platform/http.ts';
import { paging } from '../../platform/paging.ts';
import { type CreatorSearch, queryOf } from './creator-filter.ts';
import { creatorEndpoints } from './endpoints.ts';
import { creatorKeys, ownProfileKey } from './keys.ts';

/** The list from the page that `cursor` names, by default the first. */
export const creatorSearchQuery = (search: CreatorSearch, cursor = '') =>
  infiniteQueryOptions({
    queryKey: creatorKeys.search(search, cursor),
    queryFn: ({ pageParam, signal }) =>
      api.get<CreatorsPage>(creatorEndpoints.all, { ...queryOf(search), cursor: pageParam, limit: 24 }, signal),
    ...paging,
    initialPageParam: cursor,
  });

/** A creator's public profile. */
export const creatorQuery = (id: string) =>
  queryOptions({
    queryKey: creatorKeys.detail(id),
    queryFn: ({ signal }) => api.get<CreatorProfile>(creatorEndpoints.detail(id), undefined, signal),
    // A page that the server rendered without a profile starts with that error.
    retryOnMount: ({ state }) => !isMissing(state.error),
  });

/** The previous list stays while another search loads. */
export const useCreatorSearch = (search: CreatorSearch, cursor: string) =>
  useInfiniteQuery({ ...creatorSearchQuery(search, cursor), placeholderData: keepPreviousData });

export const useCreator = (id: string) => useQuery(creatorQuery(id));

/** The user's own profile. */
export const useOwnProfile = () =>
  useQuery({
    queryKey: ownProfileKey,
    queryFn: ({ signal }) => api.get<CreatorProfile>('/profile', undefined, signal),
  });

const useSavePart = <Change>(path: string, part: string) =>
  useMutation({
    mutationFn: (change: Change) => api.put(path, change),
    meta: { success: `${part} saved`, failure: `Failed to save ${part.toLowerCase()}`, topics: ['catalog'] },
  });

/** Saves the profile; fields that are left out are cleared. */
export const useSaveProfile = () => useSavePart<ProfileChange>('/profile', 'Profile');

export const useSaveService = () => useSavePart<ServiceChange>('/profile/service', 'Service');

export const useSaveLocation = () => useSavePart<LocationChange>('/profile/location', 'Location');

/** Saves all packages, in their order. */
export const useSavePackages = () => useSavePart<PackagesChange>('/profile/packages', 'Packages');

/** Changes the policy for bookings that are requested from now on. */
export const useChooseCancellationPolicy = () =>
  useMutation({
    mutationFn: (cancellationPolicy: CancellationPolicy) =>
      api.put('/profile/cancellation-policy', { cancellationPolicy }),
    meta: {
      success: 'Cancellation policy saved',
      failure: 'Failed to save the cancellation policy',
      topics: ['catalog'],
    },
  });
