import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Instant, WholeNumber } from '#platform/projections';
import type { MutedChannel } from './inbox.ts';

/**
 * What a person was notified of. `title` and `text` are null after their erasure. `inApp`: whether the bell shows it.
 */
export const notificationRows = defineEntity({
  name: 'NotificationRow',
  properties: {
    id: p.text().primary(),
    personId: p.text(),
    kind: p.text(),
    title: p.text().nullable(),
    text: p.text().nullable(),
    path: p.text(),
    inApp: p.boolean(),
    position: p.type(WholeNumber),
    createdAt: p.type(Instant),
  },
  indexes: [{ properties: ['personId', 'inApp', 'position'] }],
});
export type NotificationRow = InferEntity<typeof notificationRows>;

/** Up to which position a person has read their notifications. `id` is the person's. */
export const readMarkRows = defineEntity({
  name: 'NotificationReadMarkRow',
  properties: { id: p.text().primary(), readUpTo: p.type(WholeNumber) },
});
export type ReadMarkRow = InferEntity<typeof readMarkRows>;

/** How a person wants to be notified. `id` is the person's. */
export const preferenceRows = defineEntity({
  name: 'NotificationPreferenceRow',
  properties: { id: p.text().primary(), muted: p.json<readonly MutedChannel[]>() },
});
export type PreferenceRow = InferEntity<typeof preferenceRows>;
