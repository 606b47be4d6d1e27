import { z } from 'zod';
/** What notifications are about. People choose for each group how they are notified. */
export const notificationGroups = [
  'leads',
  'matches',
  'bookings',
  'payments',
  'galleries',
  'messages',
  'staff',
] as const;
export type NotificationGroup = (typeof notificationGroups)[number];

/** `GET /api/v1/notifications` */
export const notificationFilter = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional(),
});
export type NotificationFilter = z.infer<typeof notificationFilter>;

/**
 * A notification as its recipient sees it. `path` is the page of this site where they continue. `position` orders the
 * notifications of a person.
 */
export const notification = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  path: z.string(),
  createdAt: z.iso.datetime(),
  position: z.int(),
  isUnread: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

/** The caller's notifications, newest first. `unread` counts those of all pages. */
export const notificationsPage = z.object({
  items: z.array(notification),
  nextCursor: z.string().nullable(),
  unread: z.int(),
});
export type NotificationsPage = z.infer<typeof notificationsPage>;

/** `POST /api/v1/notifications/read`: all notifications up to this position have been read. */
export const notificationsReadRequest = z.object({ upTo: z.int().min(0) });
export type ReadNotifications = z.infer<typeof notificationsReadRequest>;

/** Which channels a group of notifications uses. */
const preference = z.object({ group: z.enum(notificationGroups), app: z.boolean(), email: z.boolean() });

/** `GET /api/v1/me/notification-preferences`: all groups. */
export const notificationPreferences = z.object({ items: z.array(preference) });
export type NotificationPreferences = z.infer<typeof notificationPreferences>;

/** `PUT /api/v1/me/notification-preferences`: groups that are left out keep their channels. */
export const notificationPreferencesChange = z.object({
  items: z
    .array(preference)
    .max(notificationGroups.length)
    .refine((items) => new Set(items.map(({ group }) => group)).size === items.length, 'List each group once'),
});
export type NotificationPreferencesChange = z.infer<typeof notificationPreferencesChange>;

/** The response to `POST /api/v1/unsubscribe/{token}`: which emails are no longer sent. */
export const unsubscribed = z.object({ group: z.enum(notificationGroups) });
export type Unsubscribed = z.infer<typeof unsubscribed>;
