import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { Lead, LeadPost, PostedLead } from '#leads/contract';
import { dropDraft } from '../../platform/drafts.ts';
import { api } from '../../platform/http.ts';
import { useRepeatablePost } from '../../platform/repeatable-post.ts';
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

/** Drops the draft also if the form was left before the response arrived. */
export const usePostLead = (draftKey: string) =>
  useMutation({
    mutationFn: useRepeatablePost<PostedLead, LeadPost>(leadEndpoints.all),
    onSuccess: () => dropDraft(draftKey),
    meta: { success: 'Lead posted successfully!', failure: 'Failed to post lead', topics: ['leads'] },
  });
