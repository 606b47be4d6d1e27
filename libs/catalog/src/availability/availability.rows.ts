import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Instant, WholeNumber } from '#platform/projections';

/** One row for each creator. `weekdays` is null until the settings were saved once. */
export const availabilityRows = defineEntity({
  name: 'AvailabilityRow',
  properties: {
    id: p.text().primary(),
    weekdays: p.json<readonly number[]>().nullable(),
    capacity: p.type(WholeNumber),
    noticeDays: p.type(WholeNumber),
    /** How often the feed got a new address; 0 if it has none. */
    feed: p.type(WholeNumber),
    /** The address of the other calendar, if there is one. */
    subscriptionUrl: p.text().nullable(),
    /** When it was tried to read last, when it was read last, and why it could not be read. */
    checkedAt: p.type(Instant).nullable(),
    readAt: p.type(Instant).nullable(),
    problem: p.text().nullable(),
    /** The busy days of the other calendar. */
    busy: p.json<readonly (readonly [from: string, to: string])[]>(),
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

/** One row for each day of each booking that reserves it. */
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
