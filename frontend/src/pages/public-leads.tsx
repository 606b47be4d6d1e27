import { Flex } from 'antd';
import { Link, useLocation } from 'react-router-dom';
import type { ReturnState } from '../features/identity/return-path.ts';
import { FilteredLeads } from '../features/leads/filtered-leads.tsx';
import { noFilter } from '../features/leads/lead-filter.ts';
import { useLeadFilter } from '../features/leads/lead-filter-state.ts';
import { PublicLeadList } from '../features/leads/public-lead-list.tsx';
import { Page } from '../ui/page.tsx';

/** The list of leads for visitors without an account. */
export function PublicLeads() {
  const { filter, chosen, choose } = useLeadFilter();
  return (
    <Page title="Browse Leads" lead="Events that clients are planning, newest first.">
      <div className="stack">
        <Invitation />
        <FilteredLeads filter={chosen} onChange={choose}>
          <PublicLeadList filter={filter} onClear={() => choose({ ...noFilter, sort: filter.sort })} />
        </FilteredLeads>
      </div>
    </Page>
  );
}

function Invitation() {
  const { pathname, search } = useLocation();
  const state: ReturnState = { returnTo: pathname + search };
  return (
    <Flex className="card pad banner" wrap gap="14px 24px" align="center" justify="space-between">
      <p>
        <b>Sign in to read what clients wrote.</b> Professionals then also see how well each lead fits them, and can
        unlock the client’s contact details.
      </p>
      <Flex gap={10} wrap>
        <Link className="button" to="/login" state={state}>
          Sign In
        </Link>
        <Link className="button primary" to="/signup" state={state}>
          Get Started
        </Link>
      </Flex>
    </Flex>
  );
}
