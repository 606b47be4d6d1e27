import { Button, Flex, Segmented, Select, Timeline } from 'antd';
import { type ReactNode, useContext, useMemo, useState } from 'react';
import { type RevealedFields, resultsOf, type TimelineEntry } from '#backoffice/contract';
import { dateAndTime, exactDateAndTime } from '../../platform/dates.ts';
import { Deferred } from '../../ui/deferred.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { FieldTextsContext } from './field-texts.ts';
import { RevealEvent } from './reveal-event.tsx';
import { detailsOf, withRevealed } from './timeline-details.ts';
import {
  actorsOf,
  actorText,
  evidenceText,
  filters,
  isBy,
  isRevealable,
  type LoadedTimeline,
  resultsText,
  type TimelineFilter,
  usefulFilters,
} from './timeline-entries.ts';
import './staff.css';

const EventChainDrawer = lazyPart(async () => (await import('./event-chain-drawer.tsx')).EventChainDrawer);

type EventTimelineProps = {
  timeline: LoadedTimeline;
  /** Whether the viewer may reveal personal data. */
  mayReveal: boolean;
  /** What staff can do about an event. */
  action: (entry: TimelineEntry) => ReactNode;
};

/** All events of a booking or a lead and what they led to, the newest first. */
export function EventTimeline({ timeline: { items: entries, verified }, mayReveal, action }: EventTimelineProps) {
  const offered = usefulFilters(entries);
  const [chosen, setChosen] = useState<TimelineFilter>();
  const filter = chosen ?? offered[0] ?? 'everything';
  const [actor, setActor] = useState<string>();
  const [chainOf, setChainOf] = useState<string>();
  const actors = useMemo(() => actorsOf(entries), [entries]);
  const shown = entries.filter((entry) => filters[filter].includes(entry) && isBy(actor, entry)).toReversed();
  return (
    <div className="stack">
      <Flex wrap gap={12} align="center">
        <div className="scroll-x">
          <Segmented
            aria-label="Show"
            value={filter}
            onChange={setChosen}
            options={offered.map((value) => ({ value, label: filters[value].label }))}
          />
        </div>
        {actors.length > 1 && (
          <Select<string>
            aria-label="By whom"
            className="timeline-actor"
            placeholder="By anyone"
            allowClear
            value={actor ?? null}
            onChange={(chosen) => setActor(chosen ?? undefined)}
            options={[...actors]}
          />
        )}
      </Flex>
      {shown.length === 0 && <p className="muted">No event matches. Choose Everything, or another person.</p>}
      <Timeline
        items={shown.map((entry) => ({
          key: entry.id,
          color: entry.actor.kind === 'user' ? 'var(--glow)' : 'var(--muted)',
          content: (
            <Entry entry={entry} results={resultsOf(entry.id, entries)} verified={verified} mayReveal={mayReveal}>
              <Button type="link" onClick={() => setChainOf(entry.id)}>
                Causes and Results
              </Button>
              {action(entry)}
            </Entry>
          ),
        }))}
      />
      <Deferred open={chainOf !== undefined}>
        <EventChainDrawer id={chainOf} onClose={() => setChainOf(undefined)} />
      </Deferred>
    </div>
  );
}

type EntryProps = {
  entry: TimelineEntry;
  results: readonly TimelineEntry[];
  verified: LoadedTimeline['verified'];
  mayReveal: boolean;
  children: ReactNode;
};

function Entry({ entry, results, verified, mayReveal, children }: EntryProps) {
  const { id, title, at, reason, position, hash } = entry;
  const [revealed, setRevealed] = useState<RevealedFields['fields']>([]);
  const texts = useContext(FieldTextsContext);
  const details = useMemo(() => detailsOf(withRevealed(entry, revealed), texts), [entry, revealed, texts]);
  return (
    <article className="audit-entry">
      <h3>{title}</h3>
      <p className="small muted">
        <time dateTime={at}>{exactDateAndTime(at)}</time> · {actorText(entry)}
      </p>
      {reason && <blockquote>{reason}</blockquote>}
      {details.length > 0 && (
        <dl className="audit-details">
          {details.map(({ field, label, value, before, masked }) => (
            <div key={field}>
              <dt>{label}</dt>
              <dd className={masked ? 'muted' : ''}>
                {before !== undefined && (
                  <>
                    <del className="muted">{before}</del> →{' '}
                  </>
                )}
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {results.length > 0 && (
        <p className="small">
          <b>Led to:</b> {resultsText(results)}
        </p>
      )}
      <p className="small muted num audit-evidence">
        {evidenceText(entry)} · <span title={hash}>hash {hash.slice(0, 8)}…</span>
        {verified && position <= verified.through && (
          <span className="audit-verified"> · unchanged, verified {dateAndTime(verified.at)}</span>
        )}
      </p>
      <Flex wrap gap={14} align="center">
        {children}
        {mayReveal && isRevealable(entry) && revealed.length === 0 && <RevealEvent id={id} onReveal={setRevealed} />}
      </Flex>
    </article>
  );
}
