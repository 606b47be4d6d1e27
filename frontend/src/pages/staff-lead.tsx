import { Link, useParams } from 'react-router-dom';
import { moneyRoles, peopleRoles, type TimelineEntry } from '#backoffice/contract';
import { useMe } from '../features/identity/session.ts';
import { useLeadTimeline } from '../features/staff/api.ts';
import { LeadActions } from '../features/staff/lead-actions.tsx';
import { buyerToRefund } from '../features/staff/lead-state.ts';
import { RefundPurchase } from '../features/staff/refund-purchase.tsx';
import { isFor } from '../features/staff/staff-pages.ts';
import { TimelinePanel } from '../features/staff/timeline-panel.tsx';
import { StaffPage } from './staff-page.tsx';

/** The audit trail of a lead, for staff: who unlocked it, when and for how much. */
export function StaffLead() {
  const { id = '' } = useParams();
  return (
    <StaffPage
      title="Lead Timeline"
      eyebrow={<Link to="/staff/leads">All Leads</Link>}
      lead={`Every event of ${id} and what it led to. Personal data is hidden.`}
      path="/staff/leads"
      refusal="Only staff can see the timeline of every lead."
    >
      <LeadEvents id={id} />
    </StaffPage>
  );
}

function LeadEvents({ id }: { id: string }) {
  const query = useLeadTimeline(id);
  const viewerRoles = useMe().data?.staffRoles ?? [];
  const refund = (entry: TimelineEntry, items: readonly TimelineEntry[]) => {
    const buyerId = isFor(moneyRoles, viewerRoles) && buyerToRefund(entry, items);
    return buyerId && <RefundPurchase leadId={id} buyerId={buyerId} />;
  };
  const missing = { title: 'Lead not found', text: 'This lead does not exist.' };
  return (
    <TimelinePanel
      query={query}
      missing={missing}
      mayReveal={isFor(peopleRoles, viewerRoles)}
      actions={() => isFor(peopleRoles, viewerRoles) && <LeadActions id={id} />}
      entryAction={refund}
    />
  );
}
