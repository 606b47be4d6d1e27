import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Booking } from '#bookings/contract';
import { shortDate } from '../../platform/dates.ts';
import { bookingTitle, otherParty } from './booking-labels.ts';
import { OverdueTag, StatusTag } from './status-tag.tsx';
import '../../ui/list.css';

type BookingRowProps = { booking: Booking; userId: string; icon: ReactNode };

/** A booking in a short list; opens it. */
export function BookingRow({ booking, userId, icon }: BookingRowProps) {
  const { id, eventDate, durationDays, contact } = booking;
  return (
    <Link className="media row-link" to={`/bookings/${id}`}>
      {icon}
      <span>
        <b>{bookingTitle(booking)}</b>
        <span className="small muted">
          {shortDate(eventDate)}
          {durationDays > 1 && ` · ${durationDays} days`} · with {otherParty(booking, userId).displayName}
          {contact && ` · ${contact.email}`}
        </span>
      </span>
      <span className="end">
        <OverdueTag booking={booking} />
        <StatusTag booking={booking} />
      </span>
    </Link>
  );
}
