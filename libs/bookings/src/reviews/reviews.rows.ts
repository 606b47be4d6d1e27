import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Instant, WholeNumber } from '#platform/projections';
import type { Review } from './review.ts';

/**
 * The texts are null after the erasure of a party. `editedAt`, `repliedAt`, `replyEditedAt` and `removedReason` are
 * null until that happened.
 */
export const reviewRows = defineEntity({
  name: 'ReviewRow',
  properties: {
    id: p.text().primary(),
    bookingId: p.text(),
    clientId: p.text(),
    creatorId: p.text(),
    rating: p.type(WholeNumber),
    text: p.text().nullable(),
    createdAt: p.type(Instant),
    editedAt: p.type(Instant).nullable(),
    reply: p.text().nullable(),
    repliedAt: p.type(Instant).nullable(),
    replyEditedAt: p.type(Instant).nullable(),
    removedReason: p.text().nullable(),
    /** The aggregate's state, on which its rules work. */
    state: p.json<Review>(),
  },
  indexes: [
    { properties: ['creatorId', 'createdAt', 'id'] },
    { properties: ['createdAt', 'id'] },
    { properties: ['clientId'] },
    { properties: ['bookingId'] },
  ],
});
export type ReviewRow = InferEntity<typeof reviewRows>;
