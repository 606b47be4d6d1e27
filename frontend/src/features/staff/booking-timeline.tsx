import { Segmented, Timeline } from 'antd';
import { useState } from 'react';
import type { TimelineEntry } from '#backoffice/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { actorText, fieldName, filters, resultsOf, type TimelineFilter } from './timeline-entries.ts';
import './staff.css';

/** All events of a booking and what they led to, the newest first. */
export function BookingTimeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const [filter, setFilter] = useState<TimelineFilter>('everything');
  const shown = entries.filter(filters[filter].includes).toReversed();
  return (
    <div className="stack">
      <div className="scroll-x">
        <Segmented
          aria-label="Show"
          value={filter}
          onChange={setFilter}
          options={Object.entries(filters).map(([value, { label }]) => ({ value: value as TimelineFilter, label }))}
        />
      </div>
      {shown.length === 0 ? (
        <p className="muted">No events of this kind.</p>
      ) : (
        <Timeline
          items={shown.map((entry) => ({
            key: entry.id,
            color: entry.actor.kind === 'user' ? 'var(--glow)' : 'var(--muted)',
            content: <Entry entry={entry} results={resultsOf(entry, entries)} />,
          }))}
        />
      )}
    </div>
  );
}

function Entry({ entry, results }: { entry: TimelineEntry; results: readonly TimelineEntry[] }) {
  const { title, at, reason, details, position, source, request, stream, version } = entry;
  return (
    <article className="audit-entry">
      <h3>{title}</h3>
      <p className="small muted">
        <time dateTime={at}>{dateAndTime(at)}</time> · {actorText(entry)}
      </p>
      {reason && <blockquote>{reason}</blockquote>}
      {details.length > 0 && (
        <dl className="audit-details">
          {details.map(({ name, value, masked }) => (
            <div key={name}>
              <dt>{fieldName(name)}</dt>
              <dd className={masked ? 'muted' : ''}>{masked ? 'Hidden: personal data' : value}</dd>
            </div>
          ))}
        </dl>
      )}
      {results.length > 0 && (
        <p className="small">
          <b>Led to:</b> {results.map((result) => result.title).join(' · ')}
        </p>
      )}
      <p className="small muted num audit-evidence">
        Position {position.toLocaleString('en-US')} · version {version} of {stream} · {source} · request {request}
      </p>
    </article>
  );
}
