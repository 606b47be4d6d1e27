import { Flex } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Booking } from '#bookings/contract';
import { longDate } from '../../platform/dates.ts';
import { money } from '../../platform/money.ts';
import { titleCase } from '../../platform/text.ts';
import { ItemCard } from '../../ui/item-card.tsx';
import { bookingTitle, dueText, otherParty } from './booking-labels.ts';
import { PaymentTag, StatusTag } from './status-tag.tsx';

type BookingCardProps = { booking: Booking; userId: string; icon: ReactNode };

/** One booking in the list. */
export function BookingCard({ booking, userId, icon }: BookingCardProps) {
  const { id, eventType, eventDate, durationDays, eventLocation, totalAmount } = booking;
  const title = bookingTitle(booking);
  const due = dueText(booking);
  const facts = (
    <>
      <li>
        <b>{longDate(eventDate)}</b>
      </li>
      {durationDays > 1 && <li>{durationDays} days</li>}
      <li>{eventLocation}</li>
      <li>with {otherParty(booking, userId).displayName}</li>
      <li>{booking.package.name}</li>
      {due && <li>{due}</li>}
    </>
  );
  const foot = (
    <>
      <Flex wrap gap={8}>
        <StatusTag booking={booking} />
        <PaymentTag booking={booking} />
      </Flex>
      <Link className="button quiet" to={`/messages?booking=${id}`}>
        Message<span className="unseen"> about {title}</span>
      </Link>
      <Link className="button" to={`/bookings/${id}`}>
        View Details<span className="unseen"> of {title}</span>
      </Link>
    </>
  );
  const side = <span className="figure money">{money(totalAmount)}</span>;
  return <ItemCard icon={icon} eyebrow={titleCase(eventType)} title={title} facts={facts} side={side} foot={foot} />;
}
