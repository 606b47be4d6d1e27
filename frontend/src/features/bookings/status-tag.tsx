import type { Booking } from '#bookings/contract';
import { paymentLabel, statusLabels } from './booking-labels.ts';

export function StatusTag({ booking }: { booking: Booking }) {
  const { text, tone } = statusLabels[booking.status];
  return <span className={`tag ${tone}`}>{text}</span>;
}

export function PaymentTag({ booking }: { booking: Booking }) {
  const word = paymentLabel(booking);
  return word && <span className={`tag ${word.tone}`}>{word.text}</span>;
}
