import type { PaymentType } from '#bookings/contract';

const all = '/bookings';
const detail = (id: string) => `${all}/${encodeURIComponent(id)}`;

/** Where the data of bookings is read. The table of pages requests some of it before the code of a page is loaded. */
export const bookingEndpoints = {
  all,
  detail,
  history: (id: string) => `${detail(id)}/history`,
  results: (id: string) => `${detail(id)}/results`,
  payment: (id: string, part: PaymentType) => `${detail(id)}/payments/${part}`,
  review: (id: string) => `${detail(id)}/review`,
};
