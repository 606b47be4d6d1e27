import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { IdentityQueries } from '#identity';
import { instantAfter } from '#kernel';
import { Notify } from '#notifications';
import { NotDueYet } from '#platform/jobs';
import type { Reaction } from '#platform/reactions';
import type { MessageEvents } from './message.ts';
import type { MessageDigestEvents } from './message-digest.ts';
import { CompensateUnreadMessage, RecordReply, SendMessageDigest, type ThreadId } from './messages.commands.ts';
import type { ThreadEvents } from './thread.ts';
import { timeToRead } from './unread-protection.ts';

/** How long a message may be unread before its recipient is reminded, in milliseconds. */
const digestDelay = 600_000;

@Injectable()
export class MessagesReactions {
  constructor(
    private readonly commands: CommandBus,
    private readonly people: IdentityQueries,
  ) {}

  readonly sendDigest: Reaction<MessageEvents> = {
    name: 'messages.send-digest',
    to: 'MessageSent',
    queue: 'default',
    delay: digestDelay,
    react: ({ data: { recipientId } }) => this.commands.execute(new SendMessageDigest(recipientId)),
  };

  readonly recordReply: Reaction<MessageEvents> = {
    name: 'messages.record-reply',
    to: 'MessageSent',
    queue: 'default',
    react: ({ data: { threadId, senderId } }) => this.commands.execute(new RecordReply(threadId as ThreadId, senderId)),
  };

  /** The professional may write their first message some time after the conversation was opened. */
  readonly compensateUnread: Reaction<ThreadEvents> = {
    name: 'messages.compensate-unread',
    to: 'ThreadOpened',
    queue: 'default',
    runAt: ({ at, data: { leadId } }) => (leadId === null ? undefined : instantAfter(at, timeToRead)),
    react: async ({ stream }) => {
      const timeLeft = await this.commands.execute(new CompensateUnreadMessage(stream as ThreadId));
      if (timeLeft > 0) throw new NotDueYet(timeLeft);
    },
  };

  readonly notifyStaffOfReport: Reaction<ThreadEvents> = {
    name: 'messages.notify-staff-of-report',
    to: 'ThreadReported',
    queue: 'mails',
    react: async () => {
      for (const personId of await this.people.supportIds())
        await this.commands.execute(
          new Notify({
            personId,
            kind: 'staff.conversation-reported',
            title: 'A conversation was reported',
            text: 'A party reported a conversation. Read what they wrote, and decide what to do.',
            link: { label: 'Open the reports', path: '/staff/reports' },
          }),
        );
    },
  };

  readonly notifyUnread: Reaction<MessageDigestEvents> = {
    name: 'messages.notify-unread',
    to: 'MessageDigestSent',
    queue: 'mails',
    react: ({ data: { personId, unread, conversations } }) =>
      this.commands.execute(
        new Notify({
          personId,
          kind: 'messages.unread',
          title: unread === 1 ? 'You have an unread message' : `You have ${unread} unread messages`,
          text: `Someone wrote to you in ${conversations === 1 ? 'a conversation' : `${conversations} conversations`} about your events.`,
          link: { label: 'Read your messages', path: '/messages' },
        }),
      ),
  };
}
