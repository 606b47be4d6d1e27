import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { LeadBuyers, LeadPost, LeadsPage } from '#leads/contract';
import { dropDraft } from '../../platform/drafts.ts';
import { api } from '../../platform/http.ts';
import { paging } from '../../platform/paging.ts';
import { leadEndpoints } from './endpoints.ts';
import { leadKeys } from './keys.ts';

const ownLeadsQuery = infiniteQueryOptions({
  queryKey: leadKeys.own,
  queryFn: ({ pageParam, signal }) => api.get<LeadsPage>(leadEndpoints.own, { cursor: pageParam }, signal),
  ...paging,
});

/** The leads that the user posted, in every status, newest first. */
export const useOwnLeads = () => useInfiniteQuery(ownLeadsQuery);

/** Who unlocked one of the user's leads, and when. */
export const useLeadBuyers = (id: string) =>
  useQuery({
    queryKey: leadKeys.buyers(id),
    queryFn: ({ signal }) => api.get<LeadBuyers>(leadEndpoints.buyers(id), undefined, signal),
  });

/** Drops the draft also if the form was left before the response arrived. */
export const useChangeLead = (id: string, draftKey: string) =>
  useMutation({
    mutationFn: (lead: LeadPost) => api.put(leadEndpoints.detail(id), lead),
    onSuccess: () => dropDraft(draftKey),
    meta: { success: 'Lead changed', failure: 'Failed to change lead', topics: ['leads'] },
  });

export const useCloseLead = (id: string) =>
  useMutation({
    mutationFn: () => api.post(`${leadEndpoints.detail(id)}/close`),
    meta: { success: 'Lead closed', failure: 'Failed to close lead', topics: ['leads'] },
  });

export const useMarkLeadBooked = (id: string) =>
  useMutation({
    mutationFn: () => api.post(`${leadEndpoints.detail(id)}/mark-booked`),
    meta: { success: 'Lead marked as booked', failure: 'Failed to mark lead as booked', topics: ['leads'] },
  });

export const useWithdrawLead = (id: string) =>
  useMutation({
    mutationFn: () => api.post(`${leadEndpoints.detail(id)}/withdraw`),
    meta: { success: 'Lead withdrawn', failure: 'Failed to withdraw lead', topics: ['leads'] },
  });
