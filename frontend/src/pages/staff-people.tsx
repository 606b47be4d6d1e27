import { PeopleSearch } from '../features/staff/people-search.tsx';
import { StaffPage } from './staff-page.tsx';

/** Finds people, for staff. */
export function StaffPeople() {
  return (
    <StaffPage
      title="People"
      lead="Personal data is hidden until you reveal it with a reason."
      path="/staff/people"
      refusal="Only staff can look people up."
    >
      <PeopleSearch />
    </StaffPage>
  );
}
