import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { CreatorProfile } from '#catalog/contract';
import { creatorById, ownProfile } from './api.ts';

/** A creator's public profile. */
export const useCreator = (id: string): UseQueryResult<CreatorProfile> =>
  useQuery({ queryKey: ['creators', id], queryFn: ({ signal }) => creatorById(id, signal) });

/** One's own profile. */
export const useProfile = (): UseQueryResult<CreatorProfile> =>
  useQuery({ queryKey: ['profile'], queryFn: ({ signal }) => ownProfile(signal) });
