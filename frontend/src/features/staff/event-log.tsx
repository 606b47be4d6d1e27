import { Button, Flex, Switch } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { AuditEntry } from '#backoffice/contract';
import { exactDateAndTime } from '../../platform/dates.ts';
import { withShortIds } from '../../platform/field-texts.ts';
import { isFollowed, useEventLog } from './api.ts';
import { EventDrawer } from './event-drawer.tsx';
import type { Filter } from './filter.ts';
import { logFields, moduleNames } from './log-filter.ts';
import { PagedTable } from './paged-table.tsx';
import { actorText } from './timeline-entries.ts';

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
      <PagedTable
        query={query}
        names={{ all: 'events', one: 'event' }}
        fields={logFields}
        columns={[
          { title: 'Time', render: (_, { at }) => <time dateTime={at}>{exactDateAndTime(at)}</time> },
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
      <EventDrawer id={shownId} onClose={() => setShownId(undefined)} />
    </div>
  );
}

/** A link to the log with only the events of the same booking, lead or gallery, or else of the same stream. */
function Subject({ entry: { bookingId, leadId, galleryId, stream } }: { entry: AuditEntry }) {
  const subject = bookingId ?? galleryId ?? leadId;
  const address = new URLSearchParams(subject ? { subject } : { stream });
  return <Link to={`/staff/log?${address}`}>{withShortIds(subject ?? stream)}</Link>;
}
