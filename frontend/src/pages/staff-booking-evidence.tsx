import { Link, useParams } from 'react-router-dom';
import { BookingEvidence } from '../features/staff/booking-evidence.tsx';
import { StaffPage } from './staff-page.tsx';

/** What the log holds about a booking, to be printed, for a dispute about a payment. */
export function StaffBookingEvidence() {
  const { id = '' } = useParams();
  return (
    <StaffPage
      title="Evidence of a Booking"
      eyebrow={<Link to={`/staff/bookings/${id}`}>Booking Timeline</Link>}
      lead="What happened, who paid and who was notified, for a bank that has to decide about a payment."
      path="/staff/bookings"
      refusal="Only staff can see the evidence of a booking."
    >
      <BookingEvidence key={id} id={id} />
    </StaffPage>
  );
}
