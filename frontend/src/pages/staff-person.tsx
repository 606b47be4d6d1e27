import { Link, useParams } from 'react-router-dom';
import { adminRoles } from '#backoffice/contract';
import { useMe } from '../features/identity/session.ts';
import { useStaffPerson } from '../features/staff/api.ts';
import { PersonDetails } from '../features/staff/person-details.tsx';
import { isFor } from '../features/staff/staff-pages.ts';
import { Loaded } from '../ui/loaded.tsx';
import { EmptyState, SkeletonBlocks } from '../ui/states.tsx';
import { StaffPage } from './staff-page.tsx';

/** What a person has and who has seen their data, for staff. */
export function StaffPerson() {
  const { id = '' } = useParams();
  return (
    <StaffPage
      title="Person"
      eyebrow={<Link to="/staff/people">People</Link>}
      lead={id}
      path="/staff/people"
      refusal="Only staff can see other people."
    >
      <Content id={id} />
    </StaffPage>
  );
}

function Content({ id }: { id: string }) {
  const query = useStaffPerson(id);
  const me = useMe().data;
  // Staff cannot manage their own account. Nor is there anything to manage in an erased one, whose `has` is empty.
  const isManager = me !== undefined && me.id !== id && isFor(adminRoles, me.staffRoles);
  return (
    <Loaded
      query={query}
      failure="The person could not be loaded"
      missing={<EmptyState title="Person not found" text="There is no account with this id." />}
      skeleton={<SkeletonBlocks heights={[160, 220, 120]} />}
    >
      {(person) => <PersonDetails key={id} person={person} mayManage={isManager && person.has.length > 0} />}
    </Loaded>
  );
}
