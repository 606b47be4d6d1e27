import type { EventResults } from '#backoffice/contract';
import { api } from '../../platform/http.ts';
import type { Receipt, ReceiptQueries } from '../../ui/receipt-dialog.tsx';
import { galleryEndpoints } from './endpoints.ts';
import { galleryKeys } from './keys.ts';

/** The receipt of a gallery. */
export const galleryReceipt = (id: string): ReceiptQueries => {
  const path = galleryEndpoints.detail(id);
  return {
    receipt: {
      queryKey: galleryKeys.receipt(id),
      queryFn: ({ signal }) => api.get<Receipt>(`${path}/receipt`, undefined, signal),
    },
    results: {
      queryKey: galleryKeys.receiptResults(id),
      queryFn: ({ signal }) => api.get<EventResults>(`${path}/results`, undefined, signal),
    },
    parties: { client: 'the client', professional: 'the professional' },
  };
};
