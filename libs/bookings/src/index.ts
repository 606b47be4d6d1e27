import type { BookingEvents } from './booking.ts';

/** The published events, which other modules may react to. Changes must stay compatible. */
export type BookingsPublished = Pick<
  BookingEvents,
  | 'BookingConfirmed'
  | 'BookingChanged'
  | 'BookingCancelled'
  | 'BookingCompleted'
  | 'BookingReopened'
  | 'BookingDisputed'
  | 'BookingDisputeResolved'
  | 'BookingPaid'
  | 'BookingRefundDue'
  | 'BookingRefunded'
  | 'BookingPaymentReinstated'
>;

export { ConfirmBooking } from './booking-confirmation.commands.ts';
export { DisputeBooking, ReopenBooking, ResolveBookingDispute } from './booking-disputes.commands.ts';
export { RequestBookingPayment } from './booking-payment.commands.ts';
export { AcceptBookingProposal, ProposeBookingChange } from './booking-proposals.commands.ts';
export { RecordBookingPayout } from './booking-receipts.commands.ts';
export { type BookingDetails, CancelBooking, CompleteBooking, RequestBooking } from './bookings.commands.ts';
export { bookingsModule } from './bookings.module.ts';
export { type BookingSummary, BookingsQueries } from './bookings.queries.ts';
export { bookingOfPayment } from './payment-reference.ts';
export { RepliesQueries } from './replies.queries.ts';
export { ModerateReview, ReplyToReview, ReviewsQueries, WriteReview } from './reviews/index.ts';
export { SignedReceipts } from './signed-receipts.queries.ts';
export { StaffBookingsQueries } from './staff-bookings.queries.ts';
