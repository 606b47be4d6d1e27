import { Button, Flex } from 'antd';
import { Suspense, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { peopleRoles, type TimelineEntry } from '#backoffice/contract';
import { StatusTag } from '../features/bookings/status-tag.tsx';
import { useMe } from '../features/identity/session.ts';
import { useBookingTimeline } from '../features/staff/api.ts';
import { BookingActions } from '../features/staff/booking-actions.tsx';
import { BookingSummary } from '../features/staff/booking-summary.tsx';
import { GalleryForStaff } from '../features/staff/gallery-for-staff.tsx';
import { isFor } from '../features/staff/staff-pages.ts';
import { TimelinePanel } from '../features/staff/timeline-panel.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { SkeletonBlocks } from '../ui/states.tsx';
import { StaffPage } from './staff-page.tsx';

const BookingVersions = lazyPart(async () => (await import('../features/staff/booking-versions.tsx')).BookingVersions);

/** The audit trail of a booking, for staff. */
export function StaffBooking() {
  const { id = '' } = useParams();
  const mayActForPeople = isFor(peopleRoles, useMe().data?.staffRoles ?? []);
  return (
    <StaffPage
      title="Booking Timeline"
      eyebrow={<Link to="/staff/bookings">All Bookings</Link>}
      lead={`Every event of ${id} and what it led to. Personal data is hidden.`}
      path="/staff/bookings"
      refusal="Only staff can see the timeline of every booking."
    >
      <div className="stack">
        <BookingSummary id={id} mayLookUp={mayActForPeople} statusTag={(booking) => <StatusTag booking={booking} />} />
        <BookingEvents id={id} mayActForPeople={mayActForPeople} />
      </div>
    </StaffPage>
  );
}

function BookingEvents({ id, mayActForPeople }: { id: string; mayActForPeople: boolean }) {
  const query = useBookingTimeline(id);
  const [showsVersions, setShowsVersions] = useState(false);
  const actions = (items: readonly TimelineEntry[]) => (
    <>
      <Flex wrap gap={10}>
        {mayActForPeople && <BookingActions id={id} />}
        <Button aria-expanded={showsVersions} onClick={() => setShowsVersions(!showsVersions)}>
          {showsVersions ? 'Hide Versions' : 'Show Versions'}
        </Button>
        <Link className="button" to={`/staff/bookings/${id}/evidence`}>
          Evidence
        </Link>
      </Flex>
      {showsVersions && (
        <Suspense fallback={<SkeletonBlocks heights={[260]} />}>
          <BookingVersions key={id} id={id} />
        </Suspense>
      )}
      {items.some(({ galleryId }) => galleryId !== null) && (
        <GalleryForStaff key={id} id={id} mayOpen={mayActForPeople} />
      )}
    </>
  );
  const missing = { title: 'Booking not found', text: 'This booking does not exist.' };
  return <TimelinePanel query={query} missing={missing} mayReveal={mayActForPeople} actions={actions} />;
}
