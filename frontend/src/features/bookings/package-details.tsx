import type { ReactNode } from 'react';
import type { Booking } from '#bookings/contract';
import { longDate } from '../../platform/dates.ts';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** What was booked, when and where. */
export function PackageDetails({ booking }: { booking: Booking }) {
  const { eventDate, eventLocation, expectedAttendance, eventDescription } = booking;
  const { name, durationHours, deliverables } = booking.package;
  return (
    <section className="card pad block">
      <h2>Package details</h2>
      <dl className="known">
        <Fact name="Package">
          <b>{name}</b>, {durationHours} {durationHours === 1 ? 'hour' : 'hours'}
        </Fact>
        <Fact name="When">{longDate(eventDate)}</Fact>
        <Fact name="Where">{eventLocation}</Fact>
        {expectedAttendance !== null && <Fact name="Guests">{expectedAttendance.toLocaleString('en-US')}</Fact>}
        {deliverables.length > 0 && <Fact name="Includes">{deliverables.join(', ')}</Fact>}
        {eventDescription && (
          <Fact name="Notes">
            <span className="told">{eventDescription}</span>
          </Fact>
        )}
      </dl>
    </section>
  );
}
