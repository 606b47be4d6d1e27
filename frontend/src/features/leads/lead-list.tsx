import type { ReactNode } from 'react';
import type { Lead } from '#leads/contract';
import { BusyButton } from '../../ui/busy-button.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useLeads } from './api.ts';
import { LeadCard } from './lead-card.tsx';
import type { LeadFilter } from './lead-filter.ts';
import '../../ui/list.css';
import './leads.css';

type LeadListProps = { filter: LeadFilter; actions: (lead: Lead) => ReactNode };

/** Active leads, newest first. */
export function LeadList({ filter, actions }: LeadListProps) {
  const leads = useLeads(filter);
  if (leads.isPending) return <LeadListSkeleton count={4} />;
  if (leads.isError && !leads.data)
    return <ErrorState what="The leads could not be loaded" error={leads.error} onRetry={() => void leads.refetch()} />;
  const items = leads.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <EmptyState title="No leads found" text="Try adjusting your filters" />;
  return (
    <div className="cards" aria-busy={leads.isPlaceholderData}>
      {items.map((lead) => (
        <LeadCard key={lead.id} lead={lead}>
          {actions(lead)}
        </LeadCard>
      ))}
      {leads.hasNextPage && (
        <BusyButton className="more" busy={leads.isFetchingNextPage} onClick={() => void leads.fetchNextPage()}>
          Show more leads
        </BusyButton>
      )}
    </div>
  );
}

/** As tall as the cards that will stand here. */
export function LeadListSkeleton({ count }: { count: number }) {
  return (
    <div className="cards" role="status">
      <span className="unseen">Loading...</span>
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton blocks have no identity but their position.
        <div key={i} className="card lead" aria-hidden="true">
          <span className="icon-tile skeleton-block" />
          <div className="lead-body">
            <svg className="skeleton-block" width="55%" height="25" />
            <svg className="skeleton-block" width="100%" height="46" />
            <svg className="skeleton-block" width="75%" height="20" />
          </div>
          <div className="lead-side">
            <svg className="skeleton-block" width="120" height="20" />
            <svg className="skeleton-block" width="136" height="44" />
          </div>
        </div>
      ))}
    </div>
  );
}
