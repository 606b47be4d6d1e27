import { api } from '../../platform/http.ts';
import { saveJson } from '../../platform/save-json.ts';
import { bookingEndpoints } from './endpoints.ts';

/** Offers the signed receipt of a booking for download. */
export const saveReceipt = async (id: string): Promise<void> => {
  const receipt = await api.get<object>(`${bookingEndpoints.detail(id)}/receipt`);
  saveJson(receipt, `festoon-${id}.json`);
};
