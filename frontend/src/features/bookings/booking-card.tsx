import { Link } from 'react-router-dom';
import type { Booking } from '#bookings/contract';
import { longDate } from '../../shared/dates.ts';
import { EventIcon } from '../../shared/event-icon.tsx';
import { eventTypeName } from '../../shared/event-type.ts';
import { money } from '../../shared/money.ts';
import { bookingTitle, otherParty } from './booking-words.ts';
import { PaymentTag, StatusTag } from './status-tag.tsx';
import '../../shared/list.css';
import './bookings.css';

/** One booking in the list. */
export function BookingCard({ booking, reader }: { booking: Booking; reader: string }) {
  const { id, eventType, eventDate, eventLocation, totalAmount } = booking;
  const title = bookingTitle(booking);
  return (
    <article className="card booking">
      <EventIcon type={eventType} />
      <div className="booking-body">
        <span className="eyebrow">{eventTypeName(eventType)}</span>
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
