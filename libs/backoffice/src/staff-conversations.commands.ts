import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ConversationsQueries } from '#ai';
import type { RevealedConversation } from '#ai/contract';
import { IdentityQueries } from '#identity';
import { LogReader } from '#platform/audit';
import { Context } from '#platform/context';

/**
 * Shows a conversation with the assistant to the caller, after the log has recorded who sees it, and why. Refuses
 * `conversation-not-found` and `conversation-reason-personal`.
 */
export class RevealConversation extends Command<RevealedConversation> {
  constructor(
    readonly conversationId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(RevealConversation)
export class RevealConversationHandler implements ICommandHandler<RevealConversation> {
  constructor(
    private readonly conversations: ConversationsQueries,
    private readonly identity: IdentityQueries,
    private readonly log: LogReader,
    private readonly context: Context,
  ) {}

  async execute({ conversationId, reason }: RevealConversation): Promise<RevealedConversation> {
    const shown = await this.conversations.byId(conversationId);
    const vendors = shown.turns.flatMap(({ answer }) => answer?.vendors.map(({ vendorId }) => vendorId) ?? []);
    const people = new Set([...(shown.personId === null ? [] : [shown.personId]), ...vendors]);
    await this.identity.requireImpersonal(reason, [...people], 'conversation-reason-personal');
    this.context.enterReason(reason);
    await this.log.reveal(await this.log.stream(conversationId));
    return shown;
  }
}
