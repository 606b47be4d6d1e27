import { keepPreviousData, type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Lead, LeadPost, PurchasedLead } from '#leads/contract';
import type { Checkout } from '#payments/contract';
import { api, invoke } from '../../platform/http.ts';
import { type LeadFilter, queryOf } from './lead-filter.ts';

type LeadList<T> = { items: T[]; nextCursor: string | null };

/** Active leads, newest first, a page at a time. The old list stays while another filter loads. */
export const useLeads = (filter: LeadFilter) =>
  useInfiniteQuery({
    queryKey: ['leads', 'open', filter],
    queryFn: ({ pageParam, signal }) =>
      api.get<LeadList<Lead>>('/leads', { ...queryOf(filter), cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });

/** Leads the caller has unlocked, newest purchase first, each with a way to reach the client. */
export const usePurchasedLeads = () =>
  useInfiniteQuery({
    queryKey: ['leads', 'purchased'],
    queryFn: ({ pageParam, signal }) =>
      api.get<LeadList<PurchasedLead>>('/leads/purchased', { cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** One lead; asks nothing while there is no id. */
export const useLead = (id: string | null): UseQueryResult<Lead> =>
  useQuery({
    queryKey: ['leads', id],
    queryFn: ({ signal }) => api.get<Lead>(`/leads/${encodeURIComponent(id ?? '')}`, undefined, signal),
    enabled: id !== null,
  });

export const postLead = (lead: LeadPost): Promise<unknown> => api.post('/leads', lead);

export const withdrawLead = (id: string): Promise<unknown> => api.post(`/leads/${id}/withdraw`);

/** The address of the checkout. */
export const startLeadPayment = async (leadId: string): Promise<string> =>
  (await invoke<Checkout>('create-lead-payment', { leadId })).url;
