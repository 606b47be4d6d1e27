import type { SubmoduleParts } from '#platform/module';
import { Continuations } from './continuations.store.ts';
import { conversation } from './conversation.ts';
import * as commands from './conversations.commands.ts';
import { ConversationsController } from './conversations.controller.ts';
import { conversations } from './conversations.projection.ts';
import { ConversationsQueries } from './conversations.queries.ts';
import { ConversationReactions } from './conversations.reactions.ts';
import { conversationRows } from './conversations.rows.ts';

/** What is kept of the conversations with the assistant. */
export const conversationsParts = {
  aggregates: [conversation],
  projections: [[conversations, conversationRows]],
  commands: [commands],
  controllers: [ConversationsController],
  providers: [Continuations],
  exports: [ConversationsQueries],
  reactions: [ConversationReactions],
} satisfies SubmoduleParts;
