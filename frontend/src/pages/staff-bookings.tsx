import { moneyRoles } from '#backoffice/contract';
import { useMe } from '../features/identity/session.ts';
import { bookingFields } from '../features/staff/booking-filter.ts';
import { BookingSearch } from '../features/staff/booking-search.tsx';
import { FilterForm } from '../features/staff/filter-form.tsx';
import { isFor } from '../features/staff/staff-pages.ts';
import { useFilter } from '../features/staff/use-filter.ts';
import { StaffPage } from './staff-page.tsx';

/** All bookings, for staff. */
export function StaffBookings() {
  const [filter, search] = useFilter(bookingFields);
  const mayExport = isFor(moneyRoles, useMe().data?.staffRoles ?? []);
  return (
    <StaffPage
      title="All Bookings"
      lead="The newest first. Clients are shown by the beginning of their id."
      path="/staff/bookings"
      refusal="Only staff can see all bookings."
    >
      <div className="stack staff-list">
        <FilterForm list="bookings" label="Bookings" fields={bookingFields} filter={filter} onSearch={search} />
        <BookingSearch filter={filter} mayExport={mayExport} />
      </div>
    </StaffPage>
  );
}
