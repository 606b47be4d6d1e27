import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Reaction } from '#platform/reactions';
import { type ConversationEvents, type ConversationId, expiryOf } from './conversation.ts';
import { DestroyConversationKey, ExpireConversation } from './conversations.commands.ts';

@Injectable()
export class ConversationReactions {
  constructor(private readonly commands: CommandBus) {}

  readonly expire: Reaction<ConversationEvents> = {
    name: 'ai.expire-conversation',
    to: 'ConversationStarted',
    queue: 'erasure',
    runAt: ({ at }) => expiryOf(at),
    react: ({ stream }) => this.commands.execute(new ExpireConversation(stream as ConversationId)),
  };

  /** In a reaction, so that the key is destroyed even if the process that deleted the conversation dies. */
  readonly destroyKey: Reaction<ConversationEvents> = {
    name: 'ai.destroy-conversation-key',
    to: 'ConversationDeleted',
    queue: 'erasure',
    react: ({ stream }) => this.commands.execute(new DestroyConversationKey(stream as ConversationId)),
  };
}
