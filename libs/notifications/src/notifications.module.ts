import { identityModule } from '#identity';
import { Site } from '#platform/http';
import { MailModule } from '#platform/mail';
import { defineModule } from '#platform/module';
import { notification } from './notification.ts';
import * as commands from './notifications.commands.ts';
import { notifications } from './notifications.projection.ts';
import { NotificationsQueries } from './notifications.queries.ts';
import { NotificationsReactions } from './notifications.reactions.ts';
import { notificationRows } from './notifications.rows.ts';

export const notificationsModule = defineModule({
  name: 'notifications',
  imports: [identityModule, MailModule],
  aggregates: [notification],
  projections: [[notifications, notificationRows]],
  commands: [commands],
  queries: NotificationsQueries,
  providers: [Site],
  reactions: [NotificationsReactions],
  personalData: { export: { notifications: ({ userId }, queries) => queries.sentTo(userId) } },
  access: { matrix: '', fields: {} },
  auditTitles: { NotificationSent: 'Person notified' },
});
