import type { EventResults } from '#backoffice/contract';
import type { PaymentType } from '#bookings/contract';
import { api } from '../../platform/http.ts';
import type { Receipt, ReceiptQueries } from '../../ui/receipt-dialog.tsx';
import { bookingEndpoints } from './endpoints.ts';
import { bookingKeys } from './keys.ts';

/** The receipt of a payment for a booking. */
export const paymentReceipt = (id: string, part: PaymentType): ReceiptQueries => {
  const path = bookingEndpoints.payment(id, part);
  return {
    receipt: {
      queryKey: bookingKeys.paymentReceipt(id, part),
      queryFn: ({ signal }) => api.get<Receipt>(`${path}/receipt`, undefined, signal),
    },
    results: {
      queryKey: bookingKeys.paymentReceiptResults(id, part),
      queryFn: ({ signal }) => api.get<EventResults>(`${path}/results`, undefined, signal),
    },
    parties: { client: 'the client', professional: 'the professional' },
  };
};
