import { Flex } from 'antd';
import { Suspense } from 'react';
import { useParams } from 'react-router-dom';
import type { Booking } from '#bookings/contract';
import { useBooking, useBookingHistory, useBookingResults } from '../features/bookings/api.ts';
import { BookingActions } from '../features/bookings/booking-actions.tsx';
import { bookingTitle } from '../features/bookings/booking-labels.ts';
import { BookingNotices } from '../features/bookings/booking-notices.tsx';
import { BookingProblem } from '../features/bookings/booking-problem.tsx';
import { BookingProgress } from '../features/bookings/booking-progress.tsx';
import { BookingProposal } from '../features/bookings/booking-proposal.tsx';
import { BookingReceipt } from '../features/bookings/booking-receipt.tsx';
import { BookingSkeleton } from '../features/bookings/booking-skeleton.tsx';
import { eventDays } from '../features/bookings/event-time.ts';
import { PackageDetails } from '../features/bookings/package-details.tsx';
import { PartyCard } from '../features/bookings/party-card.tsx';
import { PaymentStatus } from '../features/bookings/payment-status.tsx';
import { SameDayNotice } from '../features/bookings/same-day-notice.tsx';
import { StatusHistory } from '../features/bookings/status-history.tsx';
import { StatusTag } from '../features/bookings/status-tag.tsx';
import { useBookingGallery } from '../features/galleries/api.ts';
import { BookingGallery } from '../features/galleries/booking-gallery.tsx';
import { useMe } from '../features/identity/session.ts';
import { usePaymentReturn } from '../features/payments/payment-return.ts';
import { titleCase } from '../platform/text.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, SkeletonBlocks } from '../ui/states.tsx';

const BookingPayout = lazyPart(async () => (await import('../features/payouts/booking-payout.tsx')).BookingPayout);
const BookingReview = lazyPart(async () => (await import('../features/bookings/booking-review.tsx')).BookingReview);

// One `Page` for every state: its heading stays mounted while the booking loads and so keeps the focus.
export function BookingDetail() {
  const { id = '' } = useParams();
  const query = useBooking(id);
  const booking = query.data;
  const userId = useMe().data?.id ?? '';
  usePaymentReturn();
  return (
    <Page
      title={booking ? bookingTitle(booking) : 'Booking'}
      eyebrow={booking && <Eyebrow booking={booking} />}
      actions={booking && <BookingActions booking={booking} userId={userId} />}
    >
      <Loaded
        query={query}
        failure="This booking could not be loaded"
        missing={notFound}
        skeleton={<BookingSkeleton />}
      >
        {(data) => <Details key={id} booking={data} userId={userId} />}
      </Loaded>
    </Page>
  );
}

const notFound = (
  <EmptyState
    title="Booking not found"
    text="Check the link, or sign in with the account this booking belongs to."
    link={{ to: '/bookings', name: 'My Bookings' }}
  />
);

function Eyebrow({ booking }: { booking: Booking }) {
  return (
    <Flex wrap gap="8px 12px" align="center">
      {titleCase(booking.eventType)} · {eventDays(booking)} <StatusTag booking={booking} />
    </Flex>
  );
}

function Details({ booking, userId }: { booking: Booking; userId: string }) {
  const gallery = useBookingGallery(booking.id).data;
  const history = useBookingHistory(booking.id);
  const results = useBookingResults(booking.id, history.isSuccess);
  return (
    <div className="stack">
      <BookingNotices booking={booking} userId={userId} />
      <SameDayNotice booking={booking} />
      <BookingProgress
        booking={booking}
        history={history.data ?? []}
        userId={userId}
        delivered={gallery?.status === 'delivered' ? gallery.deliveryDate : null}
      />
      <div className="columns main-first">
        <div className="stack">
          <PackageDetails booking={booking} />
          <Panel title="Status history">
            <Loaded
              query={history}
              failure="The history could not be loaded"
              skeleton={<SkeletonBlocks heights={[48, 48]} />}
            >
              {(entries) => (
                <>
                  <StatusHistory history={entries} results={results.data} />
                  <BookingReceipt id={booking.id} />
                </>
              )}
            </Loaded>
          </Panel>
        </div>
        <div className="stack">
          <PaymentStatus booking={booking} />
          {userId === booking.creator.id && (
            <Suspense>
              <BookingPayout bookingId={booking.id} />
            </Suspense>
          )}
          <PartyCard booking={booking} userId={userId} />
          {booking.status === 'completed' && (
            <Suspense>
              <BookingReview booking={booking} userId={userId} />
            </Suspense>
          )}
          <BookingGallery booking={booking} userId={userId} />
          <BookingProposal booking={booking} userId={userId} />
          <BookingProblem booking={booking} />
        </div>
      </div>
    </div>
  );
}
