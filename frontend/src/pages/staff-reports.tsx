import { Button } from 'antd';
import { peopleRoles } from '#backoffice/contract';
import { useMe } from '../features/identity/session.ts';
import { useRevealReports, useStaffReports, useStaffReviews } from '../features/staff/api.ts';
import { DisputedBookings } from '../features/staff/disputed-bookings.tsx';
import { NewestReviews } from '../features/staff/newest-reviews.tsx';
import { cursorsOfHidden, textsOf } from '../features/staff/report-texts.ts';
import { ReportedConversations } from '../features/staff/reported-conversations.tsx';
import { RevealPanel } from '../features/staff/reveal-panel.tsx';
import { isFor } from '../features/staff/staff-pages.ts';
import { useRevealedTexts } from '../features/staff/use-revealed-texts.ts';
import { Loaded } from '../ui/loaded.tsx';
import { NextPage } from '../ui/next-page.tsx';
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
  const [texts, addTexts] = useRevealedTexts();
  const pages = query.data?.pages ?? [];
  const hidden = cursorsOfHidden(pages, texts);
  const reveal = useRevealReports(hidden, (shown) => {
    for (const page of shown) addTexts(textsOf(page));
  });
  const mayModerate = isFor(peopleRoles, useMe().data?.staffRoles ?? []);
  const lists = { proIds: pages.flatMap(({ proIds }) => proIds), texts, mayModerate };
  return (
    <Loaded query={query} failure="The reports could not be loaded" skeleton={<SkeletonBlocks heights={[160, 160]} />}>
      {() => (
        <div className="stack">
          {hidden.length > 0 && (
            <RevealPanel
              title="What parties wrote"
              text="It is hidden until you give a reason. The log records who has read it and why, and those who wrote it can read that in the export of their data."
              action="Read Reports"
              dialog={{
                name: 'reveal-reports',
                title: 'Read Reports',
                text: 'Shows what parties wrote in the reports of this page.',
              }}
              reveal={reveal}
            />
          )}
          <DisputedBookings bookings={pages.flatMap(({ bookings }) => bookings)} {...lists} />
          <ReportedConversations conversations={pages.flatMap(({ conversations }) => conversations)} {...lists} />
          <NextPage query={query}>
            <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Show more reports
            </Button>
          </NextPage>
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
      {({ pages }) => (
        <NewestReviews reviews={pages.flatMap(({ items }) => items)}>
          <NextPage query={query}>
            <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Show more reviews
            </Button>
          </NextPage>
        </NewestReviews>
      )}
    </Loaded>
  );
}
