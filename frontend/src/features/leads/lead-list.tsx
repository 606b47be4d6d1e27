import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { Lead } from '#leads/contract';
import { ItemCardSkeletons } from '../../ui/skeletons.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useLeads } from './api.ts';
import { LeadCard } from './lead-card.tsx';
import type { LeadFilter } from './lead-filter.ts';
import '../../ui/list.css';

type LeadListProps = { filter: LeadFilter; actions: (lead: Lead) => ReactNode };

/** Active leads, newest first. */
export function LeadList({ filter, actions }: LeadListProps) {
  const leads = useLeads(filter);
  if (leads.isPending) return <ItemCardSkeletons count={4} />;
  if (leads.isError && !leads.data)
    return <ErrorState what="The leads could not be loaded" error={leads.error} onRetry={() => void leads.refetch()} />;
  const items = leads.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <EmptyState title="No leads found" text="Try adjusting your filters" />;
  return (
    <div className="stack" aria-busy={leads.isPlaceholderData}>
      {items.map((lead) => (
        <LeadCard key={lead.id} lead={lead}>
          {actions(lead)}
        </LeadCard>
      ))}
      {leads.hasNextPage && (
        <Button className="more" loading={leads.isFetchingNextPage} onClick={() => void leads.fetchNextPage()}>
          Show more leads
        </Button>
      )}
    </div>
  );
}
