import { Button, Drawer } from 'antd';
import type { ComponentProps } from 'react';
import { LeadFilters } from './lead-filters.tsx';

type FilterDrawerProps = ComponentProps<typeof LeadFilters> & {
  open: boolean;
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
