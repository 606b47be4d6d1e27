import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Notify } from '#notifications';
import type { Reaction } from '#platform/reactions';
import type { MessageEvents } from './message.ts';
import type { MessageDigestEvents } from './message-digest.ts';
import { SendMessageDigest } from './messages.commands.ts';

/** How long a message may be unread before its recipient is reminded, in milliseconds. */
const digestDelay = 600_000;

@Injectable()
export class MessagesReactions {
  constructor(private readonly commands: CommandBus) {}

  readonly sendDigest: Reaction<MessageEvents> = {
    name: 'messages.send-digest',
    to: 'MessageSent',
    queue: 'default',
    delay: digestDelay,
    react: ({ data: { recipientId } }) => this.commands.execute(new SendMessageDigest(recipientId)),
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
