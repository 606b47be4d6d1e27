import type { Projection } from '#kernel';
import type { NotificationEvents } from './notification.ts';
import type { NotificationRow } from './notifications.rows.ts';

export const notifications: Projection<NotificationEvents, NotificationRow> = {
  table: 'notifications',
  version: 1,
  key: ({ stream }) => stream,
  insert: {
    NotificationSent: ({ personId, kind, title, text, link }, { stream, at }) => ({
      id: stream,
      personId,
      kind,
      title,
      text,
      path: link.path,
      createdAt: at,
    }),
  },
};
