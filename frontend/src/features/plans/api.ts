import { queryOptions, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { Checkout } from '#payments/contract';
import type { OwnPlan, PlanEntries } from '#plans/contract';
import { api } from '../../platform/http.ts';
import { type ReservedTab, reserveTab } from '../../platform/open-tab.ts';
import { paging } from '../../platform/paging.ts';
import { planKeys } from './keys.ts';

const ownPlanQuery = queryOptions({
  queryKey: planKeys.own,
  queryFn: ({ signal }) => api.get<OwnPlan>('/plan', undefined, signal),
});

/** The user's plan. Only professionals have one. */
export const useOwnPlan = (isProfessional: boolean) => useQuery({ ...ownPlanQuery, enabled: isProfessional });

export const usePlanEntries = () =>
  useInfiniteQuery({
    queryKey: planKeys.entries,
    queryFn: ({ pageParam, signal }) => api.get<PlanEntries>('/plan/entries', { cursor: pageParam }, signal),
    ...paging,
  });

/** Opens the checkout of the next month in a new tab. Call `pay` directly in the click handler. */
export const usePayPlan = () => {
  const { mutate, isPending } = useMutation({
    mutationFn: (tab: ReservedTab) => tab.open(api.post<Checkout>('/plan/payment').then(({ url }) => url)),
    meta: {
      success: ['Redirecting to payment', 'Complete your payment in the new tab'],
      failure: 'Failed to create payment',
    },
  });
  return { pay: () => mutate(reserveTab()), isPending };
};
