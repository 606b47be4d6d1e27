import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BookingsQueries } from '#bookings';
import { IdentityQueries } from '#identity';
import { instantAfter, millisecondsBetween, refuse } from '#kernel';
import { LeadsQueries, RecordLeadReply } from '#leads';
import { GrantUnreadCredit } from '#plans';
import { Context, uuidFrom } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { attachment, requireSendable } from './attachments/index.ts';
import type { ThreadSubject } from './contract.ts';
import { requireWritable } from './conversation.ts';
import { Conversations } from './conversations.queries.ts';
import { message } from './message.ts';
import { messageDigest } from './message-digest.ts';
import { MessagesQueries } from './messages.queries.ts';
import { thread } from './thread.ts';
import { isIgnored, timeToRead } from './unread-protection.ts';

export type ThreadId = `thread-${string}`;

/**
 * Opens the conversation about a booking or an unlocked lead, unless it exists. A booking that was made from a lead
 * continues the conversation about the lead. Returns its id. Refuses with the `booking-…` or `lead-…` code of a booking
 * or lead that the caller may not see.
 */
export class OpenThread extends Command<ThreadId> {
  constructor(readonly subject: ThreadSubject) {
    super();
  }
}

@CommandHandler(OpenThread)
export class OpenThreadHandler implements ICommandHandler<OpenThread> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly bookings: BookingsQueries,
    private readonly leads: LeadsQueries,
  ) {}

  async execute({ subject }: OpenThread): Promise<ThreadId> {
    const facts = subject.bookingId ? await this.#ofBooking(subject.bookingId) : await this.#ofLead(subject);
    const { leadId, bookingId, creatorId } = facts;
    // Both parties may open it at the same time, so its id follows from what it is about.
    const id: ThreadId = `thread-${uuidFrom(leadId ? `thread\n${leadId}\n${creatorId}` : `thread\n${bookingId}`)}`;
    await this.store.handle(thread, id, 'open', facts);
    return id;
  }

  async #ofBooking(bookingId: string) {
    const { client, creator, leadId } = await this.bookings.byId(bookingId);
    return { clientId: client.id, creatorId: creator.id, bookingId, leadId };
  }

  async #ofLead({ leadId, professionalId }: ThreadSubject) {
    const creatorId = professionalId ?? this.context.origin.by.id;
    const lead = leadId && (await this.leads.byIds([leadId])).get(leadId);
    const callerId = this.context.origin.by.id;
    // Third people get the same response whether or not the lead was bought.
    const isParty = callerId === creatorId || (lead && callerId === lead.clientId);
    if (!lead || !isParty || !(await this.leads.isBuyer(leadId, creatorId)))
      refuse('lead-not-found', 'This lead does not exist');
    return { clientId: lead.clientId, creatorId, bookingId: null, leadId };
  }
}

/** Sends a message in the caller's conversation, with files that the caller has uploaded. Returns its id. */
export class SendMessage extends Command<string> {
  constructor(
    readonly threadId: ThreadId,
    readonly text: string,
    readonly attachmentIds: readonly `attachment-${string}`[] = [],
  ) {
    super();
  }
}

@CommandHandler(SendMessage)
export class SendMessageHandler implements ICommandHandler<SendMessage> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly conversations: Conversations,
  ) {}

  async execute({ threadId, text, attachmentIds }: SendMessage): Promise<string> {
    const id = `message-${this.context.newId()}` as const;
    const conversation = await this.conversations.byId(threadId);
    const { by } = this.context.origin;
    requireWritable(conversation, by);
    const facts = { threadId, messageId: id };
    const files = await Promise.all([...new Set(attachmentIds)].map((file) => this.store.load(attachment, file)));
    // All of them first: if one is refused, the message is not sent, and the others can be sent with another message.
    for (const { state } of files) requireSendable(state, facts, by);
    // Before the message, so that those who read it see its files.
    for (const file of files) await this.store.handle(attachment, file, 'send', facts);
    await this.store.handle(message, id, 'send', { threadId, text, conversation });
    return id;
  }
}

/** Marks the messages of a conversation up to this position as read by the caller. */
export class ReadThread extends Command<void> {
  constructor(
    readonly threadId: ThreadId,
    readonly upTo: number,
  ) {
    super();
  }
}

@CommandHandler(ReadThread)
export class ReadThreadHandler implements ICommandHandler<ReadThread> {
  constructor(private readonly store: EventStore) {}

  async execute({ threadId, upTo }: ReadThread): Promise<void> {
    // Messages that do not exist yet cannot have been read.
    const facts = { upTo: Math.min(upTo, Number(await this.store.head())) };
    await this.store.handle(thread, threadId, 'read', facts);
  }
}

/** Blocks a conversation for both parties, or ends the caller's block. */
export class BlockThread extends Command<void> {
  constructor(
    readonly threadId: ThreadId,
    readonly verb: 'block' | 'unblock',
  ) {
    super();
  }
}

@CommandHandler(BlockThread)
export class BlockThreadHandler implements ICommandHandler<BlockThread> {
  constructor(private readonly store: EventStore) {}

  async execute({ threadId, verb }: BlockThread): Promise<void> {
    await this.store.handle(thread, threadId, verb, {});
  }
}

/** Reports a conversation to Festoon. */
export class ReportThread extends Command<void> {
  constructor(
    readonly threadId: ThreadId,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(ReportThread)
export class ReportThreadHandler implements ICommandHandler<ReportThread> {
  constructor(private readonly store: EventStore) {}

  async execute({ threadId, reason }: ReportThread): Promise<void> {
    await this.store.handle(thread, threadId, 'report', { reason });
  }
}

/**
 * Closes one report of a conversation, for staff who have looked into it. Idempotent. The event records the reason,
 * which must not identify the parties. Refuses `thread-reason-personal`.
 */
export class CloseThreadReport extends Command<void> {
  constructor(
    readonly threadId: ThreadId,
    readonly number: number,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(CloseThreadReport)
export class CloseThreadReportHandler implements ICommandHandler<CloseThreadReport> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly identity: IdentityQueries,
  ) {}

  async execute({ threadId, number, reason }: CloseThreadReport): Promise<void> {
    const { parties, openReports } = (await this.store.load(thread, threadId)).state;
    // Only for a report that the command closes: otherwise a refusal would confirm a guessed name, and no event would
    // show it.
    if (parties && openReports.some((open) => open.number === number))
      await this.identity.requireImpersonal(reason, [parties.clientId, parties.creatorId], 'thread-reason-personal');
    this.context.enterReason(reason);
    await this.store.handle(thread, threadId, 'closeReport', { number });
  }
}

/** Reminds a person of the messages that they have not read. Idempotent: of each message they are reminded once. */
export class SendMessageDigest extends Command<void> {
  constructor(readonly personId: string) {
    super();
  }
}

@CommandHandler(SendMessageDigest)
export class SendMessageDigestHandler implements ICommandHandler<SendMessageDigest> {
  constructor(
    private readonly store: EventStore,
    private readonly messages: MessagesQueries,
  ) {}

  async execute({ personId }: SendMessageDigest): Promise<void> {
    const facts = { personId, ...(await this.messages.unreadOf(personId)) };
    await this.store.handle(messageDigest, `message-digest-${personId}`, 'send', facts);
  }
}

/** Records in the lead that its client replied to the professional. Idempotent. Sent only by reactions. */
export class RecordReply extends Command<void> {
  constructor(
    readonly threadId: ThreadId,
    readonly senderId: string,
  ) {
    super();
  }
}

@CommandHandler(RecordReply)
export class RecordReplyHandler implements ICommandHandler<RecordReply> {
  constructor(
    private readonly store: EventStore,
    private readonly commands: CommandBus,
  ) {}

  async execute({ threadId, senderId }: RecordReply): Promise<void> {
    const { parties, leadId } = (await this.store.load(thread, threadId)).state;
    if (leadId !== null && parties?.clientId === senderId)
      await this.commands.execute(new RecordLeadReply(leadId, parties.creatorId));
  }
}

/**
 * Gives the professional of a conversation about a lead a credit if the client did not read their first message for a
 * week. Returns how long the client still has to read it, in milliseconds; 0 once it is decided. Idempotent. Sent only
 * by reactions.
 */
export class CompensateUnreadMessage extends Command<number> {
  constructor(readonly threadId: ThreadId) {
    super();
  }
}

@CommandHandler(CompensateUnreadMessage)
export class CompensateUnreadMessageHandler implements ICommandHandler<CompensateUnreadMessage> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly commands: CommandBus,
    private readonly leads: LeadsQueries,
    private readonly messages: MessagesQueries,
  ) {}

  async execute({ threadId }: CompensateUnreadMessage): Promise<number> {
    const { parties, leadId, readUpTo } = (await this.store.load(thread, threadId)).state;
    if (!parties || leadId === null) return 0;
    const { clientId, creatorId } = parties;
    const [purchasedAt, message] = await Promise.all([
      this.leads.purchasedAt(leadId, creatorId),
      this.messages.firstOf(threadId, creatorId),
    ]);
    if (purchasedAt === undefined || !message) return 0;
    if (!isIgnored({ purchasedAt, message, readUpTo: readUpTo[clientId] ?? 0 })) return 0;
    const timeLeft = millisecondsBetween(this.context.now().toISOString(), instantAfter(message.at, timeToRead));
    if (timeLeft > 0) return timeLeft;
    await this.commands.execute(new GrantUnreadCredit(creatorId, leadId));
    return 0;
  }
}
