import type { Booking } from '#bookings/contract';
import { paymentWord, statusWords } from './booking-words.ts';

export function StatusTag({ booking }: { booking: Booking }) {
  const { text, tone } = statusWords[booking.status];
  return <span className={`tag ${tone}`}>{text}</span>;
}

export function PaymentTag({ booking }: { booking: Booking }) {
  const word = paymentWord(booking);
  return word && <span className={`tag ${word.tone}`}>{word.text}</span>;
}
