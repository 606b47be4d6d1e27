import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Booking } from '#bookings/contract';
import { longDate } from '../../platform/dates.ts';
import { money } from '../../platform/money.ts';
import { titleCase } from '../../platform/text.ts';
import { bookingTitle, otherParty } from './booking-labels.ts';
import { PaymentTag, StatusTag } from './status-tag.tsx';
import '../../ui/list.css';
import './bookings.css';

type BookingCardProps = { booking: Booking; reader: string; icon: ReactNode };

/** One booking in the list. */
export function BookingCard({ booking, reader, icon }: BookingCardProps) {
  const { id, eventType, eventDate, eventLocation, totalAmount } = booking;
  const title = bookingTitle(booking);
  return (
    <article className="card booking">
      {icon}
      <div className="booking-body">
        <span className="eyebrow">{titleCase(eventType)}</span>
        <h2>{title}</h2>
        <ul className="facts">
          <li>
            <b>{longDate(eventDate)}</b>
          </li>
          <li>{eventLocation}</li>
          <li>with {otherParty(booking, reader).displayName}</li>
          <li>{booking.package.name}</li>
        </ul>
      </div>
      <span className="booking-sum figure money">{money(totalAmount)}</span>
      <div className="booking-foot">
        <span className="tags">
          <StatusTag booking={booking} />
          <PaymentTag booking={booking} />
        </span>
        <Link className="button quiet" to={`/bookings/${id}`}>
          Message<span className="unseen"> about {title}</span>
        </Link>
        <Link className="button" to={`/bookings/${id}`}>
          View Details<span className="unseen"> of {title}</span>
        </Link>
      </div>
    </article>
  );
}
