import type { Booking, BookingHistoryEntry } from '#bookings/contract';
import { Festoon } from '../../ui/festoon.tsx';
import { statusLabels } from './booking-labels.ts';
import { type GalleryDelivery, stepsOf } from './booking-steps.ts';
import './bookings.css';

type BookingProgressProps = {
  booking: Booking;
  history: readonly BookingHistoryEntry[];
  userId: string;
  delivered: GalleryDelivery;
};

/** The progress of a booking: one lit bulb for each completed step. */
export function BookingProgress({ booking, history, userId, delivered }: BookingProgressProps) {
  const steps = stepsOf(booking, history, userId, delivered);
  const lit = steps.flatMap(({ done }, i) => (done ? [i] : []));
  return (
    <section className="card pad progress" aria-label={`Progress: ${statusLabels[booking.status].text}`}>
      <Festoon bulbs={steps.length} lit={lit} sag={30} size={9} labels={steps} />
    </section>
  );
}
