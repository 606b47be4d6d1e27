import type { Projection } from '#kernel';
import type { InboxEvents } from './inbox.ts';
import type { NotificationEvents } from './notification.ts';
import type { NotificationRow, PreferenceRow, ReadMarkRow } from './notifications.rows.ts';

export const notifications: Projection<Pick<NotificationEvents, 'NotificationSent'>, NotificationRow> = {
  table: 'notifications',
  version: 1,
  key: ({ stream }) => stream,
  insert: {
    NotificationSent: ({ personId, kind, title, text, link, channels }, { stream, position, at }) => ({
      id: stream,
      personId,
      kind,
      title,
      text,
      path: link.path,
      inApp: channels.includes('app'),
      position: Number(position),
      createdAt: at,
    }),
  },
};

export const readMarks: Projection<Pick<InboxEvents, 'NotificationsRead'>, ReadMarkRow> = {
  table: 'notification_read_marks',
  version: 1,
  key: ({ data }) => data.personId,
  insert: { NotificationsRead: ({ personId, upTo }) => ({ id: personId, readUpTo: upTo }) },
};

export const preferences: Projection<Pick<InboxEvents, 'NotificationPreferencesChanged'>, PreferenceRow> = {
  table: 'notification_preferences',
  version: 1,
  key: ({ data }) => data.personId,
  insert: { NotificationPreferencesChanged: ({ personId, muted }) => ({ id: personId, muted }) },
};
