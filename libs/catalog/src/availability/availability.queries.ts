import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { dayAfter, daysBetween, type EventDayState, refuse, weekdayOf } from '#kernel';
import { calendarText } from '#platform/calendars';
import { Config } from '#platform/config';
import { Context } from '#platform/context';
import { SignedUrls } from '#platform/storage';
import {
  type AvailabilityRow,
  availabilityRows,
  type BlockedPeriodRow,
  blockedPeriodRows,
  reservedDayRows,
} from './availability.rows.ts';
import { defaultPattern, requireProfessional } from './availability.ts';
import type { AvailabilityPeriod, CreatorAvailability, DayState, OwnAvailability } from './contract.ts';
import { feedEntries } from './feed-entries.ts';

/**
 * The state of an event's days in a creator's calendar. `taken`: one of them is fully booked; `blocked`: the creator
 * has blocked one; `off`: on one they do not work, or their other calendar has an entry. `noticeDays` is the notice
 * they need.
 */
export type CreatorDayFacts = {
  readonly taken: boolean;
  readonly blocked: boolean;
  readonly off: boolean;
  readonly noticeDays: number;
};
/** The days of an event, YYYY-MM-DD, for which a creator is booked. */
export type EventDays = { readonly id: string; readonly creatorId: string; readonly dates: readonly string[] };

/** How many days after the first one are shown if no last day is given. */
const defaultDays = 30;

/** What is known of a creator's calendar in a period. */
type Calendar = {
  readonly settings: AvailabilityRow | null;
  readonly blocks: readonly BlockedPeriodRow[];
  readonly bookings: ReadonlyMap<string, number>;
};

@Injectable()
export class AvailabilityQueries {
  constructor(
    private readonly em: EntityManager,
    private readonly context: Context,
    private readonly urls: SignedUrls,
    private readonly config: Config,
  ) {}

  #today(): string {
    return this.context.now().toISOString().slice(0, 10);
  }

  /** The caller's own settings. Refuses `availability-not-allowed`. */
  async mine(): Promise<OwnAvailability> {
    const { by } = this.context.origin;
    requireProfessional(by);
    return this.own(by.id);
  }

  /** The settings as their creator sees them. */
  async own(creatorId: string): Promise<OwnAvailability> {
    const [settings, blocks, bookings] = await Promise.all([
      this.em.findOne(availabilityRows, { id: creatorId }),
      this.em.find(blockedPeriodRows, { creatorId }, { orderBy: { firstDay: 'asc', lastDay: 'asc', id: 'asc' } }),
      this.#bookingsSince(creatorId, dayAfter(this.#today(), -1)),
    ]);
    const { weekdays, capacity, noticeDays } = settings ?? defaultPattern;
    return {
      isSet: Boolean(settings?.weekdays),
      weekdays: [...(weekdays ?? defaultPattern.weekdays)],
      capacity,
      noticeDays,
      blocked: blocks.map(({ firstDay, lastDay, reason }) => ({ from: firstDay, to: lastDay, reason: reason ?? null })),
      booked: [...bookings].map(([date, count]) => ({ date, bookings: count })),
      feedPath: settings?.feed ? this.feedPath({ creatorId, feed: settings.feed }) : null,
      subscriptions: settings?.subscriptionUrl ? [subscriptionOf(settings, settings.subscriptionUrl)] : [],
    };
  }

  /** The bookings of a creator as a calendar, for everyone who knows the address. Refuses `calendar-not-found`. */
  async feed(token: string): Promise<string> {
    const [creatorId = '', signature = ''] = token.split('.');
    const settings = uuid.test(creatorId) ? await this.em.findOne(availabilityRows, { id: creatorId }) : null;
    if (!settings?.feed || !this.urls.isSignature(feedName(creatorId, settings.feed), signature)) noFeed();
    const where = { creatorId, date: { $gte: dayAfter(this.#today(), -pastDays) } };
    const rows = await this.em.find(reservedDayRows, where, {
      orderBy: { date: 'asc', id: 'asc' },
      limit: maxFeedDays,
      disableIdentityMap: true,
    });
    const entries = feedEntries(rows, maxEntries).map(({ id, bookingId, from, to }) => ({
      id: `${id}@festoon`,
      from,
      to,
      title: 'Booked on Festoon',
      url: `${this.config.publicUrl}/bookings/${bookingId}`,
    }));
    return calendarText('Festoon bookings', entries, this.context.now().toISOString());
  }

  /** The state of each day of a period. Reasons and bookings are not shown. */
  async days(creatorId: string, period: AvailabilityPeriod): Promise<CreatorAvailability> {
    const now = readersDay(this.#today(), period.today);
    const from = period.from ?? now;
    const to = period.to ?? dayAfter(from, defaultDays);
    const calendar = await this.#calendar(creatorId, from, to);
    const dates = Array.from({ length: daysBetween(from, to) + 1 }, (_, count) => dayAfter(from, count));
    return { items: dates.map((date) => ({ date, state: stateOf(calendar, date, now) })) };
  }

  /**
   * The state of any day of a period, for all creators or for some. The days of a creator without a calendar are
   * unknown.
   */
  async statesBetween(
    from: string,
    to: string,
    creatorIds?: readonly string[],
  ): Promise<(creatorId: string, date: string) => EventDayState> {
    const calendarOf = await this.#calendars(from, to, creatorIds);
    const now = this.#today();
    return (id, date) => eventDayState(calendarOf(id), date, now);
  }

  /** What a creator's calendar says of the days of an event. */
  async day(creatorId: string, dates: readonly string[]): Promise<CreatorDayFacts> {
    const ordered = dates.toSorted();
    const calendar = await this.#calendar(creatorId, ordered[0] ?? this.#today(), ordered.at(-1) ?? this.#today());
    return factsOfEvent(calendar, dates);
  }

  /** What the calendars of several creators say of the days of their events, by the id of the event. */
  async eventDayFacts(events: readonly EventDays[]): Promise<ReadonlyMap<string, CreatorDayFacts>> {
    const creatorIds = [...new Set(events.map(({ creatorId }) => creatorId))];
    const ordered = events.flatMap(({ dates }) => dates).sort();
    const calendarOf = await this.#calendars(ordered[0] ?? '', ordered.at(-1) ?? '', creatorIds);
    return new Map(events.map(({ id, creatorId, dates }) => [id, factsOfEvent(calendarOf(creatorId), dates)]));
  }

  /** Whether this creator has settings. */
  async exists(creatorId: string): Promise<boolean> {
    return (await this.em.count(availabilityRows, { id: creatorId })) > 0;
  }

  /** The address of a feed, which is a secret. */
  feedPath({ creatorId, feed }: { creatorId: string; feed: number }): string {
    return `/api/v1/calendars/${creatorId}.${this.urls.signature(feedName(creatorId, feed))}.ics`;
  }

  async #calendar(creatorId: string, from: string, to: string): Promise<Calendar> {
    return (await this.#calendars(from, to, [creatorId]))(creatorId);
  }

  /** The calendars of these creators, or of all, in a period. Each table is read once. */
  async #calendars(from: string, to: string, creatorIds?: readonly string[]): Promise<(id: string) => Calendar> {
    const ids = creatorIds && { $in: [...creatorIds] };
    const of = ids ? { creatorId: ids } : {};
    const [settings, blocks, reserved] = await Promise.all([
      this.em.find(availabilityRows, ids ? { id: ids } : {}, plainRows),
      this.em.find(blockedPeriodRows, { ...of, firstDay: { $lte: to }, lastDay: { $gte: from } }, plainRows),
      this.em.find(reservedDayRows, { ...of, date: { $gte: from, $lte: to } }, plainRows),
    ]);
    const settingsOf = new Map(settings.map((row) => [row.id, row]));
    const blocksOf = Map.groupBy(blocks, ({ creatorId }) => creatorId);
    const reservedOf = Map.groupBy(reserved, ({ creatorId }) => creatorId);
    const bookingsOf = new Map([...reservedOf].map(([id, rows]) => [id, countPerDay(rows)]));
    return (id) => ({
      settings: settingsOf.get(id) ?? null,
      blocks: blocksOf.get(id) ?? [],
      bookings: bookingsOf.get(id) ?? noBookings,
    });
  }

  /** How many confirmed bookings there are from a day on, on each day that has some, the first day first. */
  async #bookingsSince(creatorId: string, from: string): Promise<ReadonlyMap<string, number>> {
    const where = { creatorId, date: { $gte: from } };
    return countPerDay(await this.em.find(reservedDayRows, where, { orderBy: { date: 'asc', id: 'asc' } }));
  }
}

/** The reader's current day, which is at most one day before or after the day in UTC. */
const readersDay = (inUtc: string, given = inUtc): string => (Math.abs(daysBetween(inUtc, given)) <= 1 ? given : inUtc);

/** The number of rows for each day. */
const countPerDay = (rows: readonly { readonly date: string }[]): ReadonlyMap<string, number> => {
  const perDay = new Map<string, number>();
  for (const { date } of rows) perDay.set(date, (perDay.get(date) ?? 0) + 1);
  return perDay;
};

const noBookings: ReadonlyMap<string, number> = new Map();
/** Many rows are read without being tracked for changes. */
const plainRows = { disableIdentityMap: true } as const;

/** How many days back the feed begins, and how many entries it has at most. */
const [pastDays, maxEntries] = [365, 2_000];
/** How many reserved days are read for the feed. */
const maxFeedDays = 20_000;
/** The number of days after which the free days of a calendar that cannot be read become unknown. */
export const outdatedDays = 7;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const noFeed = (): never => refuse('calendar-not-found', 'This calendar does not exist');

/** What is signed for the address of a feed. The signature is its secret: it is not stored, and cannot be guessed. */
const feedName = (creatorId: string, feed: number): string => `calendar ${creatorId} ${feed}`;

const subscriptionOf = ({ checkedAt, readAt, problem, busy }: AvailabilityRow, url: string) => ({
  url,
  checkedAt: checkedAt ?? null,
  readAt: readAt ?? null,
  problem: problem ?? null,
  busyDays: busy.reduce((days, [from, to]) => days + daysBetween(from, to) + 1, 0),
});

/** Whether the other calendar, if there is one, was read lately. */
const isKnown = ({ subscriptionUrl, readAt }: AvailabilityRow, now: string): boolean =>
  !subscriptionUrl ||
  (readAt !== null && readAt !== undefined && daysBetween(readAt.slice(0, 10), now) <= outdatedDays);

const factsOf = ({ settings, blocks, bookings }: Calendar, date: string): CreatorDayFacts => ({
  taken: (bookings.get(date) ?? 0) >= (settings?.capacity ?? defaultPattern.capacity),
  blocked: blocks.some(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay),
  off:
    (settings?.weekdays ? !settings.weekdays.includes(weekdayOf(date)) : false) ||
    (settings?.busy ?? []).some(([from, to]) => from <= date && date <= to),
  noticeDays: settings?.noticeDays ?? defaultPattern.noticeDays,
});

const factsOfEvent = (calendar: Calendar, dates: readonly string[]): CreatorDayFacts => {
  const days = dates.map((date) => factsOf(calendar, date));
  return {
    taken: days.some(({ taken }) => taken),
    blocked: days.some(({ blocked }) => blocked),
    off: days.some(({ off }) => off),
    noticeDays: calendar.settings?.noticeDays ?? defaultPattern.noticeDays,
  };
};

const stateOf = (calendar: Calendar, date: string, now: string): DayState => {
  const state = eventDayState(calendar, date, now);
  return state === 'taken' || state === 'off' ? 'busy' : state;
};

const eventDayState = (calendar: Calendar, date: string, now: string): EventDayState => {
  if (date < now) return 'unknown';
  const { taken, blocked, off, noticeDays } = factsOf(calendar, date);
  if (taken || blocked) return 'taken';
  if (off || date < dayAfter(now, noticeDays)) return 'off';
  return calendar.settings?.weekdays && isKnown(calendar.settings, now) ? 'free' : 'unknown';
};
