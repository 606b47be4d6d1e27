import { Button } from 'antd';
import { SlidersHorizontal } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Deferred } from '../../ui/deferred.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { activeFilterCount } from './lead-filter.ts';
import { LeadFilters } from './lead-filters.tsx';

const FilterDrawer = lazyPart(async () => (await import('./filter-drawer.tsx')).FilterDrawer);

type FiltersProps = ComponentProps<typeof LeadFilters>;

/** A list of leads beside its filters. On a small screen a button opens them. */
export function FilteredLeads({ filter, onChange, children }: FiltersProps & { children: ReactNode }) {
  return (
    <div className="browse">
      <aside className="card pad" aria-label="Filters">
        <LeadFilters filter={filter} onChange={onChange} />
      </aside>
      <SmallScreenFilters filter={filter} onChange={onChange} />
      <div>{children}</div>
    </div>
  );
}

function SmallScreenFilters({ filter, onChange }: FiltersProps) {
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
