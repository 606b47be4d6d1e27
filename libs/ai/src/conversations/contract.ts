import { z } from 'zod';
import { serviceType } from '#catalog/contract';

export const conversationId = z.templateLiteral(['conversation-', z.uuid()]);

/** `GET /api/v1/conversations` */
export const conversationPaging = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(30),
  cursor: z.string().max(200).optional(),
});
export type ConversationPaging = z.infer<typeof conversationPaging>;

/**
 * The id of a conversation of the caller, or the `X-Conversation-Id` of a reply, which also shows that a caller without
 * an account is the visitor who got it.
 */
export const conversationReference = z.string().min(1).max(100, 'This conversation does not exist');

/** A conversation in a list, with its first question. */
export const conversationSummary = z.object({
  id: conversationId,
  question: z.string().nullable(),
  questions: z.int(),
  startedAt: z.iso.datetime(),
  /** When it is deleted. */
  expiresAt: z.iso.datetime(),
});
export type ConversationSummary = z.infer<typeof conversationSummary>;

export const conversationsPage = z.object({
  items: z.array(conversationSummary),
  nextCursor: z.string().nullable(),
});
export type ConversationsPage = z.infer<typeof conversationsPage>;

/** What an answer was written from: a vendor, and what was known of them at that time. Prices are in cents. */
export const answerVendor = z.object({
  vendorId: z.string(),
  service: serviceType,
  packageId: z.string(),
  price: z.int(),
  dateState: z.enum(['free', 'taken', 'off', 'unknown']).nullable(),
  freeDays: z.int().nullable(),
  miles: z.int().nullable(),
  misses: z.array(z.enum(['too-far', 'over-budget', 'not-free'])),
});

/** A question and its answer, which is null until it was given. Texts are null once they cannot be read any more. */
export const conversationTurn = z.object({
  question: z.string().nullable(),
  askedAt: z.iso.datetime(),
  answer: z
    .object({
      engine: z.enum(['built-in', 'language-model']),
      text: z.string().nullable(),
      /** False if the reader left, or the reply was cut off. */
      isComplete: z.boolean(),
      vendors: z.array(answerVendor),
    })
    .nullable(),
});
export type ConversationTurn = z.infer<typeof conversationTurn>;

/** A conversation with what was said. */
export const storedConversation = conversationSummary
  .omit({ question: true, questions: true })
  .extend({ turns: z.array(conversationTurn) });
export type StoredConversation = z.infer<typeof storedConversation>;

/**
 * A conversation as staff see it in a list, without what was said. `personId` is null for a visitor without an account.
 */
export const conversationFacts = conversationSummary
  .omit({ question: true })
  .extend({ personId: z.string().nullable() });
export type ConversationFacts = z.infer<typeof conversationFacts>;

/** `GET /api/v1/staff/conversations`: those of one person, or of everyone. */
export const staffConversationFilter = conversationPaging.extend({
  personId: z.uuid('Enter the full ID of a person').optional(),
});
export type StaffConversationFilter = z.infer<typeof staffConversationFilter>;

export const staffConversationsPage = z.object({
  items: z.array(conversationFacts),
  nextCursor: z.string().nullable(),
});
export type StaffConversationsPage = z.infer<typeof staffConversationsPage>;

/** A conversation as it is shown to staff who gave a reason. */
export const revealedConversation = storedConversation.extend({ personId: z.string().nullable() });
export type RevealedConversation = z.infer<typeof revealedConversation>;
