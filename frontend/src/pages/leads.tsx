import { Button } from 'antd';
import { SlidersHorizontal } from 'lucide-react';
import { type ComponentProps, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useMe } from '../features/identity/session.ts';
import { LeadActions } from '../features/leads/lead-actions.tsx';
import {
  activeFilterCount,
  filterFrom,
  type LeadFilter,
  type LeadSort,
  noFilter,
  paramsOf,
} from '../features/leads/lead-filter.ts';
import { LeadFilters } from '../features/leads/lead-filters.tsx';
import { LeadList } from '../features/leads/lead-list.tsx';
import { usePaymentReturn } from '../features/payments/payment-return.ts';
import { Deferred } from '../ui/deferred.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Page } from '../ui/page.tsx';

const FilterDrawer = lazyPart(async () => (await import('../features/leads/filter-drawer.tsx')).FilterDrawer);

export function Leads() {
  const sells = useMe().data?.role !== 'client';
  const { filter, chosen, choose } = useLeadFilter();
  usePaymentReturn();
  return (
    <Page title="Browse Leads" lead={sells ? forPros : forClients} actions={<Actions sells={sells} />}>
      <div className="browse">
        <aside className="card pad" aria-label="Filters">
          <LeadFilters filter={chosen} onChange={choose} />
        </aside>
        <SmallScreenFilters filter={chosen} onChange={choose} />
        <div>
          {sells && <Sorting filter={chosen} />}
          <LeadList
            filter={filter}
            sells={sells}
            onClear={() => choose({ ...noFilter, sort: filter.sort })}
            actions={(lead) => <LeadActions lead={lead} sells={sells} />}
          />
        </div>
      </div>
    </Page>
  );
}

// The address is updated later than the fields, which show a choice at once. A choice changes the newest filter, also
// when several are made before the address shows the first one.
const useLeadFilter = () => {
  const [params, setParams] = useSearchParams();
  const filter = useMemo(() => filterFrom(params), [params]);
  const [chosen, setChosen] = useState(filter);
  const newest = useRef(filter);
  const notShown = useRef<readonly string[]>([]);
  useEffect(() => {
    const index = notShown.current.lastIndexOf(paramsOf(filter).toString());
    notShown.current = index < 0 ? [] : notShown.current.slice(index + 1);
    if (notShown.current.length > 0) return;
    newest.current = filter;
    setChosen(filter);
  }, [filter]);
  const choose = (change: Partial<LeadFilter>) => {
    newest.current = { ...newest.current, ...change };
    setChosen(newest.current);
    const next = paramsOf(newest.current);
    notShown.current = [...notShown.current, next.toString()];
    setParams(next, { replace: true });
  };
  return { filter, chosen, choose };
};

// Links, because Ant Design's segmented control would be the largest part of this page that is not needed otherwise.
function Sorting({ filter }: { filter: LeadFilter }) {
  return (
    <nav className="sorting" aria-label="Sort leads">
      <SortLink filter={filter} sort="match" name="Best match" />
      <SortLink filter={filter} sort="newest" name="Newest" />
    </nav>
  );
}

function SortLink({ filter, sort, name }: { filter: LeadFilter; sort: LeadSort; name: string }) {
  return (
    <Link
      className="button quiet"
      aria-current={filter.sort === sort ? 'true' : undefined}
      to={{ search: paramsOf({ ...filter, sort }).toString() }}
      replace
    >
      {name}
    </Link>
  );
}

const forPros = 'Events that clients are planning. Unlock a lead to get the client’s name, email and phone number.';
const forClients = 'Events that clients are planning, newest first. Professionals unlock a lead to get in touch.';

function Actions({ sells }: { sells: boolean }) {
  return sells ? (
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

function SmallScreenFilters({ filter, onChange }: ComponentProps<typeof LeadFilters>) {
  const [open, setOpen] = useState(false);
  const count = activeFilterCount(filter);
  return (
    <>
      <Button className="open-filters" icon={<SlidersHorizontal />} onClick={() => setOpen(true)}>
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      <Deferred open={open}>
        <FilterDrawer open={open} filter={filter} onChange={onChange} onClose={() => setOpen(false)} />
      </Deferred>
    </>
  );
}
