import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { PersonalDataKeys } from '#platform/personal-data';
import { Projector } from '#platform/projections';
import type { ConversationContext } from '../brief.ts';
import { type AnswerFacts, type ConversationId, conversation, type Question } from './conversation.ts';
import { conversations } from './conversations.projection.ts';
import { ConversationsQueries } from './conversations.queries.ts';
import { storedContext } from './stored.contexts.ts';

/**
 * Stores a question of the caller, in a conversation of theirs or in a new one. Refuses `conversation-not-found`,
 * `conversation-not-yours` and `conversation-full`.
 */
export class AskQuestion extends Command<Question> {
  constructor(
    readonly conversationId: ConversationId | undefined,
    readonly text: string,
    readonly context: ConversationContext,
  ) {
    super();
  }
}

@CommandHandler(AskQuestion)
export class AskQuestionHandler implements ICommandHandler<AskQuestion> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly queries: ConversationsQueries,
  ) {}

  async execute({ conversationId, text, context }: AskQuestion): Promise<Question> {
    const id: ConversationId = conversationId ?? `conversation-${this.context.newId()}`;
    const facts = { personId: this.queries.callerId, conversationId: id, text, context: storedContext(context) };
    const { events } = await this.store.handle(conversation, id, 'ask', facts);
    // From the event, not from the state: a request that is repeated under its idempotency key gets the events that it
    // wrote the first time.
    const [number] = events.flatMap((event) => (event.type === 'QuestionAsked' ? [event.data.number] : []));
    if (number === undefined) throw new Error('ask wrote no question');
    return { conversationId: id, number };
  }
}

/**
 * Stores the answer to a question. Does nothing if the question has a complete one, or if the conversation was deleted.
 */
export class GiveAnswer extends Command<void> {
  constructor(
    readonly question: Question,
    readonly answer: AnswerFacts,
  ) {
    super();
  }
}

@CommandHandler(GiveAnswer)
export class GiveAnswerHandler implements ICommandHandler<GiveAnswer> {
  constructor(private readonly store: EventStore) {}

  async execute({ question: { conversationId, number }, answer }: GiveAnswer): Promise<void> {
    await this.store.handle(conversation, conversationId, 'answer', { ...answer, number });
  }
}

/**
 * Deletes a conversation of the caller, given as in `ConversationsQueries.own`. Refuses `conversation-not-found` and
 * `conversation-not-yours`.
 */
export class DeleteConversation extends Command<void> {
  constructor(readonly reference: string) {
    super();
  }
}

@CommandHandler(DeleteConversation)
export class DeleteConversationHandler implements ICommandHandler<DeleteConversation> {
  constructor(
    private readonly store: EventStore,
    private readonly queries: ConversationsQueries,
  ) {}

  async execute({ reference }: DeleteConversation): Promise<void> {
    const { conversationId, ...caller } = this.queries.referred(reference);
    await this.store.handle(conversation, conversationId, 'delete', caller);
  }
}

/** Deletes a conversation that has been kept for its time. Idempotent. */
export class ExpireConversation extends Command<void> {
  constructor(readonly conversationId: ConversationId) {
    super();
  }
}

@CommandHandler(ExpireConversation)
export class ExpireConversationHandler implements ICommandHandler<ExpireConversation> {
  constructor(private readonly store: EventStore) {}

  async execute({ conversationId }: ExpireConversation): Promise<void> {
    await this.store.handle(conversation, conversationId, 'expire', {});
  }
}

/**
 * Destroys the key of a deleted conversation, so that its texts in the event log cannot be read again, and drops the
 * copies of its texts that a rebuild of the read table kept. Idempotent.
 */
export class DestroyConversationKey extends Command<void> {
  constructor(readonly conversationId: ConversationId) {
    super();
  }
}

@CommandHandler(DestroyConversationKey)
export class DestroyConversationKeyHandler implements ICommandHandler<DestroyConversationKey> {
  constructor(
    private readonly keys: PersonalDataKeys,
    private readonly projector: Projector,
  ) {}

  async execute({ conversationId }: DestroyConversationKey): Promise<void> {
    await this.projector.refold(await this.keys.erase(conversationId), { table: conversations.table });
  }
}

/** Deletes the conversations of a person whose account was closed. Idempotent. */
export class ForgetConversations extends Command<void> {
  constructor(readonly personId: string) {
    super();
  }
}

@CommandHandler(ForgetConversations)
export class ForgetConversationsHandler implements ICommandHandler<ForgetConversations> {
  constructor(
    private readonly store: EventStore,
    private readonly queries: ConversationsQueries,
  ) {}

  async execute({ personId }: ForgetConversations): Promise<void> {
    for (const id of await this.queries.idsOf(personId)) await this.store.handle(conversation, id, 'forget', {});
  }
}
