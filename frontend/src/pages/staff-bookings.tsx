import { useSearchParams } from 'react-router-dom';
import { bookingFields } from '../features/staff/booking-filter.ts';
import { BookingSearch } from '../features/staff/booking-search.tsx';
import { filterFrom } from '../features/staff/filter.ts';
import { FilterForm } from '../features/staff/filter-form.tsx';
import { StaffPage } from './staff-page.tsx';

/** All bookings, for staff. */
export function StaffBookings() {
  const [params, setParams] = useSearchParams();
  return (
    <StaffPage
      title="All Bookings"
      lead="The newest first. Clients are shown by the beginning of their id."
      roles={['support', 'finance', 'admin']}
      refusal="Only staff can see all bookings."
    >
      <div className="stack staff-list">
        <FilterForm
          label="Bookings"
          fields={bookingFields}
          params={params}
          onSearch={(filter) => setParams({ ...filter })}
        />
        <BookingSearch filter={filterFrom(bookingFields, params)} />
      </div>
    </StaffPage>
  );
}
