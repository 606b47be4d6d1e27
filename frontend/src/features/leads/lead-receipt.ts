import type { EventResults } from '#backoffice/contract';
import { api } from '../../platform/http.ts';
import type { Receipt, ReceiptQueries } from '../../ui/receipt-dialog.tsx';
import { leadEndpoints } from './endpoints.ts';
import { leadKeys } from './keys.ts';

/** The receipt of a lead, or of its purchase for a buyer. */
export const leadReceipt = (id: string): ReceiptQueries => {
  const path = leadEndpoints.detail(id);
  return {
    receipt: {
      queryKey: leadKeys.receipt(id),
      queryFn: ({ signal }) => api.get<Receipt>(`${path}/receipt`, undefined, signal),
    },
    results: {
      queryKey: leadKeys.receiptResults(id),
      queryFn: ({ signal }) => api.get<EventResults>(`${path}/results`, undefined, signal),
    },
    parties: { client: 'the client', professional: 'the professional' },
  };
};
