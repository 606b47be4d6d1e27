import { api } from '../../platform/http.ts';
import { saveFile } from '../../platform/save-file.ts';
import { bookingEndpoints } from './endpoints.ts';

/** Offers the signed receipt of a booking for download. It is formatted, because people read it too. */
export const saveReceipt = async (id: string): Promise<void> => {
  const receipt = await api.get<object>(`${bookingEndpoints.detail(id)}/receipt`);
  saveFile(new Blob([JSON.stringify(receipt, null, 2)], { type: 'application/json' }), `festoon-${id}.json`);
};
