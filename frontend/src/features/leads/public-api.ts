import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { PublicLeadsPage } from '#leads/contract';
import { api } from '../../platform/http.ts';
import { paging } from '../../platform/paging.ts';
import { leadEndpoints } from './endpoints.ts';
import { leadKeys } from './keys.ts';
import { type LeadFilter, queryOf } from './lead-filter.ts';

/** What visitors without an account see of active leads, the newest first. */
const publicLeadsQuery = (filter: LeadFilter) =>
  infiniteQueryOptions({
    queryKey: leadKeys.public(filter),
    queryFn: ({ pageParam, signal }) =>
      api.get<PublicLeadsPage>(leadEndpoints.public, { ...queryOf(filter), cursor: pageParam }, signal),
    ...paging,
  });

/** The previous list stays while another filter loads. */
export const usePublicLeads = (filter: LeadFilter) =>
  useInfiniteQuery({ ...publicLeadsQuery(filter), placeholderData: keepPreviousData });
