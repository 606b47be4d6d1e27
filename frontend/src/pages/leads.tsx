import type { MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import type { Lead } from '#leads/contract';
import { useMe } from '../features/identity/session.ts';
import { FilteredLeads } from '../features/leads/filtered-leads.tsx';
import { LeadActions } from '../features/leads/lead-actions.tsx';
import { type LeadFilter, type LeadSort, noFilter, paramsOf } from '../features/leads/lead-filter.ts';
import { useLeadFilter } from '../features/leads/lead-filter-state.ts';
import { LeadList } from '../features/leads/lead-list.tsx';
import { usePaymentReturn } from '../features/payments/payment-return.ts';
import { useOwnPlan } from '../features/plans/api.ts';
import { Page } from '../ui/page.tsx';

export function Leads() {
  const isProfessional = useMe().data?.role !== 'client';
  const { filter, chosen, choose } = useLeadFilter();
  usePaymentReturn();
  return (
    <Page
      title="Browse Leads"
      lead={isProfessional ? introForProfessionals : introForClients}
      actions={<Actions isProfessional={isProfessional} />}
    >
      <FilteredLeads filter={chosen} onChange={choose}>
        {isProfessional && <Sorting filter={chosen} onChange={choose} />}
        <LeadList
          filter={filter}
          isProfessional={isProfessional}
          onClear={() => choose({ ...noFilter, sort: filter.sort })}
          actions={(lead) => <LeadActionsWithCredits lead={lead} isProfessional={isProfessional} />}
        />
      </FilteredLeads>
    </Page>
  );
}

/** The plan is requested once the list is there, so that it does not delay the list. */
function LeadActionsWithCredits({ lead, isProfessional }: { lead: Lead; isProfessional: boolean }) {
  const credits = useOwnPlan(isProfessional).data?.creditsLeft ?? 0;
  return <LeadActions lead={lead} isProfessional={isProfessional} credits={credits} />;
}

type SortingProps = { filter: LeadFilter; onChange: (change: Partial<LeadFilter>) => void };

// Links, because Ant Design's segmented control would be the largest part of this page that is not needed otherwise.
function Sorting(props: SortingProps) {
  return (
    <nav className="sorting" aria-label="Sort leads">
      <SortLink {...props} sort="match" name="Best match" />
      <SortLink {...props} sort="newest" name="Newest" />
    </nav>
  );
}

type SortLinkProps = SortingProps & { sort: LeadSort; name: string };

function SortLink({ filter, onChange, sort, name }: SortLinkProps) {
  // Calls `onChange`, as the filters do: the link's address may lack the newest choices.
  const choose = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onChange({ sort });
  };
  return (
    <Link
      className="button quiet"
      aria-current={filter.sort === sort ? 'true' : undefined}
      to={{ search: paramsOf({ ...filter, sort }).toString() }}
      onClick={choose}
      replace
    >
      {name}
    </Link>
  );
}

const introForProfessionals =
  'Events that clients are planning. Unlock a lead to get the client’s name and email, and their phone number if they gave one.';
const introForClients = 'Events that clients are planning, newest first. Professionals unlock a lead to get in touch.';

function Actions({ isProfessional }: { isProfessional: boolean }) {
  return isProfessional ? (
    <Link className="button" to="/leads/purchased">
      My Purchased Leads
    </Link>
  ) : (
    <>
      <Link className="button" to="/leads/mine">
        Your Posted Leads
      </Link>
      <Link className="button primary" to="/leads/create">
        Post a Lead
      </Link>
    </>
  );
}
