import { bookingFields } from '../features/bookings/booking-fields.ts';
import { personFields } from '../features/identity/person-fields.ts';
import { leadFields } from '../features/leads/lead-fields.ts';
import { messageFields } from '../features/messages/message-fields.ts';
import { paymentFields } from '../features/payments/payment-fields.ts';
import { payoutFields } from '../features/payouts/payout-fields.ts';
import { fieldTexts } from '../platform/field-texts.ts';

/** How staff see the fields of events, which can be of any feature. */
export const staffFieldTexts = fieldTexts(
  personFields,
  bookingFields,
  leadFields,
  paymentFields,
  payoutFields,
  messageFields,
);
