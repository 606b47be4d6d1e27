import { useSearchParams } from 'react-router-dom';
import { EventLog } from '../features/staff/event-log.tsx';
import { filterFrom } from '../features/staff/filter.ts';
import { FilterForm } from '../features/staff/filter-form.tsx';
import { logFields } from '../features/staff/log-filter.ts';
import { StaffPage } from './staff-page.tsx';

/** Every event of the product, for operators. */
export function StaffLog() {
  const [params, setParams] = useSearchParams();
  return (
    <StaffPage
      title="Log"
      lead="Every event, the newest first. Personal data is hidden."
      roles={['ops', 'admin']}
      refusal="Only staff can see the log."
    >
      <div className="stack staff-list">
        <FilterForm label="Events" fields={logFields} params={params} onSearch={(filter) => setParams({ ...filter })} />
        <EventLog filter={filterFrom(logFields, params)} />
      </div>
    </StaffPage>
  );
}
