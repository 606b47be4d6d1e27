import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { TimelineEntry } from '#backoffice/contract';
import { Loaded } from '../../ui/loaded.tsx';
import { NextPage } from '../../ui/next-page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, SkeletonBlocks } from '../../ui/states.tsx';
import { EventTimeline } from './event-timeline.tsx';
import type { LoadedTimeline } from './timeline-entries.ts';

type TimelinePanelProps = {
  query: UseInfiniteQueryResult<LoadedTimeline>;
  /** What is shown if there is no booking or lead with this id. */
  missing: { title: string; text: string };
  /** Whether the viewer may reveal personal data. */
  mayReveal: boolean;
  /** What staff can do, shown above the events. */
  actions: (items: LoadedTimeline['items']) => ReactNode;
  /** What staff can do about one of the events. */
  entryAction?: (entry: TimelineEntry, items: LoadedTimeline['items']) => ReactNode;
};

/** The audit trail of a booking or a lead. */
export function TimelinePanel({ query, missing, mayReveal, actions, entryAction }: TimelinePanelProps) {
  return (
    <Loaded
      query={query}
      failure="The timeline could not be loaded"
      missing={<EmptyState {...missing} />}
      skeleton={<SkeletonBlocks heights={[140, 140, 140]} />}
    >
      {(timeline) => (
        <div className="stack">
          {actions(timeline.items)}
          <Panel title="Timeline">
            <EventTimeline
              timeline={timeline}
              mayReveal={mayReveal}
              action={(entry) => entryAction?.(entry, timeline.items)}
            />
            {!timeline.complete && (
              <p className="muted">
                Some events led to more than is listed here. Choose “Causes and Results” of an event to see all of it.
              </p>
            )}
            <NextPage query={query}>
              <Button className="more" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Show earlier events
              </Button>
            </NextPage>
          </Panel>
        </div>
      )}
    </Loaded>
  );
}
