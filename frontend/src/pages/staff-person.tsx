import { Link, useParams } from 'react-router-dom';
import { useStaffPerson } from '../features/staff/api.ts';
import { PersonDetails } from '../features/staff/person-details.tsx';
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
  return (
    <Loaded
      query={query}
      failure="The person could not be loaded"
      missing={<EmptyState title="Person not found" text="There is no account with this id." />}
      skeleton={<SkeletonBlocks heights={[160, 220, 120]} />}
    >
      {(person) => <PersonDetails key={id} person={person} />}
    </Loaded>
  );
}
