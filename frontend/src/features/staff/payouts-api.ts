import { keepPreviousData, type QueryClient, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type {
  NegativeBalances,
  PayoutFailure,
  PayoutReturn,
  StaffPayoutsPage,
  TransferDetails,
  TransfersExport,
} from '#backoffice/contract';
import { today } from '../../platform/dates.ts';
import { api } from '../../platform/http.ts';
import { paging } from '../../platform/paging.ts';
import { saveFile } from '../../platform/save-file.ts';
import type { Filter } from './filter.ts';
import { staffKeys } from './keys.ts';

const pathOf = (payoutId: string): string => `/staff/payouts/${encodeURIComponent(payoutId)}`;

/** `GET /api/v1/staff/payouts` */
export const useStaffPayouts = (filter: Filter) =>
  useInfiniteQuery({
    queryKey: staffKeys.payoutList(filter),
    queryFn: ({ pageParam, signal }) =>
      api.get<StaffPayoutsPage>('/staff/payouts', { ...filter, ...(pageParam && { cursor: pageParam }) }, signal),
    ...paging,
    placeholderData: keepPreviousData,
  });

/** `GET /api/v1/staff/payouts/negative-balances` */
export const useNegativeBalances = () =>
  useQuery({
    queryKey: staffKeys.negativeBalances,
    queryFn: ({ signal }) => api.get<NegativeBalances>('/staff/payouts/negative-balances', undefined, signal),
  });

/** Downloads the payouts that are to be paid, as a file for the bank. The log records it, and the handover. */
export const useExportTransfers = () =>
  useMutation({
    mutationFn: async (body: TransfersExport) =>
      saveFile(await api.exportedFile('/staff/payouts/export', body), `festoon-payouts-${today()}.csv`),
    onSettled: (_data, _error, _body, _result, { client }) => invalidatePayouts(client),
    meta: { failure: 'Failed to export the payouts' },
  });

/** Shows the bank details to which a payout goes. The log records it, and the handover. */
export const useRevealTransfer = (payoutId: string) =>
  useMutation({
    mutationFn: (reason: string) => api.post<TransferDetails>(`${pathOf(payoutId)}/reveal`, { reason }),
    onSettled: (_data, _error, _reason, _result, { client }) => invalidatePayouts(client),
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

export const useRecordPayoutReturn = (payoutId: string) =>
  useMutation({
    mutationFn: (failure: PayoutReturn) => api.post(`${pathOf(payoutId)}/returned`, failure),
    onSettled: (_data, _error, _failure, _result, { client }) => invalidatePayouts(client),
    meta: { success: 'Recorded that the transfer came back', failure: 'Failed to record that the transfer came back' },
  });

const invalidatePayouts = (client: QueryClient) =>
  Promise.all([staffKeys.payouts, staffKeys.overview].map((queryKey) => client.invalidateQueries({ queryKey })));
