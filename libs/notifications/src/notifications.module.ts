import { identityModule } from '#identity';
import { Site } from '#platform/http';
import { MailModule } from '#platform/mail';
import { defineModule } from '#platform/module';
import * as contract from './contract.ts';
import { inbox } from './inbox.ts';
import { notification } from './notification.ts';
import { access } from './notifications.access.ts';
import * as commands from './notifications.commands.ts';
import {
  NotificationPreferencesController,
  NotificationsController,
  OneClickUnsubscribeController,
  UnsubscribeController,
} from './notifications.controller.ts';
import { notifications, preferences, readMarks } from './notifications.projection.ts';
import { NotificationsQueries } from './notifications.queries.ts';
import { NotificationsReactions } from './notifications.reactions.ts';
import { notificationRows, preferenceRows, readMarkRows } from './notifications.rows.ts';
import { UnsubscribeLinks } from './unsubscribe.links.ts';

/** Events about emails have no `personId` and notify no one, because no page shows them. */
const personIn = (data: object) => ({ people: 'personId' in data ? [String(data.personId)] : [] });

export const notificationsModule = defineModule({
  name: 'notifications',
  imports: [identityModule, MailModule],
  aggregates: [notification, inbox],
  projections: [
    [notifications, notificationRows],
    [readMarks, readMarkRows],
    [preferences, preferenceRows],
  ],
  commands: [commands],
  queries: NotificationsQueries,
  contract,
  controllers: [
    NotificationsController,
    NotificationPreferencesController,
    UnsubscribeController,
    OneClickUnsubscribeController,
  ],
  providers: [Site, UnsubscribeLinks],
  reactions: [NotificationsReactions],
  subscribers: [
    { aggregate: notification, topic: 'notifications', audience: ({ data }) => personIn(data) },
    { aggregate: inbox, topic: 'notifications', audience: ({ data }) => personIn(data) },
  ],
  personalData: {
    export: {
      notifications: ({ userId }, queries) => queries.sentTo(userId),
      notificationPreferences: ({ userId }, queries) => queries.preferencesOf(userId),
    },
  },
  access,
  secretPaths: ['/unsubscribe/', '/api/v1/unsubscribe/'],
  auditTitles: {
    NotificationSent: 'Person notified',
    NotificationEmailed: 'Email of a notification sent',
    NotificationEmailRejected: 'Email of a notification rejected by the mail server',
    NotificationEmailInterrupted: 'Email of a notification interrupted: it may not have been sent',
    NotificationsRead: 'Notifications marked as read',
    NotificationPreferencesChanged: 'Notification preferences changed',
  },
});
