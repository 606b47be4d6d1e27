import type { Projection } from '#kernel';
import type { AvailabilityRow, BlockedPeriodRow, ReservedDayRow } from './availability.rows.ts';
import { type AvailabilityEvents, defaultPattern } from './availability.ts';
import type { CreatorDayEvents } from './creator-day.ts';

type Blocks = Pick<AvailabilityEvents, 'DaysBlocked' | 'DaysUnblocked'>;
type Settings = Omit<AvailabilityEvents, keyof Blocks>;

/** What is known without another calendar. */
const unsubscribed = { subscriptionUrl: null, checkedAt: null, readAt: null, problem: null, busy: [] } as const;

export const availabilities: Projection<Settings, AvailabilityRow> = {
  table: 'availabilities',
  version: 2,
  key: ({ data }) => data.creatorId,
  insert: {
    AvailabilityOpened: ({ creatorId }) => ({
      ...defaultPattern,
      ...unsubscribed,
      id: creatorId,
      weekdays: null,
      feed: 0,
    }),
  },
  update: {
    AvailabilityChanged: (row, { weekdays, capacity, noticeDays }) => ({ ...row, weekdays, capacity, noticeDays }),
    AvailabilityCleared: () => null,
    CalendarFeedRotated: (row) => ({ ...row, feed: row.feed + 1 }),
    CalendarSubscribed: (row, { url }) => ({
      ...row,
      ...unsubscribed,
      ...(row.subscriptionUrl === url && { busy: row.busy, readAt: row.readAt ?? null }),
      subscriptionUrl: url,
    }),
    CalendarUnsubscribed: (row) => ({ ...row, ...unsubscribed }),
    CalendarChecked: (row, { busy, problem }, { at }) => ({
      ...row,
      checkedAt: at,
      readAt: problem === null ? at : (row.readAt ?? null),
      problem,
      busy: busy ?? row.busy,
    }),
  },
};

export const blockedPeriods: Projection<Blocks, BlockedPeriodRow> = {
  table: 'blocked_periods',
  version: 1,
  key: ({ data }) => data.blockId,
  insert: {
    DaysBlocked: ({ blockId, creatorId, from, to, reason }) => ({
      id: blockId,
      creatorId,
      firstDay: from,
      lastDay: to,
      reason,
    }),
  },
  update: { DaysUnblocked: () => null },
};

export const reservedDays: Projection<CreatorDayEvents, ReservedDayRow> = {
  table: 'reserved_days',
  version: 1,
  key: ({ stream, data }) => `${stream}/${data.bookingId}`,
  insert: {
    CreatorDayReserved: ({ creatorId, date, bookingId }, { stream }) => ({
      id: `${stream}/${bookingId}`,
      creatorId,
      date,
      bookingId,
    }),
  },
  update: { CreatorDayReleased: () => null },
};
