import { aggregate, type Nothing, type PersonalData, refuse } from '#kernel';
import type { NotificationChannel, NotificationGroup } from './notification-group.ts';

/**
 * A notification of one person. `kind` begins with its group, like `galleries.delivered`; `title` and `text` are sentences;
 * `link` leads to the page where the person continues, as a path of this site.
 */
export type Notification = {
  readonly personId: string;
  readonly kind: `${NotificationGroup}.${string}`;
  readonly title: string;
  readonly text: string;
  readonly link: { readonly label: string; readonly path: string };
};

/** `channels` are those that the person had chosen for this group when they were notified. */
type SentNotification = Notification & { readonly channels: readonly NotificationChannel[] };

export type NotificationCommands = {
  send: SentNotification;
  /** `accepted` is false if the mail server permanently rejected the email. */
  recordEmail: { accepted: boolean };
};

export type NotificationEvents = {
  NotificationSent: SentNotification;
  NotificationEmailed: Nothing;
  NotificationEmailRejected: Nothing;
};

/** What was sent, as the person reads it. */
const personalData: PersonalData<NotificationEvents> = {
  NotificationSent: { of: 'personId', fields: ['title', 'text'] },
};

/** `emailed` is set once the email was handed over or rejected. */
type State = { readonly sent: boolean; readonly emailed: boolean };

export const notification = aggregate<NotificationCommands, NotificationEvents, State, 'notification'>({
  stream: 'notification',
  personalData,
  initial: { sent: false, emailed: false },
  decide: {
    send({ sent }, { facts, by }) {
      if (by.kind === 'user') refuse('notification-not-allowed', 'Notifications are sent automatically');
      return sent ? [] : [{ type: 'NotificationSent', data: facts }];
    },
    recordEmail({ sent, emailed }, { facts: { accepted }, by }) {
      if (by.kind === 'user') refuse('notification-not-allowed', 'Emails are sent automatically');
      if (!sent || emailed) return [];
      return [{ type: accepted ? 'NotificationEmailed' : 'NotificationEmailRejected', data: {} }];
    },
  },
  evolve: {
    NotificationSent: (state) => ({ ...state, sent: true }),
    NotificationEmailed: (state) => ({ ...state, emailed: true }),
    NotificationEmailRejected: (state) => ({ ...state, emailed: true }),
  },
});
