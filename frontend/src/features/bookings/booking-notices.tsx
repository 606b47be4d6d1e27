import { CalendarClock } from 'lucide-react';
import type { Booking } from '#bookings/contract';
import { noticesOf } from './deadline-text.ts';
import './bookings.css';

/** What the booking is waiting for, and the deadline for it. */
export function BookingNotices({ booking, userId }: { booking: Booking; userId: string }) {
  return noticesOf(booking, userId).map(({ text, urgent }) => (
    <p key={text} className={`card pad notice${urgent ? ' urgent' : ''}`} role="note">
      <CalendarClock aria-hidden="true" />
      {text}
    </p>
  ));
}
