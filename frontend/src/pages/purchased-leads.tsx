import { Link } from 'react-router-dom';
import { useMe } from '../features/identity/session.ts';
import { usePurchasedLeads } from '../features/leads/list-api.ts';
import { PurchasedLeadCard } from '../features/leads/purchased-lead-card.tsx';
import { Page } from '../ui/page.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { EmptyState } from '../ui/states.tsx';

export function PurchasedLeads() {
  return (
    <Page
      title="My Purchased Leads"
      lead="Contact details for the leads you unlocked, newest first."
      actions={
        <Link className="button" to="/leads">
          Browse Leads
        </Link>
      }
    >
      <List />
    </Page>
  );
}

function List() {
  const userId = useMe().data?.id ?? '';
  return (
    <PagedList
      query={usePurchasedLeads()}
      failure="Your leads could not be loaded"
      skeletons={2}
      empty={
        <EmptyState
          title="No purchased leads yet"
          text="Browse and unlock leads to see them here"
          link={{ to: '/leads', name: 'Browse Leads' }}
        />
      }
      more="Show more leads"
    >
      {(lead) => <PurchasedLeadCard key={lead.id} lead={lead} creatorId={userId} />}
    </PagedList>
  );
}
