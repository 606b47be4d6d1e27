import { EventLog } from '../features/staff/event-log.tsx';
import { FilterForm } from '../features/staff/filter-form.tsx';
import { logFields } from '../features/staff/log-filter.ts';
import { useFilter } from '../features/staff/use-filter.ts';
import { StaffPage } from './staff-page.tsx';

/** Every event of the product, for operators. */
export function StaffLog() {
  const [filter, search] = useFilter(logFields);
  return (
    <StaffPage
      title="Log"
      lead="Every event, the newest first. Personal data is hidden."
      path="/staff/log"
      refusal="Only staff can see the log."
    >
      <div className="stack staff-list">
        <FilterForm list="events" label="Events" fields={logFields} filter={filter} onSearch={search} />
        <EventLog filter={filter} />
      </div>
    </StaffPage>
  );
}
