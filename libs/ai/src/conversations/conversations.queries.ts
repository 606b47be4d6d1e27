import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { CatalogQueries } from '#catalog';
import { refuse } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { anonymous } from '#platform/http';
import { pageOf, placeIn } from '#platform/reads';
import { type ConversationContext, emptyBrief } from '../brief.ts';
import type { ShownConversation } from '../contract.ts';
import { leadFactsOfBrief } from '../lead-facts.ts';
import { RecommendationsQueries } from '../recommendations.queries.ts';
import { cardsFor } from '../vendor-cards.ts';
import { Continuations } from './continuations.store.ts';
import {
  type ConversationFacts,
  type ConversationPaging,
  type ConversationSummary,
  type ConversationsPage,
  type ConversationTurn,
  conversationId,
  type RevealedConversation,
  type StaffConversationFilter,
  type StaffConversationsPage,
  type StoredConversation,
} from './contract.ts';
import { type ConversationId, conversation, expiryOf, mayUse, mostQuestions, notFound } from './conversation.ts';
import { type ConversationRow, conversationRows, type TurnRow } from './conversations.rows.ts';
import { idsOfVendors, withNames } from './stored.answers.ts';
import { readContext } from './stored.contexts.ts';

/** What a question continues: what is known of the event, and the conversation unless the question begins a new one. */
export type Continued = { readonly context: ConversationContext; readonly conversationId: ConversationId | undefined };

const place = z.tuple([z.int()]);
const newestFirst = { position: 'desc' } as const;

/** The conversations with the assistant. */
@Injectable()
export class ConversationsQueries {
  constructor(
    private readonly em: EntityManager,
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly catalog: CatalogQueries,
    private readonly continuations: Continuations,
    private readonly recommendations: RecommendationsQueries,
  ) {}

  /** The caller's id; null without a session. */
  get callerId(): string | null {
    const { id } = this.context.origin.by;
    return id === anonymous.id ? null : id;
  }

  /**
   * What the question after this reply continues. Undefined if the reference is unknown, the conversation was deleted,
   * or it belongs to another person. A visitor who has signed in, and a conversation with {@link mostQuestions}
   * questions, get a new conversation with the same context. Read from the event log, because the read tables may be
   * behind.
   */
  async continued(continuation: string): Promise<Continued | undefined> {
    const question = this.continuations.open(continuation);
    if (!question) return undefined;
    const { state } = await this.store.load(conversation, question.conversationId);
    const { owner, isDeleted, contexts } = state;
    const context = readContext(contexts[question.number - 1]);
    if (!owner || isDeleted || !context) return undefined;
    if (owner.personId !== null && owner.personId !== this.callerId) return undefined;
    const isSame = owner.personId === this.callerId && contexts.length < mostQuestions;
    return {
      context,
      conversationId: isSame ? question.conversationId : undefined,
    };
  }

  /** The caller's conversations, the newest first. */
  async mine({ limit, cursor }: ConversationPaging): Promise<ConversationsPage> {
    const { items, nextCursor } = await this.#page({ personId: this.context.origin.by.id, limit, cursor });
    return { items: items.map(summaryOf), nextCursor };
  }

  /** The newest first. */
  async #page({ personId, limit, cursor }: StaffConversationFilter) {
    const after = placeIn(place, cursor);
    const where = { ...(personId !== undefined && { personId }), ...(after && { position: { $lt: after[0] } }) };
    const rows = await this.em.find(conversationRows, where, { orderBy: newestFirst, limit: limit + 1 });
    return pageOf(rows, limit, ({ position }) => [position]);
  }

  /** Refuses `conversation-not-found`, and `conversation-not-yours` for everyone but its person or visitor. */
  async own(reference: string): Promise<ShownConversation> {
    const { conversationId: id, ...caller } = this.referred(reference);
    const row = await this.#row(id);
    if (!mayUse(row.personId ?? null, caller)) refuse('conversation-not-yours', notFound);
    const [{ turns, ...shown }, { state }] = await Promise.all([
      this.#shownRow(row),
      this.store.load(conversation, id),
    ]);
    const last = { conversationId: id, number: turns.length };
    return {
      ...shown,
      continuation: turns.length === 0 ? null : this.continuations.after(last),
      turns: await this.#withCards(turns, state.contexts),
    };
  }

  /** What belongs to the answers besides their texts. */
  async #withCards(
    turns: readonly ConversationTurn[],
    contexts: readonly (string | null)[],
  ): Promise<ShownConversation['turns']> {
    const answers = turns.map(({ answer }, i) => ({
      brief: readContext(contexts[i])?.brief ?? emptyBrief,
      vendors: answer?.text ? answer.vendors : [],
    }));
    const currentAnswers = await this.recommendations.again(answers);
    return turns.map((turn, i) => {
      const [current, text] = [currentAnswers[i], turn.answer?.text];
      const facts = leadFactsOfBrief(current?.brief ?? emptyBrief);
      return {
        ...turn,
        cards: current && text ? [...cardsFor(current)(text)] : [],
        lead: Object.keys(facts).length > 0 ? facts : null,
      };
    });
  }

  /**
   * The conversation that the caller means by its id or by the `X-Conversation-Id` of one of its replies, and what
   * shows that it is theirs. Refuses `conversation-not-found`.
   */
  referred(reference: string): {
    readonly conversationId: ConversationId;
    readonly personId: string | null;
    readonly hasReplyReference: boolean;
  } {
    const personId = this.callerId;
    const reply = this.continuations.open(reference);
    if (reply) return { conversationId: reply.conversationId, personId, hasReplyReference: true };
    const { data } = conversationId.safeParse(reference);
    return { conversationId: data ?? refuse('conversation-not-found', notFound), personId, hasReplyReference: false };
  }

  /** For staff. Refuses `conversation-not-found`. */
  async byId(id: string): Promise<RevealedConversation> {
    const row = await this.#row(id);
    return { ...(await this.#shownRow(row)), personId: row.personId ?? null };
  }

  /** The conversations of one person or of everyone, without what was said, the newest first. For staff. */
  async forStaff(filter: StaffConversationFilter): Promise<StaffConversationsPage> {
    const { items, nextCursor } = await this.#page(filter);
    return { items: items.map(factsOf), nextCursor };
  }

  /** What a person asked the assistant and what it answered, oldest first. */
  async allOf(personId: string): Promise<readonly StoredConversation[]> {
    const rows = await this.em.find(conversationRows, { personId }, { orderBy: { position: 'asc' } });
    return this.#shown(rows);
  }

  async idsOf(personId: string): Promise<readonly ConversationId[]> {
    const rows = await this.em.find(conversationRows, { personId }, { fields: ['id'] });
    return rows.map(({ id }) => id as ConversationId);
  }

  async #row(id: string): Promise<ConversationRow> {
    return (await this.em.findOne(conversationRows, { id })) ?? refuse('conversation-not-found', notFound);
  }

  async #shownRow(row: ConversationRow): Promise<StoredConversation> {
    const [shown] = await this.#shown([row]);
    return shown ?? refuse('conversation-not-found', notFound);
  }

  async #shown(rows: readonly ConversationRow[]): Promise<readonly StoredConversation[]> {
    const texts = rows.flatMap(({ turns }) => turns.map(({ answer }) => answer?.text ?? ''));
    const vendors = await this.catalog.profiles([...new Set(texts.flatMap(idsOfVendors))]);
    return rows.map((row) => {
      const { question: _, questions: __, ...summary } = summaryOf(row);
      return { ...summary, turns: row.turns.map((turn) => turnOf(turn, vendors)) };
    });
  }
}

const summaryOf = ({ id, turns, startedAt }: ConversationRow): ConversationSummary => ({
  id: id as ConversationSummary['id'],
  question: turns[0]?.question ?? null,
  questions: turns.length,
  startedAt,
  expiresAt: expiryOf(startedAt),
});

const factsOf = (row: ConversationRow): ConversationFacts => {
  const { question: _, ...facts } = summaryOf(row);
  return { ...facts, personId: row.personId ?? null };
};

const turnOf = (
  { question, askedAt, answer }: TurnRow,
  vendors: Parameters<typeof withNames>[1],
): ConversationTurn => ({
  question,
  askedAt,
  answer: answer && {
    engine: answer.engine,
    isComplete: answer.isComplete,
    text: answer.text === null ? null : withNames(answer.text, vendors),
    vendors: (answer.vendors ?? []).map(({ misses, ...facts }) => ({ ...facts, misses: [...misses] })),
  },
});
