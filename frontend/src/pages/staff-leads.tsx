import { FilterForm } from '../features/staff/filter-form.tsx';
import { leadFields } from '../features/staff/lead-filter.ts';
import { LeadSearch } from '../features/staff/lead-search.tsx';
import { RefundRequests } from '../features/staff/refund-requests.tsx';
import { useFilter } from '../features/staff/use-filter.ts';
import { StaffPage } from './staff-page.tsx';

/** All leads, for staff. */
export function StaffLeads() {
  const [filter, search] = useFilter(leadFields);
  return (
    <StaffPage
      title="All Leads"
      lead="The newest first. Clients are shown by the beginning of their id."
      path="/staff/leads"
      refusal="Only staff can see all leads."
    >
      <div className="stack staff-list">
        <RefundRequests />
        <FilterForm list="leads" label="Leads" fields={leadFields} filter={filter} onSearch={search} />
        <LeadSearch filter={filter} />
      </div>
    </StaffPage>
  );
}
