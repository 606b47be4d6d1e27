import {
  aggregate,
  type Cents,
  type EventDayState,
  instantAfter,
  type Message,
  type PersonalData,
  refuse,
} from '#kernel';
import type { Service } from '../brief.ts';
import type { Miss } from '../ranking.ts';

/** A vendor that an answer was written from, and what was known of them. It contains no text that the vendor wrote. */
export type VendorFacts = {
  readonly vendorId: string;
  readonly service: Service;
  readonly packageId: string;
  readonly price: Cents;
  /** What the calendar said of the date; null if none was asked for, or only a month. */
  readonly dateState: EventDayState | null;
  /** How many days of the month were free; null if no month was asked for, or the calendar is not public. */
  readonly freeDays: number | null;
  /** How far away the vendor is, in whole miles; null if that was not known. */
  readonly miles: number | null;
  readonly misses: readonly Miss[];
};

/**
 * What an answer consists of. A text that was cut off is stored as far as it was sent. Links to vendors contain only
 * their ids.
 */
export type AnswerFacts = {
  engine: 'built-in' | 'language-model';
  text: string;
  isComplete: boolean;
  vendors: readonly VendorFacts[];
};

export type ConversationId = `conversation-${string}`;
/** One question of a conversation. Questions are counted from 1. */
export type Question = { readonly conversationId: ConversationId; readonly number: number };

/** The owner of a conversation: a person, or null for a visitor, who has no account. */
type Owner = { personId: string | null };
/**
 * The conversation itself, whose key encrypts its texts too, so that they can be destroyed before the person's account.
 */
type Keys = Owner & { conversationId: string };

export type ConversationCommands = {
  ask: Keys & { text: string; context: string };
  answer: AnswerFacts & { number: number };
  /**
   * `hasReplyReference`: the caller sent the `X-Conversation-Id` of a reply, which only the visitor who got the reply
   * has.
   */
  delete: Owner & { hasReplyReference: boolean };
  /** The time for which conversations are kept is over. */
  expire: Record<string, never>;
  /** The person's account was closed. */
  forget: Record<string, never>;
};

export type ConversationEvents = {
  ConversationStarted: Keys;
  /**
   * `number` counts the questions of a conversation from 1. `context` is what was known of the event with this
   * question, as JSON: it has coordinates, and the numbers of an event must be whole.
   */
  QuestionAsked: Keys & { number: number; text: string; context: string };
  AnswerGiven: Keys & AnswerFacts & { number: number };
  ConversationDeleted: { personId: string | null; cause: 'requested' | 'expired' | 'account-closed' };
};

const personalData: PersonalData<ConversationEvents> = {
  QuestionAsked: { of: ['personId', 'conversationId'], fields: ['text', 'context'] },
  AnswerGiven: { of: ['personId', 'conversationId'], fields: ['text', 'vendors'] },
};

export type ConversationState = {
  readonly owner: Keys | null;
  readonly isDeleted: boolean;
  /** What was known with each question, in order; null after the destruction of a key. */
  readonly contexts: readonly (string | null)[];
  /** The numbers of the questions that have a complete answer, which replaces one that was cut off. */
  readonly answered: readonly number[];
};

export const notFound = 'This conversation does not exist';

/** How many questions a conversation can have. The next one begins a new conversation with the same context. */
export const mostQuestions = 50;

/** How long a conversation is kept after its first question, in milliseconds. */
const lifetime = 30 * 24 * 3_600_000;
export const expiryOf = (startedAt: string): string => instantAfter(startedAt, lifetime);

export const conversation = aggregate<ConversationCommands, ConversationEvents, ConversationState, 'conversation'>({
  stream: 'conversation',
  personalData,
  initial: { owner: null, isDeleted: false, contexts: [], answered: [] },
  decide: {
    ask({ owner, isDeleted, contexts }, { facts }) {
      if (isDeleted) refuse('conversation-not-found', notFound);
      if (owner && owner.personId !== facts.personId) refuse('conversation-not-yours', notFound);
      if (contexts.length >= mostQuestions)
        refuse('conversation-full', `This conversation has ${mostQuestions} questions. Begin a new one.`);
      const { personId, conversationId } = facts;
      const started = { type: 'ConversationStarted', data: { personId, conversationId } } as const;
      const asked = { type: 'QuestionAsked', data: { ...facts, number: contexts.length + 1 } } as const;
      return owner ? [asked] : [started, asked];
    },
    /** An answer that is in progress when its conversation is deleted is not stored. */
    answer({ owner, isDeleted, contexts, answered }, { facts }) {
      if (!owner || isDeleted || facts.number > contexts.length || answered.includes(facts.number)) return [];
      return [{ type: 'AnswerGiven', data: { ...owner, ...facts } }];
    },
    delete({ owner, isDeleted }, { facts }) {
      if (!owner || isDeleted) refuse('conversation-not-found', notFound);
      if (!mayUse(owner.personId, facts)) refuse('conversation-not-yours', notFound);
      return [{ type: 'ConversationDeleted', data: { personId: owner.personId, cause: 'requested' } }];
    },
    expire: (state) => deletion(state, 'expired'),
    forget: (state) => deletion(state, 'account-closed'),
  },
  evolve: {
    ConversationStarted: (state, owner) => ({ ...state, owner }),
    QuestionAsked: (state, { context }) => ({ ...state, contexts: [...state.contexts, context] }),
    AnswerGiven: (state, { number, isComplete }) =>
      isComplete ? { ...state, answered: [...state.answered, number] } : state,
    ConversationDeleted: (state) => ({ ...state, isDeleted: true }),
  },
});

const deletion = (
  { owner, isDeleted }: ConversationState,
  cause: ConversationEvents['ConversationDeleted']['cause'],
): readonly Message<ConversationEvents>[] =>
  owner && !isDeleted ? [{ type: 'ConversationDeleted', data: { personId: owner.personId, cause } }] : [];

/**
 * Only the person who began a conversation may use it. A conversation that a visitor began, who has no account, may be
 * used by any caller with the `X-Conversation-Id` of one of its replies.
 */
export const mayUse = (
  ownerId: string | null,
  caller: { readonly personId: string | null; readonly hasReplyReference: boolean },
): boolean => (ownerId === null ? caller.hasReplyReference : ownerId === caller.personId);
