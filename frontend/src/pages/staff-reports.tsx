import { peopleRoles } from '#backoffice/contract';
import { useMe } from '../features/identity/session.ts';
import { useRevealReports, useStaffReports, useStaffReviews } from '../features/staff/api.ts';
import { DisputedBookings } from '../features/staff/disputed-bookings.tsx';
import { NewestReviews } from '../features/staff/newest-reviews.tsx';
import { type Texts, textsOf } from '../features/staff/report-texts.ts';
import { ReportedConversations } from '../features/staff/reported-conversations.tsx';
import { RevealPanel } from '../features/staff/reveal-panel.tsx';
import { isFor } from '../features/staff/staff-pages.ts';
import { Loaded } from '../ui/loaded.tsx';
import { SkeletonBlocks } from '../ui/states.tsx';
import { StaffPage } from './staff-page.tsx';

/** What parties reported, for staff. */
export function StaffReports() {
  return (
    <StaffPage
      title="Reports"
      lead="Problems with bookings that are not resolved, conversations that a party reported, and the newest reviews."
      path="/staff/reports"
      refusal="Only staff can see what parties reported."
    >
      <Reports />
    </StaffPage>
  );
}

function Reports() {
  const query = useStaffReports();
  const reveal = useRevealReports();
  const texts: Texts = reveal.data ? textsOf(reveal.data) : new Map();
  const mayModerate = isFor(peopleRoles, useMe().data?.staffRoles ?? []);
  return (
    <Loaded query={query} failure="The reports could not be loaded" skeleton={<SkeletonBlocks heights={[160, 160]} />}>
      {({ bookings, conversations, proIds }) => (
        <div className="stack">
          {bookings.length + conversations.length > 0 && !reveal.data && (
            <RevealPanel
              title="What parties wrote"
              text="It is hidden until you give a reason. The log records who has read it and why, and those who wrote it can read that in the export of their data."
              action="Read Reports"
              dialog={{
                name: 'reveal-reports',
                title: 'Read Reports',
                text: 'Shows what parties wrote in all open reports.',
              }}
              reveal={reveal}
            />
          )}
          <DisputedBookings bookings={bookings} proIds={proIds} texts={texts} />
          <ReportedConversations conversations={conversations} proIds={proIds} texts={texts} />
          {mayModerate && <Reviews />}
        </div>
      )}
    </Loaded>
  );
}

function Reviews() {
  const query = useStaffReviews();
  return (
    <Loaded query={query} failure="The reviews could not be loaded" skeleton={<SkeletonBlocks heights={[160]} />}>
      {(reviews) => <NewestReviews reviews={reviews} />}
    </Loaded>
  );
}
