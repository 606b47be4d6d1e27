import type { ReactNode } from 'react';
import type { Lead } from '#leads/contract';
import { BusyButton } from '../../shared/busy-button.tsx';
import { Empty, Failed } from '../../shared/states.tsx';
import { useLeads } from './api.ts';
import { LeadCard } from './lead-card.tsx';
import type { LeadChoice } from './lead-choice.ts';
import '../../shared/list.css';
import './leads.css';

type LeadListProps = { choice: LeadChoice; deed: (lead: Lead, refresh: () => void) => ReactNode };

/** Active leads, newest first. */
export function LeadList({ choice, deed }: LeadListProps) {
  const leads = useLeads(choice);
  const refresh = () => void leads.refetch();
  if (leads.isPending) return <LeadBones count={4} />;
  if (leads.isError && !leads.data)
    return <Failed what="The leads could not be loaded" error={leads.error} onRetry={refresh} />;
  const items = leads.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <Empty title="No leads found" text="Try adjusting your filters" />;
  return (
    <div className="cards" aria-busy={leads.isPlaceholderData}>
      {items.map((lead) => (
        <LeadCard key={lead.id} lead={lead}>
          {deed(lead, refresh)}
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
export function LeadBones({ count }: { count: number }) {
  return (
    <div className="cards" role="status">
      <span className="unseen">Loading...</span>
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a bone is its place.
        <div key={i} className="card lead" aria-hidden="true">
          <span className="event-icon bone" />
          <div className="lead-body">
            <svg className="bone" width="55%" height="25" />
            <svg className="bone" width="100%" height="46" />
            <svg className="bone" width="75%" height="20" />
          </div>
          <div className="lead-side">
            <svg className="bone" width="120" height="20" />
            <svg className="bone" width="136" height="44" />
          </div>
        </div>
      ))}
    </div>
  );
}
