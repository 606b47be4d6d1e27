import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { dayAfter, weekdayOf } from '#kernel';
import { Context } from '#platform/context';
import {
  type AvailabilityRow,
  availabilityRows,
  type BlockedPeriodRow,
  blockedPeriodRows,
  reservedDayRows,
} from './availability.rows.ts';
import { defaultPattern, requireProfessional } from './availability.ts';
import type { AvailabilityPeriod, CreatorAvailability, DayState, OwnAvailability } from './contract.ts';

/**
 * What a creator's calendar says of one day. `taken`: it has as many confirmed bookings as the creator takes; `blocked`: the
 * creator has blocked it; `off`: a day of the week on which they do not work. `noticeDays` is the notice they need.
 */
export type CreatorDayFacts = {
  readonly taken: boolean;
  readonly blocked: boolean;
  readonly off: boolean;
  readonly noticeDays: number;
};

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
  ) {}

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
      this.#bookingsPerDay(creatorId, today()),
    ]);
    const { weekdays, capacity, noticeDays } = settings ?? defaultPattern;
    return {
      isSet: Boolean(settings?.weekdays),
      weekdays: [...(weekdays ?? defaultPattern.weekdays)],
      capacity,
      noticeDays,
      blocked: blocks.map(({ firstDay, lastDay, reason }) => ({ from: firstDay, to: lastDay, reason: reason ?? null })),
      booked: [...bookings].map(([date, count]) => ({ date, bookings: count })),
    };
  }

  /** The state of each day of a period. Reasons and bookings are not shown. */
  async days(creatorId: string, period: AvailabilityPeriod): Promise<CreatorAvailability> {
    const now = today();
    const from = period.from ?? now;
    const to = period.to ?? dayAfter(from, defaultDays);
    const calendar = await this.#calendar(creatorId, from, to);
    const items: CreatorAvailability['items'] = [];
    for (let date = from; date <= to; date = dayAfter(date)) items.push({ date, state: stateOf(calendar, date, now) });
    return { items };
  }

  /** What a creator's calendar says of one day. */
  async day(creatorId: string, date: string): Promise<CreatorDayFacts> {
    return factsOf(await this.#calendar(creatorId, date, date), date);
  }

  /** Whether this creator has settings. */
  async exists(creatorId: string): Promise<boolean> {
    return (await this.em.count(availabilityRows, { id: creatorId })) > 0;
  }

  async #calendar(creatorId: string, from: string, to: string): Promise<Calendar> {
    const overlapping = { creatorId, firstDay: { $lte: to }, lastDay: { $gte: from } };
    const [settings, blocks, bookings] = await Promise.all([
      this.em.findOne(availabilityRows, { id: creatorId }),
      this.em.find(blockedPeriodRows, overlapping),
      this.#bookingsPerDay(creatorId, from, to),
    ]);
    return { settings, blocks, bookings };
  }

  /** How many confirmed bookings there are on each day that has some, the first day first. */
  async #bookingsPerDay(creatorId: string, from: string, to?: string): Promise<Map<string, number>> {
    const date = to === undefined ? { $gte: from } : { $gte: from, $lte: to };
    const rows = await this.em.find(reservedDayRows, { creatorId, date }, { orderBy: { date: 'asc', id: 'asc' } });
    const perDay = new Map<string, number>();
    for (const row of rows) perDay.set(row.date, (perDay.get(row.date) ?? 0) + 1);
    return perDay;
  }
}

const today = (): string => new Date().toISOString().slice(0, 10);

const factsOf = ({ settings, blocks, bookings }: Calendar, date: string): CreatorDayFacts => ({
  taken: (bookings.get(date) ?? 0) >= (settings?.capacity ?? defaultPattern.capacity),
  blocked: blocks.some(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay),
  off: settings?.weekdays ? !settings.weekdays.includes(weekdayOf(date)) : false,
  noticeDays: settings?.noticeDays ?? defaultPattern.noticeDays,
});

const stateOf = (calendar: Calendar, date: string, now: string): DayState => {
  if (date < now) return 'unknown';
  const { taken, blocked, off, noticeDays } = factsOf(calendar, date);
  if (taken || blocked || off || date < dayAfter(now, noticeDays)) return 'busy';
  return calendar.settings?.weekdays ? 'free' : 'unknown';
};
