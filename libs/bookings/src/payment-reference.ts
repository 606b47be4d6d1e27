/** The reference of a payment for a part of a booking: `booking-…/deposit`. */
export const partReference = /^(booking-[0-9a-f-]{36})\/(deposit|balance)$/;

/** The booking that a payment with this reference is for; undefined if it is for something else. */
export const bookingOfPayment = (reference: string): string | undefined => partReference.exec(reference)?.[1];
