import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { refuse } from '#kernel';
import { MessagesQueries } from '#messages';
import { LogReader, type ShownEvent } from '#platform/audit';
import type { Stored } from '#platform/event-store';
import { Modules } from '#platform/module';
import { cursorAt, pageOf, placeIn } from '#platform/reads';
import { AccessesQueries } from './accesses.queries.ts';
import { type AuditRow, auditRows } from './audit.rows.ts';
import type {
  Access,
  AuditEntry,
  AuditEvent,
  AuditFilter,
  AuditPage,
  Timeline,
  TimelineEntry,
  TimelinePage,
} from './contract.ts';
import { valueText } from './field-values.ts';
import { IntegrityQueries } from './integrity.queries.ts';
import { type StateChange, stateChanges } from './state-changes.ts';
import { subjectNamedBy } from './subject.ts';
import { requestReach, type TimelineKind, TimelineRows } from './timeline-rows.queries.ts';

const place = z.tuple([z.int()]);
const timePlace = z.tuple([z.iso.datetime(), z.int()]);
/** Before which positions the next page of a timeline begins: its own events, and those of its conversations. */
const placeInTimeline = z.tuple([z.int(), z.int()]);
const newestPosition = Number.MAX_SAFE_INTEGER;
/** How many events a page of a timeline or a chain of events shows at most. */
const maxEntries = 500;
/** With how many own events of a booking or a lead a page of its timeline begins. The rest is for what they caused. */
const ownPage = 200;
/** How many events of conversations a page of a timeline has at most. */
const conversationPage = 100;
/** The maximum number of events of a stream that are folded only to find out what one of them changed. */
const maxFolded = 300;
/** How many pages of a timeline are read at once at most. */
const maxPages = 20;

/** The maximum number of causes to follow back from an event. Some chains never end: each digest causes the next one. */
const maxCauses = 100;

/** The newest first. `next` is the position before which the next page begins, 0 if there is none. */
type NewestEvents = { readonly items: readonly AuditRow[]; readonly next: number };

@Injectable()
export class AuditQueries {
  constructor(
    private readonly em: EntityManager,
    private readonly log: LogReader,
    private readonly modules: Modules,
    private readonly accesses: AccessesQueries,
    private readonly messages: MessagesQueries,
    private readonly integrity: IntegrityQueries,
    private readonly timelineRows: TimelineRows,
  ) {}

  /** The times at which the personal data of a person was shown to staff or operators, the latest first. */
  accessesTo(personId: string): Promise<readonly Access[]> {
    return this.accesses.to(personId);
  }

  /**
   * The events that match the filter, the newest first. In a period, they are in the order of their times: events are
   * stored in about that order, but not exactly, so the order of positions would need a search through all newer ones.
   */
  async events({ limit, cursor, ...filter }: AuditFilter): Promise<AuditPage> {
    const { from, until } = filter;
    return from === undefined && until === undefined
      ? this.#byPosition(conditionsOf(filter), limit, cursor)
      : this.#byTime(conditionsOf(filter), limit, cursor);
  }

  async #byPosition(where: FilterQuery<AuditRow>, limit: number, cursor?: string): Promise<AuditPage> {
    const before = placeIn(place, cursor);
    const rows = await this.em.find(
      auditRows,
      { $and: [where, before ? { position: { $lt: before[0] } } : {}] },
      { orderBy: { position: 'desc' }, limit: limit + 1 },
    );
    return this.#page(pageOf(rows, limit, ({ position }) => [position]));
  }

  async #byTime(where: FilterQuery<AuditRow>, limit: number, cursor?: string): Promise<AuditPage> {
    const before = placeIn(timePlace, cursor);
    // The first condition alone lets the index start at the right place.
    const after: FilterQuery<AuditRow> = before
      ? { at: { $lte: before[0] }, $or: [{ at: { $lt: before[0] } }, { position: { $lt: before[1] } }] }
      : {};
    const rows = await this.em.find(
      auditRows,
      { $and: [where, after] },
      { orderBy: { at: 'desc', position: 'desc' }, limit: limit + 1 },
    );
    return this.#page(pageOf(rows, limit, (row) => [row.at, row.position]));
  }

  #page({ items, nextCursor }: { items: readonly AuditRow[]; nextCursor: string | null }): AuditPage {
    return { items: items.map((row) => this.#entryOf(row)), nextCursor };
  }

  /** An event as the log has it, and its row. Refuses `event-not-found`. */
  async stored(id: string): Promise<{ readonly row: AuditRow; readonly stored: Stored }> {
    const row = await this.em.findOne(auditRows, { id });
    const [stored] = row ? await this.log.at([BigInt(row.position)]) : [];
    return row && stored ? { row, stored } : refuse('event-not-found', 'This event does not exist');
  }

  /** An event as it is stored, with its personal fields masked. Refuses `event-not-found`. */
  async event(id: string): Promise<AuditEvent> {
    const { row, stored } = await this.stored(id);
    const { data, hidden, shape, recordedAt, reason } = this.log.hide(stored);
    const hash = (await this.log.hashesAt([stored.position])).get(stored.position) ?? '';
    const stated = { shape, hash, recordedAt, reason: reason ?? null };
    return { ...this.#entryOf(row), ...stated, data: { ...data }, hidden: [...hidden] };
  }

  /**
   * One page of the timeline of a booking or a lead. It has:
   * - its events and those of its gallery and payments; for a booking also those of its lead that name no other buyer
   * - the events that were recorded by the same requests
   * - events of other modules that these events caused, such as reserved days and notifications
   * - events of the conversations about it, as far as the page has room for them
   *
   * The first page has the newest events; each page is in the order of the log. Refuses `booking-not-found` or
   * `lead-not-found`.
   */
  async timeline(kind: TimelineKind, id: string, cursor?: string): Promise<TimelinePage> {
    const [page, verified] = await Promise.all([this.#timelinePage(kind, id, cursor), this.integrity.verified()]);
    return { ...page, verified };
  }

  async #timelinePage(kind: TimelineKind, id: string, cursor?: string): Promise<Omit<TimelinePage, 'verified'>> {
    const [ownBefore, conversationBefore] = placeIn(placeInTimeline, cursor) ?? [newestPosition, newestPosition];
    const [found, threads] = await Promise.all([
      this.timelineRows.own(kind, id, ownPage + 1, ownBefore),
      this.timelineRows.threads(kind, id),
    ]);
    const own = newestOf(found, ownPage, ownBefore);
    if (own.items.length === 0 && cursor === undefined) refuse(`${kind}-not-found`, `This ${kind} does not exist`);
    const rows = new Map(own.items.map((row) => [row.id, row]));
    let complete = true;
    const add = (added: readonly AuditRow[]): void => {
      for (const row of added) if (!rows.has(row.id)) rows.set(row.id, row);
      complete &&= added.length <= maxEntries && rows.size <= maxEntries;
    };
    const addResultsOf = async (causes: Iterable<string>): Promise<void> => {
      if (complete) add(await this.timelineRows.results(kind, [...causes], maxEntries + 1));
    };
    const requests = firstEventOfEachRequest(own.items.filter(({ stream }) => stream === id));
    add(await this.timelineRows.ofRequests(kind, requests, maxEntries + 1));
    // What the lead of a booking led to is in the timeline of the lead.
    const causes = [...rows.values()].filter(
      ({ bookingId, leadId, stream }) => kind === 'lead' || bookingId !== null || leadId !== stream,
    );
    await addResultsOf(causes.map((row) => row.id));
    const room = Math.max(0, Math.min(conversationPage, maxEntries - rows.size));
    const conversation = await this.#conversationEvents(kind, threads, room, conversationBefore);
    add(conversation.items);
    if (conversation.items.length > 0) await addResultsOf(conversation.items.map((row) => row.id));
    const shownRows = [...rows.values()].slice(0, maxEntries).sort((a, b) => a.position - b.position);
    return {
      items: await this.#timelineEntries(shownRows, { kind, stream: id }),
      complete,
      nextCursor: own.next + conversation.next > 0 ? cursorAt([own.next, conversation.next]) : null,
    };
  }

  /** All pages of a timeline, at most {@link maxPages}. */
  async wholeTimeline(kind: TimelineKind, id: string): Promise<Timeline> {
    const entries = new Map<string, TimelineEntry>();
    let complete = true;
    let cursor: string | undefined;
    for (let pages = 0; pages === 0 || (cursor !== undefined && pages < maxPages); pages += 1) {
      const page = await this.#timelinePage(kind, id, cursor);
      for (const entry of page.items) entries.set(entry.id, entry);
      complete &&= page.complete;
      cursor = page.nextCursor ?? undefined;
    }
    const items = [...entries.values()].sort((a, b) => a.position - b.position);
    return { items, complete: complete && cursor === undefined };
  }

  /**
   * The newest events of these conversations, except those that name another booking or lead. A conversation can
   * continue for another booking, so its read table does not name the earlier ones.
   */
  async #conversationEvents(
    kind: TimelineKind,
    threads: readonly string[],
    limit: number,
    before: number,
  ): Promise<NewestEvents> {
    if (threads.length === 0) return { items: [], next: 0 };
    const messages = await this.messages.streamsOf(threads, limit + 1, before);
    const found = await this.timelineRows.ofStreams(kind, [...threads, ...messages], conversationPage + 1, before);
    return newestOf(found, limit, before);
  }

  /**
   * The events that resulted from the same request as this one, in all streams, the oldest first. If there are too
   * many, those that are closest to the request. Refuses `event-not-found`.
   */
  async chain(id: string): Promise<Timeline> {
    const event = await this.em.findOne(auditRows, { id });
    if (!event) refuse('event-not-found', 'This event does not exist');
    const { first, isFirst } = await this.#firstCause(event);
    const { correlation, causation, at } = first;
    const rows: AuditRow[] = [];
    for (
      let level = await this.#oldest({ correlation, causation, at: near(at) });
      level.length > 0 && rows.length <= maxEntries;
      level = await this.#oldest({ correlation, causation: { $in: level.map((row) => row.id) } })
    )
      rows.push(...level);
    const shownRows = rows.slice(0, maxEntries).sort((a, b) => a.position - b.position);
    return { items: await this.#timelineEntries(shownRows), complete: isFirst && rows.length <= maxEntries };
  }

  /** The first event that led to this one; `isFirst` is false if it is too far away. */
  async #firstCause(event: AuditRow): Promise<{ first: AuditRow; isFirst: boolean }> {
    let first = event;
    for (let step = 0; step < maxCauses; step += 1) {
      const cause = await this.em.findOne(auditRows, { id: first.causation, correlation: event.correlation });
      if (!cause) return { first, isFirst: true };
      first = cause;
    }
    return { first, isFirst: false };
  }

  #oldest(where: FilterQuery<AuditRow>): Promise<AuditRow[]> {
    return this.em.find(auditRows, where, { orderBy: { position: 'asc' }, limit: maxEntries + 1 });
  }

  /**
   * The events of these rows, with their personal data masked. Most of them are expected in the stream of `subject`, if
   * it is given. Events about other buyers are left out if it is a booking.
   */
  async #timelineEntries(
    rows: readonly AuditRow[],
    subject?: { readonly kind: TimelineKind; readonly stream: string },
  ): Promise<TimelineEntry[]> {
    const stream = subject?.stream;
    const others = rows.filter((row) => row.stream !== stream);
    const [own, found, hashes] = await Promise.all([
      stream === undefined ? [] : this.log.stream(stream),
      this.log.at(others.map(({ position }) => BigInt(position))),
      this.log.hashesAt(rows.map(({ position }) => BigInt(position))),
    ]);
    const events = new Map([...own, ...found].map((event) => [event.id, event]));
    const changes = await this.#changesOf(rows, events, stream);
    const creatorId = subject?.kind === 'booking' ? own.map(creatorIn).find((named) => named !== undefined) : undefined;
    return rows.flatMap((row) => {
      const event = events.get(row.id);
      const hash = hashes.get(BigInt(row.position)) ?? '';
      return event && !isOfOtherBuyer(event, creatorId)
        ? [this.#timelineEntryOf(row, this.log.hide(event), hash, changes.get(row.id) ?? [])]
        : [];
    });
  }

  /**
   * What the events of these rows changed in the states of their aggregates. `known` are events by their ids. Long
   * streams other than `own` are not read, so it is unknown for their events.
   */
  async #changesOf(
    rows: readonly AuditRow[],
    known: ReadonlyMap<string, Stored>,
    own?: string,
  ): Promise<ReadonlyMap<string, readonly StateChange[]>> {
    const knownEvents = Map.groupBy(known.values(), ({ stream }) => stream);
    const changes = await Promise.all(
      [...Map.groupBy(rows, ({ stream }) => stream)].map(async ([stream, ofStream]) => {
        // Types that only a newer release knows belong to no aggregate of this one.
        const aggregate = ofStream.map(({ type }) => this.modules.aggregateWith(type)).find((found) => found);
        if (!aggregate) return [];
        const count = Math.max(...ofStream.map(({ version }) => version));
        if (count > maxFolded && stream !== own) return [];
        const loaded = knownEvents.get(stream) ?? [];
        const events = loaded.length >= count ? loaded : await this.log.stream(stream);
        const sorted = events.toSorted((a, b) => a.version - b.version).slice(0, count);
        const shown = new Set(ofStream.map(({ id }) => id));
        return [...stateChanges(aggregate, await this.log.inCurrentShape(sorted), shown)];
      }),
    );
    return new Map(changes.flat());
  }

  #timelineEntryOf(
    row: AuditRow,
    { data, hidden, reason }: ShownEvent,
    hash: string,
    changes: readonly StateChange[],
  ): TimelineEntry {
    const details = Object.entries(data)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => ({ name, value: valueText(value), masked: hidden.includes(name) }));
    return { ...this.#entryOf(row), reason: reason ?? null, hash, details, changes: [...changes] };
  }

  #entryOf({ actorId, actorKind, actorRole, ...row }: AuditRow): AuditEntry {
    const actor = { id: actorId, kind: actorKind as AuditEntry['actor']['kind'], role: actorRole };
    return {
      ...row,
      title: this.modules.auditTitle(row.type) ?? row.type,
      actor,
      source: row.source as AuditEntry['source'],
      onBehalfOf: row.onBehalfOf ?? null,
      bookingId: row.bookingId ?? null,
      leadId: row.leadId ?? null,
      galleryId: row.galleryId ?? null,
    };
  }
}

/**
 * The first of these events, which are the newest ones before a position. With no room at all, the next page begins
 * where this one would have.
 */
const newestOf = (found: readonly AuditRow[], limit: number, before: number): NewestEvents => {
  const items = found.slice(0, limit);
  return { items, next: found.length > items.length ? (items.at(-1)?.position ?? before) : 0 };
};

const stringIn = (event: Stored, field: string): string | undefined => {
  const value = Object.entries(event.data).find(([name]) => name === field)?.[1];
  return typeof value === 'string' ? value : undefined;
};
const creatorIn = (event: Stored) => stringIn(event, 'creatorId');

/** Whether an event of a lead is about a buyer who is not the professional of the booking that was made from it. */
const isOfOtherBuyer = (event: Stored, creatorId: string | undefined): boolean => {
  const buyerId = stringIn(event, 'buyerId');
  return creatorId !== undefined && buyerId !== undefined && buyerId !== creatorId;
};

const near = (at: string) => ({
  $gt: new Date(Date.parse(at) - requestReach).toISOString(),
  $lt: new Date(Date.parse(at) + requestReach).toISOString(),
});

/**
 * The first event of each request. A later entry of a map replaces an earlier one, and the rows are the newest first.
 */
const firstEventOfEachRequest = (newestFirst: readonly AuditRow[]): readonly AuditRow[] => [
  ...new Map(newestFirst.map((row) => [row.request, row])).values(),
];

const subjectCondition = (subject: string) => {
  const { column, id } =
    subjectNamedBy(subject) ?? refuse('subject-not-found', 'This booking, lead or gallery does not exist');
  return { [column]: id };
};

const conditionsOf = ({
  subject,
  actor,
  kind,
  role,
  from,
  until,
  ...equal
}: Omit<AuditFilter, 'limit' | 'cursor'>) => ({
  ...Object.fromEntries(Object.entries(equal).filter(([, value]) => value !== undefined)),
  ...(subject && subjectCondition(subject)),
  ...(actor && { actorId: actor }),
  ...(kind && { actorKind: kind }),
  ...(role && { actorRole: role }),
  ...((from || until) && { at: { ...(from && { $gte: from }), ...(until && { $lt: until }) } }),
});
