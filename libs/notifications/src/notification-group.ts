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

/** `app` is the list behind the bell in the header. */
export const notificationChannels = ['app', 'email'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

/** The group of a kind such as `galleries.delivered`. */
export const groupOf = (kind: `${NotificationGroup}.${string}`): NotificationGroup =>
  kind.slice(0, kind.indexOf('.')) as NotificationGroup;
