import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type {
  LeadMatch,
  LeadMatches,
  LeadsPage,
  PurchasedLeadsPage,
  RefundOutcome,
  RefundRequest,
} from '#leads/contract';
import type { Checkout } from '#payments/contract';
import { api, HttpError, invoke, messageOf, request } from '../../platform/http.ts';
import type { Notice } from '../../platform/notices.ts';
import { type ReservedTab, reserveTab } from '../../platform/open-tab.ts';
import { paging } from '../../platform/paging.ts';
import { leadEndpoints } from './endpoints.ts';
import { leadKeys } from './keys.ts';
import { type LeadFilter, queryOf } from './lead-filter.ts';

/** The prefix of cursors of the list of matches. The cursors of the plain list do not have it. */
const matchCursor = 'match:';

/**
 * Active leads in pages, the newest first, or with `ranked` those first that fit the calling professional best. The
 * plain list takes the place of the matches if they cannot be read, and for professionals who have none.
 */
export const leadListQuery = (filter: LeadFilter, ranked: boolean) =>
  infiniteQueryOptions({
    queryKey: leadKeys.list(filter, ranked),
    queryFn: ({ pageParam, signal }): Promise<LeadsPage> => {
      const query = queryOf(filter);
      const plain = () => api.get<LeadsPage>(leadEndpoints.all, { ...query, cursor: pageParam }, signal);
      if (!ranked) return plain();
      if (pageParam === '') return firstMatches(query, plain);
      return pageParam.startsWith(matchCursor)
        ? matchesPage({ ...query, cursor: pageParam.slice(matchCursor.length) })
        : plain();
    },
    ...paging,
  });

/** Without a filter the plain list was requested while the code was loading, so it is taken from there in any case. */
const firstMatches = async (
  query: Record<string, string | undefined>,
  plain: () => Promise<LeadsPage>,
): Promise<LeadsPage> => {
  const isFiltered = Object.values(query).some((value) => value !== undefined);
  const early = isFiltered ? undefined : plain().catch(() => undefined);
  const page = await matchesPage(query).catch(() => undefined);
  const list = await early;
  if (page && page.items.length > 0) return page;
  return list ?? plain();
};

const matchesPage = async (query: Record<string, string | undefined>): Promise<LeadsPage> => {
  const { matches, nextCursor } = await request<LeadMatches>('POST', '/functions/v1/match-leads', { query });
  return { items: matches, nextCursor: nextCursor === null ? null : `${matchCursor}${nextCursor}` };
};

/** Why a lead has its score, or why it is not among the matches. */
export const useLeadMatch = (id: string) =>
  useQuery({
    queryKey: leadKeys.match(id),
    queryFn: ({ signal }) => api.get<LeadMatch>(leadEndpoints.match(id), undefined, signal),
  });

/** Leads the user has unlocked, newest purchase first, with the client's contact data. */
export const purchasedLeadsQuery = infiniteQueryOptions({
  queryKey: leadKeys.purchased,
  queryFn: ({ pageParam, signal }) =>
    api.get<PurchasedLeadsPage>(leadEndpoints.purchased, { cursor: pageParam }, signal),
  ...paging,
});

/** The previous list stays while another filter loads. Only professionals have matches. */
export const useLeads = (filter: LeadFilter, isProfessional: boolean) =>
  useInfiniteQuery({
    ...leadListQuery(filter, isProfessional && filter.sort === 'match'),
    placeholderData: keepPreviousData,
  });

export const usePurchasedLeads = () => useInfiniteQuery(purchasedLeadsQuery);

/** What is shown to people who unlock a lead without being signed in. */
export const mustSignIn = ['Authentication required', 'Please sign in to purchase leads'] as const;

/** What is shown when the checkout of a lead could not be opened. */
export const unlockFailure = (error: unknown): Notice =>
  error instanceof HttpError && error.status === 401
    ? mustSignIn
    : ['Purchase failed', messageOf(error, 'Unable to process payment')];

const checkoutOf = async (leadId: string): Promise<string> =>
  (await invoke<Checkout>('create-lead-payment', { leadId })).url;

/** Opens the checkout that unlocks a lead in a new tab. Call `unlock` directly in the click handler. */
export const useUnlockLead = (id: string) => {
  const { mutate, isPending } = useMutation({
    mutationFn: (tab: ReservedTab) => tab.open(checkoutOf(id)),
    meta: {
      success: ['Redirecting to payment', 'Complete your payment in the new tab'],
      failure: unlockFailure,
    },
  });
  return { unlock: () => mutate(reserveTab()), isPending };
};

/**
 * Unlocks a lead with a credit. The response is the URL of the list of leads, which then verifies the session; or of
 * the checkout, if the last credit was spent meanwhile.
 */
export const useUnlockWithCredit = (id: string) => {
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: () => checkoutOf(id),
    onSuccess: (url) => {
      const { pathname, searchParams } = new URL(url);
      if (pathname !== '/leads') return location.assign(url);
      // Keeps the filters in the URL.
      const search = new URLSearchParams([...new URLSearchParams(location.search), ...searchParams]);
      void navigate({ search: search.toString() }, { replace: true });
    },
    meta: { failure: unlockFailure, topics: ['plans'] },
  });
  return { unlock: () => mutate(), isPending };
};

/** Requests a refund of a lead that the user unlocked. */
export const useRequestRefund = (id: string) =>
  useMutation({
    mutationFn: (request: RefundRequest) => api.post<RefundOutcome>(leadEndpoints.refundRequest(id), request),
    meta: {
      success: 'We received your request. You’ll find the answer in your notifications.',
      failure: 'Failed to request the refund',
      topics: ['leads', 'plans'],
    },
  });
