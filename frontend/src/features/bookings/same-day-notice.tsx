import { CalendarRange } from 'lucide-react';
import type { Booking } from '#bookings/contract';
import { amount } from '../../platform/text.ts';
import './bookings.css';

const count = (number: number, status: string): string[] => (number === 0 ? [] : [amount(number, `${status} booking`)]);

/** Shows the professional of a pending booking which other bookings they have on its days. */
export function SameDayNotice({ booking: { sameDay, durationDays } }: { booking: Booking }) {
  const others = [...count(sameDay.confirmed, 'confirmed'), ...count(sameDay.pending, 'pending')];
  if (others.length === 0) return null;
  return (
    <p className="card pad notice urgent" role="note">
      <CalendarRange aria-hidden="true" />
      {`You have ${others.join(' and ')} on ${durationDays === 1 ? 'the same day' : 'these days'}.`}
    </p>
  );
}
