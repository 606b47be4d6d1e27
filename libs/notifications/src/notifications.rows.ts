import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Instant } from '#platform/projections';

/** What a person was notified of. `title` and `text` are null after their erasure. */
export const notificationRows = defineEntity({
  name: 'NotificationRow',
  properties: {
    id: p.text().primary(),
    personId: p.text(),
    kind: p.text(),
    title: p.text().nullable(),
    text: p.text().nullable(),
    path: p.text(),
    createdAt: p.type(Instant),
  },
  indexes: [{ properties: ['personId', 'createdAt', 'id'] }],
});
export type NotificationRow = InferEntity<typeof notificationRows>;
