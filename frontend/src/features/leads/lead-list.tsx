import type { ReactNode } from 'react';
import type { Lead } from '#leads/contract';
import { PagedList } from '../../ui/paged-list.tsx';
import { LeadCard } from './lead-card.tsx';
import type { LeadFilter } from './lead-filter.ts';
import { useLeads } from './list-api.ts';
import { NoLeads } from './no-leads.tsx';

/** `isProfessional` is true for professionals, who see how well each lead fits them. */
type LeadListProps = {
  filter: LeadFilter;
  isProfessional: boolean;
  onClear: () => void;
  actions: (lead: Lead) => ReactNode;
};

/** Active leads. */
export function LeadList({ filter, isProfessional, onClear, actions }: LeadListProps) {
  return (
    <PagedList
      query={useLeads(filter, isProfessional)}
      failure="The leads could not be loaded"
      skeletons={4}
      empty={<NoLeads filter={filter} onClear={onClear} />}
      more="Show more leads"
    >
      {(lead) => (
        <LeadCard key={lead.id} lead={lead} isProfessional={isProfessional}>
          {actions(lead)}
        </LeadCard>
      )}
    </PagedList>
  );
}
