import { useStaffReports } from '../features/staff/api.ts';
import { DisputedBookings } from '../features/staff/disputed-bookings.tsx';
import { ReportedConversations } from '../features/staff/reported-conversations.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SkeletonBlocks } from '../ui/states.tsx';
import { StaffPage } from './staff-page.tsx';

/** What parties reported, for staff. */
export function StaffReports() {
  return (
    <StaffPage
      title="Reports"
      lead="Problems with bookings that are not resolved, and conversations that a party reported."
      path="/staff/reports"
      refusal="Only staff can see what parties reported."
    >
      <Reports />
    </StaffPage>
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
