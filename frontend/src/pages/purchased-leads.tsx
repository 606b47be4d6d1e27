import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { useMe } from '../features/identity/session.ts';
import { usePurchasedLeads } from '../features/leads/api.ts';
import { PurchasedLeadCard } from '../features/leads/purchased-lead-card.tsx';
import { Page } from '../ui/page.tsx';
import { ItemCardSkeletons } from '../ui/skeletons.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';

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
  const me = useMe().data;
  const leads = usePurchasedLeads();
  if (leads.isPending) return <ItemCardSkeletons count={2} />;
  if (!leads.data)
    return (
      <ErrorState what="Your leads could not be loaded" error={leads.error} onRetry={() => void leads.refetch()} />
    );
  const items = leads.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <NothingYet />;
  return (
    <div className="stack">
      {items.map((lead) => (
        <PurchasedLeadCard key={lead.id} lead={lead} creatorId={me?.id ?? ''} />
      ))}
      {leads.hasNextPage && (
        <Button className="more" loading={leads.isFetchingNextPage} onClick={() => void leads.fetchNextPage()}>
          Show more leads
        </Button>
      )}
    </div>
  );
}

function NothingYet() {
  return (
    <EmptyState
      title="No purchased leads yet"
      text="Browse and unlock leads to see them here"
      action={
        <Link className="button primary" to="/leads">
          Browse Leads
        </Link>
      }
    />
  );
}
