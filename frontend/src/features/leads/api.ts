import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { Lead, LeadPost } from '#leads/contract';
import { api } from '../../platform/http.ts';
import { leadEndpoints } from './endpoints.ts';
import { leadKeys } from './keys.ts';

/** One lead; not requested while there is no id. */
export const leadQuery = (id: string | null) =>
  queryOptions({
    queryKey: leadKeys.detail(id),
    queryFn: ({ signal }) => api.get<Lead>(leadEndpoints.detail(id ?? ''), undefined, signal),
    enabled: id !== null,
  });

export const useLead = (id: string | null) => useQuery(leadQuery(id));

export const usePostLead = () =>
  useMutation({
    mutationFn: (lead: LeadPost) => api.post(leadEndpoints.all, lead),
    meta: { success: 'Lead posted successfully!', failure: 'Failed to post lead', topics: ['leads'] },
  });
