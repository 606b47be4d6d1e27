import type { TimelineEntry } from '#backoffice/contract';
import { dateAndTime } from '../../platform/dates.ts';
import type { FieldTexts } from '../../platform/field-texts.ts';
import { detailsOf } from './timeline-details.ts';
import { actorText } from './timeline-entries.ts';

/**
 * A request, an event, or a job that an event led to. `note` is the line below the title: the actor and source of a
 * request, the time and main values of an event, or the word `job`.
 */
export type EventNode = {
  readonly key: string;
  readonly kind: 'request' | 'event' | 'job';
  readonly title: string;
  readonly note: string;
  readonly children: readonly EventNode[];
};

const groupedBy = <Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): readonly (readonly [string, Item[]])[] => {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups];
};

/** The fields that tell events of one type apart. */
const shownFields = new Set(['amount', 'refundAmount', 'part', 'kind', 'personId']);

/**
 * The events of one correlation, sorted by time, as a tree: a request led to events, each of them to jobs, and these to
 * further events. A cause that is not among the events is a request.
 */
export const treeOf = (entries: readonly TimelineEntry[], texts: FieldTexts): readonly EventNode[] => {
  const ids = new Set(entries.map(({ id }) => id));
  const results = new Map(groupedBy(entries, ({ causation }) => causation));

  const nodeOf = (entry: TimelineEntry): EventNode => {
    const values = detailsOf(entry, texts)
      .filter(({ field }) => shownFields.has(field))
      .map(({ value }) => value);
    return {
      key: entry.id,
      kind: 'event',
      title: entry.title,
      note: [dateAndTime(entry.at), ...values].join(' · '),
      children: resultNodes(entry.id),
    };
  };
  // A job acts under the name of its reaction.
  const resultNodes = (cause: string): readonly EventNode[] =>
    groupedBy(results.get(cause) ?? [], ({ actor }) => (actor.kind === 'worker' ? actor.id : '')).flatMap(
      ([job, events]) => {
        const children = events.map(nodeOf);
        return job === '' ? children : [{ key: `${cause}/${job}`, kind: 'job', title: job, note: 'job', children }];
      },
    );

  const first = entries.filter(({ causation }) => !ids.has(causation));
  return groupedBy(first, ({ causation }) => causation).map(([request, events]) => ({
    key: request,
    kind: 'request',
    title: 'Request',
    note: events[0] ? `${actorText(events[0])} · ${events[0].source}` : '',
    children: events.map(nodeOf),
  }));
};
