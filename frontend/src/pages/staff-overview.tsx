import type { StaffOverview as Overview } from '#backoffice/contract';
import { type Count, Counts } from '../features/dashboard/counts.tsx';
import { useStaffOverview } from '../features/staff/api.ts';
import { OperationPanel } from '../features/staff/operation-panel.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SkeletonBlocks } from '../ui/states.tsx';
import { StaffPage } from './staff-page.tsx';

/** The overview for staff: what needs attention now. */
export function StaffOverview() {
  return (
    <StaffPage
      title="Back Office"
      lead="What needs attention now."
      path="/staff"
      refusal="Only staff can see the back office."
    >
      <Figures />
    </StaffPage>
  );
}

function Figures() {
  const query = useStaffOverview();
  return (
    <Loaded query={query} failure="The overview could not be loaded" skeleton={<SkeletonBlocks heights={[110, 110]} />}>
      {(overview) => (
        <div className="stack">
          <Counts counts={countsOf(overview)} />
          {overview.operation && <OperationPanel operation={overview.operation} />}
        </div>
      )}
    </Loaded>
  );
}

const countsOf = ({ openReports, bookings, leads, waitingPayouts }: Overview): readonly Count[] => [
  ...(bookings ? [{ name: 'Problems with Bookings', value: bookings.disputed, to: '/staff/reports' }] : []),
  ...(openReports === null ? [] : [{ name: 'Reported Conversations', value: openReports, to: '/staff/reports' }]),
  ...(bookings
    ? [
        { name: 'Overdue Balances', value: bookings.overdue, to: '/staff/bookings?payment=overdue' },
        { name: 'Refunds Due', value: bookings.refundsDue, to: '/staff/bookings?payment=refund-due' },
        { name: 'Failed Refunds', value: bookings.failedRefunds, to: '/staff/bookings?payment=refund-failed' },
        { name: 'Late Deliveries', value: bookings.lateDeliveries, to: '/staff/bookings?delivery=late' },
      ]
    : []),
  ...(leads
    ? [
        { name: 'Held Leads', value: leads.held, to: '/staff/leads?status=held' },
        { name: 'Failed Refunds of Leads', value: leads.failedRefunds, to: '/staff/leads?refund=failed' },
      ]
    : []),
  ...(waitingPayouts === null
    ? []
    : [{ name: 'Payouts to Transfer', value: waitingPayouts, to: '/staff/payouts?status=started' }]),
];
