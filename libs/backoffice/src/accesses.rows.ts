import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Instant, WholeNumber } from '#platform/projections';

/** One row for each time that personal data was shown to staff or operators. It holds ids only. */
export const accessRows = defineEntity({
  name: 'AccessRow',
  properties: {
    id: p.text().primary(),
    /** Whose data was shown. */
    people: p.json<readonly string[]>(),
    /** Which fields of the account. */
    fields: p.json<readonly string[]>(),
    /** How many events were shown with their personal data. */
    events: p.type(WholeNumber),
    actorId: p.text(),
    actorRole: p.text(),
    reason: p.text().nullable(),
    at: p.type(Instant),
  },
  indexes: [{ properties: ['at'] }],
});
export type AccessRow = InferEntity<typeof accessRows>;
