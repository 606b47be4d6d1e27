import { Link, useParams } from 'react-router-dom';
import type { Booking } from '#bookings/contract';
import { useBooking, useBookingHistory } from '../features/bookings/api.ts';
import { BookingActions } from '../features/bookings/booking-actions.tsx';
import { bookingTitle } from '../features/bookings/booking-labels.ts';
import { BookingProgress } from '../features/bookings/booking-progress.tsx';
import { BookingSkeleton } from '../features/bookings/booking-skeleton.tsx';
import { PackageDetails } from '../features/bookings/package-details.tsx';
import { PartyCard } from '../features/bookings/party-card.tsx';
import { PaymentStatus } from '../features/bookings/payment-status.tsx';
import { StatusHistory } from '../features/bookings/status-history.tsx';
import { StatusTag } from '../features/bookings/status-tag.tsx';
import { useMe } from '../features/identity/session.ts';
import { usePaymentReturn } from '../features/payments/payment-return.ts';
import { longDate } from '../platform/dates.ts';
import { HttpError } from '../platform/http.ts';
import { titleCase } from '../platform/text.ts';
import { Page } from '../ui/page.tsx';
import { EmptyState, ErrorState, SkeletonBlocks } from '../ui/states.tsx';

export function BookingDetail() {
  const { id = '' } = useParams();
  const { data: booking, error, refetch } = useBooking(id);
  usePaymentReturn();
  if (booking) return <Found key={id} booking={booking} />;
  if (error instanceof HttpError && (error.status === 404 || error.status === 400)) return <NotFound />;
  return (
    <Page title="Booking">
      {error ? (
        <ErrorState what="This booking could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <BookingSkeleton />
      )}
    </Page>
  );
}

function NotFound() {
  return (
    <Page title="Booking">
      <EmptyState
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
      {titleCase(booking.eventType)} · {longDate(booking.eventDate)} <StatusTag booking={booking} />
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
        <ErrorState
          what="The history could not be loaded"
          error={history.error}
          onRetry={() => void history.refetch()}
        />
      ) : (
        <SkeletonBlocks heights={[48, 48]} />
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
