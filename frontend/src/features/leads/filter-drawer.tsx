import { Button, Drawer } from 'antd';
import type { LeadFilter } from './lead-filter.ts';
import { LeadFilters } from './lead-filters.tsx';

type FilterDrawerProps = {
  open: boolean;
  filter: LeadFilter;
  onChange: (filter: LeadFilter) => void;
  onClose: () => void;
};

/** The filters on a small screen. Changes apply at once. */
export function FilterDrawer({ open, filter, onChange, onClose }: FilterDrawerProps) {
  return (
    <Drawer
      title="Filters"
      placement="bottom"
      size="86dvh"
      open={open}
      onClose={onClose}
      footer={
        <Button type="primary" block onClick={onClose}>
          Show leads
        </Button>
      }
    >
      <LeadFilters filter={filter} onChange={onChange} />
    </Drawer>
  );
}
