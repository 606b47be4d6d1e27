export type { Notification } from './notification.ts';
export { Notify, ReadNotifications } from './notifications.commands.ts';
export { notificationsModule } from './notifications.module.ts';
export { NotificationsQueries } from './notifications.queries.ts';
export { acceptOneClickForms } from './one-click.hook.ts';
