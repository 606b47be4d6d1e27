import { aggregate, type PersonalData, refuse } from '#kernel';

/**
 * A notification of one person. `kind` says what it is about, like `galleries.delivered`; `title` and `text` are sentences;
 * `link` leads to the page where the person continues, as a path of this site.
 */
export type Notification = {
  readonly personId: string;
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  readonly link: { readonly label: string; readonly path: string };
};

export type NotificationCommands = { send: Notification };

export type NotificationEvents = { NotificationSent: Notification };

/** What was sent, as the person reads it. */
const personalData: PersonalData<NotificationEvents> = {
  NotificationSent: { of: 'personId', fields: ['title', 'text'] },
};

export const notification = aggregate<
  NotificationCommands,
  NotificationEvents,
  { readonly sent: boolean },
  'notification'
>({
  stream: 'notification',
  personalData,
  initial: { sent: false },
  decide: {
    send({ sent }, { facts, by }) {
      if (by.kind === 'user') refuse('notification-not-allowed', 'Notifications are sent automatically');
      return sent ? [] : [{ type: 'NotificationSent', data: facts }];
    },
  },
  evolve: { NotificationSent: () => ({ sent: true }) },
});
