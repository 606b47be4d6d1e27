import { Link, useParams } from 'react-router-dom';
import type { Booking } from '#bookings/contract';
import { useBooking, useBookingHistory } from '../features/bookings/api.ts';
import { BookingActions } from '../features/bookings/booking-actions.tsx';
import { BookingBones } from '../features/bookings/booking-bones.tsx';
import { BookingProgress } from '../features/bookings/booking-progress.tsx';
import { bookingTitle } from '../features/bookings/booking-words.ts';
import { PackageDetails } from '../features/bookings/package-details.tsx';
import { PartyCard } from '../features/bookings/party-card.tsx';
import { PaymentStatus } from '../features/bookings/payment-status.tsx';
import { StatusHistory } from '../features/bookings/status-history.tsx';
import { StatusTag } from '../features/bookings/status-tag.tsx';
import { useMe } from '../features/identity/session.ts';
import { usePaymentReturn } from '../features/payments/payment-return.ts';
import { longDate } from '../shared/dates.ts';
import { eventTypeName } from '../shared/event-type.ts';
import { HttpError } from '../shared/http.ts';
import { Page } from '../shared/page.tsx';
import { Bones, Empty, Failed } from '../shared/states.tsx';

export function BookingDetail() {
  const { id = '' } = useParams();
  const { data: booking, error, refetch } = useBooking(id);
  usePaymentReturn();
  if (booking) return <Found key={id} booking={booking} />;
  if (error instanceof HttpError && (error.status === 404 || error.status === 400)) return <NotFound />;
  return (
    <Page title="Booking">
      {error ? (
        <Failed what="This booking could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <BookingBones />
      )}
    </Page>
  );
}

function NotFound() {
  return (
    <Page title="Booking">
      <Empty
        title="Booking not found"
        text="It may have another address, or belong to someone else."
        action={
          <Link className="button primary" to="/bookings">
            My Bookings
          </Link>
        }
      />
    </Page>
  );
}

function Found({ booking }: { booking: Booking }) {
  const reader = useMe().data?.id ?? '';
  const history = useBookingHistory(booking.id);
  const eyebrow = (
    <span className="booking-eyebrow">
      {eventTypeName(booking.eventType)} · {longDate(booking.eventDate)} <StatusTag booking={booking} />
    </span>
  );
  return (
    <Page title={bookingTitle(booking)} eyebrow={eyebrow} actions={<BookingActions booking={booking} />}>
      <BookingProgress booking={booking} history={history.data ?? []} reader={reader} />
      <div className="booking-page">
        <div className="stack">
          <PackageDetails booking={booking} />
          <History history={history} />
        </div>
        <div className="stack">
          <PaymentStatus booking={booking} />
          <PartyCard booking={booking} reader={reader} />
          <Gallery />
        </div>
      </div>
    </Page>
  );
}

function History({ history }: { history: ReturnType<typeof useBookingHistory> }) {
  return (
    <section className="card pad block">
      <h2>Status history</h2>
      {history.data ? (
        <StatusHistory history={history.data} />
      ) : history.isError ? (
        <Failed what="The history could not be loaded" error={history.error} onRetry={() => void history.refetch()} />
      ) : (
        <Bones heights={[48, 48]} />
      )}
    </section>
  );
}

function Gallery() {
  return (
    <section className="card pad block">
      <h2>Gallery</h2>
      <p className="muted">Photos and films of this booking will be kept here.</p>
    </section>
  );
}
