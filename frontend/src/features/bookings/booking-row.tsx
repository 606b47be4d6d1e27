import { Link } from 'react-router-dom';
import type { Booking } from '#bookings/contract';
import { shortDate } from '../../shared/dates.ts';
import { EventIcon } from '../../shared/event-icon.tsx';
import { bookingTitle, otherParty } from './booking-words.ts';
import { StatusTag } from './status-tag.tsx';
import '../../shared/list.css';

/** A booking in a short list; opens it. */
export function BookingRow({ booking, reader }: { booking: Booking; reader: string }) {
  const { id, eventType, eventDate } = booking;
  return (
    <Link className="entry-row" to={`/bookings/${id}`}>
      <EventIcon type={eventType} />
      <span>
        <b>{bookingTitle(booking)}</b>
        <span className="small muted">
          {shortDate(eventDate)} · with {otherParty(booking, reader).displayName}
        </span>
      </span>
      <span className="end">
        <StatusTag booking={booking} />
      </span>
    </Link>
  );
}
