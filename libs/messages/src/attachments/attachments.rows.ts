import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Instant, WholeNumber } from '#platform/projections';

/**
 * One row for each file that was not removed. `messageId` is null until it is sent; width, height and thumbhash until
 * the copies of a picture are stored; `reason` unless the file was refused.
 */
export const attachmentRows = defineEntity({
  name: 'AttachmentRow',
  properties: {
    id: p.text().primary(),
    threadId: p.text(),
    personId: p.text(),
    messageId: p.text().nullable(),
    fileName: p.text().nullable(),
    kind: p.text().$type<'picture' | 'pdf'>(),
    size: p.type(WholeNumber),
    original: p.text(),
    target: p.text(),
    status: p.text().$type<'processing' | 'ready' | 'refused'>(),
    reason: p.text().nullable(),
    width: p.type(WholeNumber).nullable(),
    height: p.type(WholeNumber).nullable(),
    thumbhash: p.text().nullable(),
    createdAt: p.type(Instant),
  },
  indexes: [{ properties: ['messageId'] }, { properties: ['personId'] }],
});
export type AttachmentRow = InferEntity<typeof attachmentRows>;
