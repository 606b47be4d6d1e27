import { Button } from 'antd';
import { EmptyState } from '../../ui/states.tsx';
import { activeFilterCount, type LeadFilter } from './lead-filter.ts';

/** What is shown if no lead matches the filter. */
export function NoLeads({ filter, onClear }: { filter: LeadFilter; onClear: () => void }) {
  return (
    <EmptyState
      title="No leads found"
      text="Try adjusting your filters"
      action={activeFilterCount(filter) > 0 && <Button onClick={onClear}>Clear all filters</Button>}
    />
  );
}
