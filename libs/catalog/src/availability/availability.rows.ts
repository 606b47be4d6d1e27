import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { WholeNumber } from '#platform/projections';

/** One row for each creator. `weekdays` is null until the settings were saved once. */
export const availabilityRows = defineEntity({
  name: 'AvailabilityRow',
  properties: {
    id: p.text().primary(),
    weekdays: p.json<readonly number[]>().nullable(),
    capacity: p.type(WholeNumber),
    noticeDays: p.type(WholeNumber),
  },
});
export type AvailabilityRow = InferEntity<typeof availabilityRows>;

export const blockedPeriodRows = defineEntity({
  name: 'BlockedPeriodRow',
  properties: {
    id: p.text().primary(),
    creatorId: p.text(),
    firstDay: p.date(),
    lastDay: p.date(),
    reason: p.text().nullable(),
  },
  indexes: [{ properties: ['creatorId', 'lastDay'] }],
});
export type BlockedPeriodRow = InferEntity<typeof blockedPeriodRows>;

/** One row for each booking that reserves a day. */
export const reservedDayRows = defineEntity({
  name: 'ReservedDayRow',
  properties: {
    id: p.text().primary(),
    creatorId: p.text(),
    date: p.date(),
    bookingId: p.text(),
  },
  indexes: [{ properties: ['creatorId', 'date'] }],
});
export type ReservedDayRow = InferEntity<typeof reservedDayRows>;
