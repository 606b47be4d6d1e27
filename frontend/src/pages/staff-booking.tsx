import { Link, useParams } from 'react-router-dom';
import { staffOfPeople } from '#backoffice/contract';
import { useMe } from '../features/identity/session.ts';
import { useBookingTimeline } from '../features/staff/api.ts';
import { BookingActions } from '../features/staff/booking-actions.tsx';
import { BookingTimeline } from '../features/staff/booking-timeline.tsx';
import { isFor } from '../features/staff/staff-pages.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, SkeletonBlocks } from '../ui/states.tsx';
import { StaffPage } from './staff-page.tsx';

/** The audit trail of a booking, for staff. */
export function StaffBooking() {
  const { id = '' } = useParams();
  return (
    <StaffPage
      title="Booking Timeline"
      eyebrow={<Link to="/staff/bookings">All Bookings</Link>}
      lead={`Every event of ${id} and what it led to. Personal data is hidden.`}
      path="/staff/bookings"
      refusal="Only staff can see the timeline of every booking."
    >
      <BookingEvents id={id} />
    </StaffPage>
  );
}

function BookingEvents({ id }: { id: string }) {
  const query = useBookingTimeline(id);
  const held = useMe().data?.staffRoles ?? [];
  return (
    <Loaded
      query={query}
      failure="The timeline could not be loaded"
      missing={<EmptyState title="Booking not found" text="This booking does not exist." />}
      skeleton={<SkeletonBlocks heights={[140, 140, 140]} />}
    >
      {({ items, complete }) => (
        <div className="stack">
          {isFor(staffOfPeople, held) && (
            <div>
              <BookingActions id={id} />
            </div>
          )}
          <Panel title="Timeline">
            <BookingTimeline entries={items} />
            {!complete && <p className="muted">Only the oldest {items.length} events are shown.</p>}
          </Panel>
        </div>
      )}
    </Loaded>
  );
}
