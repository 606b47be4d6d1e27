const all = '/bookings';
const detail = (id: string) => `${all}/${encodeURIComponent(id)}`;

/** Where the data of bookings is read. The table of pages requests some of it before the code of a page is loaded. */
export const bookingEndpoints = {
  all,
  detail,
  history: (id: string) => `${detail(id)}/history`,
  review: (id: string) => `${detail(id)}/review`,
};
