import type { ReactNode } from 'react';
import type { Lead } from '#leads/contract';
import { PagedList } from '../../ui/paged-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useLeads } from './api.ts';
import { LeadCard } from './lead-card.tsx';
import type { LeadFilter } from './lead-filter.ts';

type LeadListProps = { filter: LeadFilter; actions: (lead: Lead) => ReactNode };

/** Active leads, newest first. */
export function LeadList({ filter, actions }: LeadListProps) {
  return (
    <PagedList
      query={useLeads(filter)}
      failure="The leads could not be loaded"
      skeletons={4}
      empty={<EmptyState title="No leads found" text="Try adjusting your filters" />}
      more="Show more leads"
    >
      {(lead) => (
        <LeadCard key={lead.id} lead={lead}>
          {actions(lead)}
        </LeadCard>
      )}
    </PagedList>
  );
}
