import { Button, Flex, Switch, Table } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { AuditEntry } from '#backoffice/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { EmptyState, SkeletonBlocks } from '../../ui/states.tsx';
import { isFollowed, useEventLog } from './api.ts';
import { EventDrawer } from './event-drawer.tsx';
import type { Filter } from './filter.ts';
import { logFields, moduleNames } from './log-filter.ts';
import { actorText } from './timeline-entries.ts';
import { WrongFilter } from './wrong-filter.tsx';

/** The events that match the filter, the newest first. While it is live, new ones appear automatically. */
export function EventLog({ filter }: { filter: Filter }) {
  const [live, setLive] = useState(true);
  const [shownId, setShownId] = useState<string>();
  const query = useEventLog(filter, live);
  return (
    <div className="stack staff-list">
      <Flex gap={10} align="center">
        <Switch id="live-log" checked={live} onChange={setLive} aria-describedby="live-log-text" />
        <label htmlFor="live-log">Live</label>
        <span id="live-log-text" className="small muted">
          {isFollowed(live, query.data) ? 'New events appear automatically.' : 'Reload the page to see new events.'}
        </span>
      </Flex>
      <Loaded
        query={query}
        failure="The log could not be loaded"
        missing={<WrongFilter fields={logFields} error={query.error} />}
        skeleton={<SkeletonBlocks heights={[60, 60, 60, 60]} />}
      >
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0) return <EmptyState title="No events" text="No event matches these filters." />;
          return (
            <>
              <Table<AuditEntry>
                size="small"
                rowKey="id"
                pagination={false}
                scroll={{ x: 'max-content' }}
                dataSource={items}
                columns={[
                  { title: 'Time', render: (_, { at }) => <time dateTime={at}>{dateAndTime(at)}</time> },
                  {
                    title: 'Event',
                    render: (_, { id, title }) => (
                      <Button type="link" className="row-button" onClick={() => setShownId(id)}>
                        {title}
                      </Button>
                    ),
                  },
                  { title: 'Part', render: (_, { module }) => moduleNames[module] ?? module },
                  { title: 'Who', render: (_, entry) => actorText(entry) },
                  { title: 'About', render: (_, entry) => <Subject entry={entry} /> },
                  { title: 'Position', dataIndex: 'position', align: 'right', className: 'num' },
                ]}
              />
              {query.hasNextPage && (
                <Button className="more" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Load more events
                </Button>
              )}
            </>
          );
        }}
      </Loaded>
      <EventDrawer id={shownId} onClose={() => setShownId(undefined)} />
    </div>
  );
}

/** What an event concerns: the other events of the same booking, lead or gallery. */
function Subject({ entry: { bookingId, leadId, galleryId, stream } }: { entry: AuditEntry }) {
  const subject = bookingId ?? galleryId ?? leadId;
  const address = new URLSearchParams(subject ? { subject } : { stream });
  return <Link to={`/staff/log?${address}`}>{shortName(subject ?? stream)}</Link>;
}

/** `booking-0198c1de…` */
const shortName = (id: string): string => id.replace(/([0-9a-f]{8})(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, '$1…');
