import { aggregate, type Nothing, type PersonalData, refuse } from '#kernel';
import type { NotificationChannel, NotificationGroup } from './notification-group.ts';

/**
 * A notification of one person. `kind` begins with its group, like `galleries.delivered`; `title` and `text` are
 * sentences; `link` leads to the page where the person continues, as a path of this site.
 */
export type Notification = {
  readonly personId: string;
  readonly kind: `${NotificationGroup}.${string}`;
  readonly title: string;
  readonly text: string;
  readonly link: { readonly label: string; readonly path: string };
};

/**
 * `channels` are those that the person had chosen for this group when they were notified, or all channels if the
 * notification is sent `always`, whatever the person has chosen.
 */
type SentNotification = Notification & { readonly channels: readonly NotificationChannel[]; readonly always?: true };

/**
 * What became of an email: the mail server has taken it, has permanently rejected it, or a worker was killed while it
 * handed the email over.
 */
export type EmailResult = 'sent' | 'rejected' | 'unknown';

export type NotificationCommands = {
  send: SentNotification;
  recordEmail: { result: Exclude<EmailResult, 'unknown'> };
  recordInterruption: Nothing;
};

export type NotificationEvents = {
  NotificationSent: SentNotification;
  NotificationEmailed: Nothing;
  NotificationEmailRejected: Nothing;
  /** A worker was killed while it handed the email over. It may not have been sent, and is not sent again. */
  NotificationEmailInterrupted: Nothing;
};

/** What was sent, as the person reads it. */
const personalData: PersonalData<NotificationEvents> = {
  NotificationSent: { of: 'personId', fields: ['title', 'text'] },
};

/** `email` is what is known of the email. */
type State = { readonly sent: boolean; readonly email: EmailResult | null };

const emailEvents = {
  sent: 'NotificationEmailed',
  rejected: 'NotificationEmailRejected',
} as const;

export const notification = aggregate<NotificationCommands, NotificationEvents, State, 'notification'>({
  stream: 'notification',
  personalData,
  initial: { sent: false, email: null },
  decide: {
    send({ sent }, { facts, by }) {
      if (by.kind === 'user') refuse('notification-not-allowed', 'Notifications are sent automatically');
      return sent ? [] : [{ type: 'NotificationSent', data: facts }];
    },
    // A worker that was slow, and not killed, may record its result after another one has recorded an interruption.
    // These are two verbs, because one verb is recorded only once for a job.
    recordEmail({ sent, email }, { facts: { result }, by }) {
      if (by.kind === 'user') refuse('notification-not-allowed', 'Emails are sent automatically');
      if (!sent || (email !== null && email !== 'unknown')) return [];
      return [{ type: emailEvents[result], data: {} }];
    },
    recordInterruption({ sent, email }, { by }) {
      if (by.kind === 'user') refuse('notification-not-allowed', 'Emails are sent automatically');
      return sent && email === null ? [{ type: 'NotificationEmailInterrupted', data: {} }] : [];
    },
  },
  evolve: {
    NotificationSent: (state) => ({ ...state, sent: true }),
    NotificationEmailed: (state) => ({ ...state, email: 'sent' }),
    NotificationEmailRejected: (state) => ({ ...state, email: 'rejected' }),
    NotificationEmailInterrupted: (state) => ({ ...state, email: 'unknown' }),
  },
});
