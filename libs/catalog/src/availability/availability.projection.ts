import type { Projection } from '#kernel';
import type { AvailabilityRow, BlockedPeriodRow, ReservedDayRow } from './availability.rows.ts';
import { type AvailabilityEvents, defaultPattern } from './availability.ts';
import type { CreatorDayEvents } from './creator-day.ts';

type Settings = Pick<AvailabilityEvents, 'AvailabilityOpened' | 'AvailabilityChanged' | 'AvailabilityCleared'>;
type Blocks = Pick<AvailabilityEvents, 'DaysBlocked' | 'DaysUnblocked'>;

export const availabilities: Projection<Settings, AvailabilityRow> = {
  table: 'availabilities',
  version: 1,
  key: ({ data }) => data.creatorId,
  insert: {
    AvailabilityOpened: ({ creatorId }) => ({ ...defaultPattern, id: creatorId, weekdays: null }),
  },
  update: {
    AvailabilityChanged: (row, { weekdays, capacity, noticeDays }) => ({ ...row, weekdays, capacity, noticeDays }),
    AvailabilityCleared: () => null,
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
