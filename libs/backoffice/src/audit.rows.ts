import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Instant, WholeNumber } from '#platform/projections';

/** One row for each event of the log, without its data. */
export const auditRows = defineEntity({
  name: 'AuditRow',
  properties: {
    id: p.text().primary(),
    position: p.type(WholeNumber),
    at: p.type(Instant),
    stream: p.text(),
    version: p.type(WholeNumber),
    type: p.text(),
    module: p.text(),
    actorId: p.text(),
    actorKind: p.text(),
    actorRole: p.text(),
    onBehalfOf: p.text().nullable(),
    source: p.text(),
    request: p.text(),
    correlation: p.text(),
    causation: p.text(),
    bookingId: p.text().nullable(),
    leadId: p.text().nullable(),
    galleryId: p.text().nullable(),
  },
  indexes: [
    { properties: ['position'] },
    { properties: ['stream', 'position'] },
    { properties: ['type', 'position'] },
    { properties: ['module', 'position'] },
    { properties: ['actorId', 'position'] },
    { properties: ['actorKind', 'position'] },
    { properties: ['actorRole', 'position'] },
    { properties: ['onBehalfOf', 'position'] },
    { properties: ['source', 'position'] },
    { properties: ['correlation', 'position'] },
    { properties: ['request'] },
    { properties: ['causation'] },
    { properties: ['bookingId', 'position'] },
    { properties: ['leadId', 'position'] },
    { properties: ['galleryId', 'position'] },
    { properties: ['at', 'position'] },
  ],
});
export type AuditRow = InferEntity<typeof auditRows>;
