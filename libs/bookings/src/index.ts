export { ConfirmBooking } from './booking-confirmation.commands.ts';
export { RequestBookingPayment } from './booking-payment.commands.ts';
export { CancelBooking, CompleteBooking, RequestBooking } from './bookings.commands.ts';
export { bookingsModule } from './bookings.module.ts';
export { type BookingSummary, BookingsQueries } from './bookings.queries.ts';
