import { useMe } from '../features/identity/session.ts';
import { useStaffReports } from '../features/staff/api.ts';
import { DisputedBookings } from '../features/staff/disputed-bookings.tsx';
import { ReportedConversations } from '../features/staff/reported-conversations.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState, SkeletonBlocks } from '../ui/states.tsx';

/** What parties reported, for staff. */
export function StaffReports() {
  const me = useMe().data;
  return (
    <Page title="Reports" lead="Problems with bookings that are not resolved, and conversations that a party reported.">
      {me?.staffRoles.length === 0 ? (
        <EmptyState title="For staff" text="Only staff can see what parties reported." />
      ) : (
        me && <Reports />
      )}
    </Page>
  );
}

function Reports() {
  const query = useStaffReports();
  return (
    <Loaded query={query} failure="The reports could not be loaded" skeleton={<SkeletonBlocks heights={[160, 160]} />}>
      {({ bookings, conversations }) => (
        <div className="stack">
          <DisputedBookings bookings={bookings} />
          <ReportedConversations conversations={conversations} />
        </div>
      )}
    </Loaded>
  );
}
