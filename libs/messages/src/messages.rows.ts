import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Instant, WholeNumber } from '#platform/projections';

export const threadRows = defineEntity({
  name: 'ThreadRow',
  properties: {
    id: p.text().primary(),
    clientId: p.text(),
    creatorId: p.text(),
    bookingId: p.text().nullable(),
    leadId: p.text().nullable(),
    clientReadUpTo: p.type(WholeNumber),
    creatorReadUpTo: p.type(WholeNumber),
    blockedBy: p.json<readonly string[]>(),
  },
  indexes: [
    { properties: ['clientId'] },
    { properties: ['creatorId'] },
    { properties: ['bookingId'] },
    { properties: ['leadId'] },
  ],
});
export type ThreadRow = InferEntity<typeof threadRows>;

/** One row for each report that staff have not closed. `reason` is null after the erasure of either party. */
export const threadReportRows = defineEntity({
  name: 'ThreadReportRow',
  properties: {
    id: p.text().primary(),
    threadId: p.text(),
    personId: p.text(),
    reason: p.text().nullable(),
    createdAt: p.type(Instant),
  },
  indexes: [{ properties: ['createdAt', 'id'] }],
});
export type ThreadReportRow = InferEntity<typeof threadReportRows>;

/** One row for each message. `text` is null after the erasure of its sender. */
export const messageRows = defineEntity({
  name: 'MessageRow',
  properties: {
    id: p.text().primary(),
    threadId: p.text(),
    senderId: p.text(),
    recipientId: p.text(),
    text: p.text().nullable(),
    position: p.type(WholeNumber),
    createdAt: p.type(Instant),
  },
  indexes: [
    { properties: ['threadId', 'position'] },
    { properties: ['recipientId', 'position'] },
    { properties: ['senderId', 'position'] },
  ],
});
export type MessageRow = InferEntity<typeof messageRows>;
