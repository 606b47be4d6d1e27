const all = '/galleries';
const detail = (id: string) => `${all}/${encodeURIComponent(id)}`;

/** Where the data of galleries is read. The table of pages requests some of it before the code of a page is loaded. */
export const galleryEndpoints = {
  all,
  /** The bookings that a gallery can be created for. */
  bookings: `${all}/bookings`,
  /** The gallery of a booking, as a list of one. */
  ofBooking: (bookingId: string) => `${all}?bookingId=${encodeURIComponent(bookingId)}`,
  deliveryOf: (bookingId: string) => `/bookings/${encodeURIComponent(bookingId)}/delivery`,
  detail,
  items: (id: string) => `${detail(id)}/items`,
  shares: (id: string) => `${detail(id)}/shares`,
  /** The gallery that a link leads to, for people without an account. */
  shared: (token: string) => `/shared-galleries/${encodeURIComponent(token)}`,
};
