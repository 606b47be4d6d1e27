import { Flex } from 'antd';
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
import { Panel } from '../ui/panel.tsx';
import { EmptyState, ErrorState, SkeletonBlocks } from '../ui/states.tsx';

const isMissing = (error: unknown): boolean =>
  error instanceof HttpError && (error.status === 404 || error.status === 400);

// One `Page` for every state: its heading stays mounted while the booking loads and so keeps the focus.
export function BookingDetail() {
  const { id = '' } = useParams();
  const { data: booking, error, refetch } = useBooking(id);
  usePaymentReturn();
  return (
    <Page
      title={booking ? bookingTitle(booking) : 'Booking'}
      eyebrow={booking && <Eyebrow booking={booking} />}
      actions={booking && <BookingActions booking={booking} />}
    >
      {booking ? (
        <Details key={id} booking={booking} />
      ) : isMissing(error) ? (
        <NotFound />
      ) : error ? (
        <ErrorState what="This booking could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <BookingSkeleton />
      )}
    </Page>
  );
}

function NotFound() {
  return (
    <EmptyState
      title="Booking not found"
      text="Check the link, or sign in with the account this booking belongs to."
      action={
        <Link className="button primary" to="/bookings">
          My Bookings
        </Link>
      }
    />
  );
}

function Eyebrow({ booking }: { booking: Booking }) {
  return (
    <Flex wrap gap="8px 12px" align="center">
      {titleCase(booking.eventType)} · {longDate(booking.eventDate)} <StatusTag booking={booking} />
    </Flex>
  );
}

function Details({ booking }: { booking: Booking }) {
  const userId = useMe().data?.id ?? '';
  const history = useBookingHistory(booking.id);
  return (
    <div className="stack">
      <BookingProgress booking={booking} history={history.data ?? []} userId={userId} />
      <div className="columns main-first">
        <div className="stack">
          <PackageDetails booking={booking} />
          <Panel title="Status history">
            <History history={history} />
          </Panel>
        </div>
        <div className="stack">
          <PaymentStatus booking={booking} />
          <PartyCard booking={booking} userId={userId} />
          <Panel title="Gallery">
            <p className="muted">Photos and videos from this booking will appear here.</p>
          </Panel>
        </div>
      </div>
    </div>
  );
}

function History({ history }: { history: ReturnType<typeof useBookingHistory> }) {
  if (history.data) return <StatusHistory history={history.data} />;
  if (history.error)
    return (
      <ErrorState what="The history could not be loaded" error={history.error} onRetry={() => void history.refetch()} />
    );
  return <SkeletonBlocks heights={[48, 48]} />;
}
