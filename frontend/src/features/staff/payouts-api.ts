import { keepPreviousData, type QueryClient, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { PayoutFailure, StaffPayoutsPage, TransferDetails } from '#backoffice/contract';
import { today } from '../../platform/dates.ts';
import { api } from '../../platform/http.ts';
import { paging } from '../../platform/paging.ts';
import { saveFile } from '../../platform/save-file.ts';
import type { Filter } from './filter.ts';
import { overviewKey, staffPayoutsKey } from './keys.ts';

const pathOf = (payoutId: string): string => `/staff/payouts/${encodeURIComponent(payoutId)}`;

/** `GET /api/v1/staff/payouts` */
export const useStaffPayouts = (filter: Filter) =>
  useInfiniteQuery({
    queryKey: [...staffPayoutsKey, filter],
    queryFn: ({ pageParam, signal }) =>
      api.get<StaffPayoutsPage>('/staff/payouts', { ...filter, ...(pageParam && { cursor: pageParam }) }, signal),
    ...paging,
    placeholderData: keepPreviousData,
  });

/** Downloads the payouts that are to be paid, as a file for the bank. The log records it. */
export const useExportTransfers = () =>
  useMutation({
    mutationFn: async (reason: string) =>
      saveFile(await api.exportedFile('/staff/payouts/export', { reason }), `festoon-payouts-${today()}.csv`),
    meta: { failure: 'Failed to export the payouts' },
  });

/** Shows the bank details to which a payout goes. The log records it. */
export const useRevealTransfer = (payoutId: string) =>
  useMutation({
    mutationFn: (reason: string) => api.post<TransferDetails>(`${pathOf(payoutId)}/reveal`, { reason }),
    meta: { failure: 'Failed to show the bank details' },
  });

export const useRecordTransfer = (payoutId: string) =>
  useMutation({
    mutationFn: (reference: string) => api.post(`${pathOf(payoutId)}/paid`, { reference }),
    onSettled: (_data, _error, _reference, _result, { client }) => invalidatePayouts(client),
    meta: { success: 'Payout marked as paid', failure: 'Failed to mark the payout as paid' },
  });

export const useRecordPayoutFailure = (payoutId: string) =>
  useMutation({
    mutationFn: (failure: PayoutFailure) => api.post(`${pathOf(payoutId)}/failed`, failure),
    onSettled: (_data, _error, _failure, _result, { client }) => invalidatePayouts(client),
    meta: { success: 'Payout marked as failed', failure: 'Failed to mark the payout as failed' },
  });

const invalidatePayouts = (client: QueryClient) =>
  Promise.all([staffPayoutsKey, overviewKey].map((queryKey) => client.invalidateQueries({ queryKey })));
