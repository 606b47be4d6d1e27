import type { BookingEvents } from './booking.ts';

/** What other modules may hear. Changing one of these is changing a promise. */
export type BookingsPublished = Pick<
  BookingEvents,
  'BookingRequested' | 'BookingConfirmed' | 'BookingCancelled' | 'BookingCompleted'
>;

export { ConfirmBooking } from './booking-confirmation.commands.ts';
export { RequestBookingPayment } from './booking-payment.commands.ts';
export { CancelBooking, CompleteBooking, RequestBooking } from './bookings.commands.ts';
export { BookingsModule } from './bookings.module.ts';
export { BookingsQueries } from './bookings.queries.ts';
