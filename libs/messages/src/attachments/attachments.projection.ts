import type { Projection } from '#kernel';
import type { AttachmentEvents } from './attachment.ts';
import type { AttachmentRow } from './attachments.rows.ts';

export const messageAttachments: Projection<AttachmentEvents, AttachmentRow> = {
  table: 'message_attachments',
  version: 1,
  key: ({ stream }) => stream,
  insert: {
    AttachmentUploaded: (uploaded, { stream, at }) => ({
      ...uploaded,
      id: stream,
      messageId: null,
      status: uploaded.kind === 'picture' ? 'processing' : 'ready',
      reason: null,
      width: null,
      height: null,
      thumbhash: null,
      createdAt: at,
    }),
  },
  update: {
    AttachmentPublished: (row, { width, height, thumbhash }) => ({ ...row, status: 'ready', width, height, thumbhash }),
    AttachmentRefused: (row, { reason }) => ({ ...row, status: 'refused', reason }),
    AttachmentSent: (row, { messageId }) => ({ ...row, messageId }),
    AttachmentRemoved: () => null,
  },
};
