import { z } from 'zod';
import { calendarDay, creatorId, portfolioPicture, rating, serviceType } from '#catalog/contract';
import { durationDays } from '#leads/contract';
import { conversationTurn, storedConversation } from './conversations/contract.ts';
import { maxEventIdeaLength } from './event-idea.contract.ts';

export {
  type ConversationFacts,
  type ConversationPaging,
  type ConversationSummary,
  type ConversationsPage,
  type ConversationTurn,
  conversationFacts,
  conversationId,
  conversationPaging,
  conversationReference,
  conversationSummary,
  conversationsPage,
  conversationTurn,
  type RevealedConversation,
  revealedConversation,
  type StaffConversationFilter,
  type StaffConversationsPage,
  type StoredConversation,
  staffConversationFilter,
  staffConversationsPage,
  storedConversation,
} from './conversations/contract.ts';
export { maxEventIdeaLength } from './event-idea.contract.ts';

/**
 * `POST /functions/v1/recommend-vendors`. `conversationId` is the `X-Conversation-Id` of the reply that this continues.
 * `timeZone` is the IANA name of the client's time zone: "tomorrow" depends on it.
 */
export const recommendationRequest = z.object({
  eventIdea: z
    .string('Describe your event')
    .trim()
    .min(1, 'Describe your event')
    .max(maxEventIdeaLength, 'Please use at most 2,000 characters'),
  conversationId: z.string().max(4_000, 'This conversation does not exist').optional(),
  timeZone: z.string().max(64, 'This time zone does not exist').optional(),
});
export type RecommendationRequest = z.infer<typeof recommendationRequest>;

/** A vendor that an answer names. `service` is what they are recommended for; prices are in cents. */
export const vendorCard = z.object({
  id: creatorId,
  displayName: z.string(),
  /** The addresses of the profile and of the booking form, without a host. */
  path: z.string(),
  bookingPath: z.string(),
  service: serviceType,
  services: z.array(z.string()),
  /** The specialty that is about this type of event. */
  specialty: z.string().nullable(),
  city: z.string(),
  region: z.string(),
  /** How far the event is from the city; null if that is not known. */
  miles: z.int().nullable(),
  rating,
  /** The lowest price. */
  price: z.int(),
  /** Whether they are free on the date that was asked for; null if none was. */
  date: z.object({ state: z.enum(['free', 'taken', 'unknown']), text: z.string() }).nullable(),
  /** Sentences that say why they suit the event, and what they do not fit. */
  reason: z.string(),
  drawbacks: z.array(z.string()),
  picture: portfolioPicture.pick({ mediaUrl: true, width: true, height: true, thumbhash: true }).nullable(),
});
export type VendorCard = z.infer<typeof vendorCard>;

/**
 * What was understood of an event, as in the request that posts a lead. What is not known is left out. Amounts in
 * cents.
 */
export const leadFacts = z.object({
  eventType: z.string().optional(),
  eventDate: calendarDay().optional(),
  durationDays: durationDays.optional(),
  locationCity: z.string().optional(),
  locationState: z.string().optional(),
  budgetMin: z.int().optional(),
  budgetMax: z.int().optional(),
  expectedAttendance: z.int().optional(),
  servicesNeeded: z.array(serviceType).optional(),
});
export type LeadFacts = z.infer<typeof leadFacts>;

/**
 * One `data:` line of a reply. `choices` is the shape of OpenAI's API. `vendors` are the vendors that the text up to
 * the end of this line names for the first time. The first line has the `lead`, if anything was understood.
 */
export const replyPart = z.object({
  choices: z.tuple([z.object({ delta: z.object({ content: z.string() }) })]),
  vendors: z.array(vendorCard).min(1).optional(),
  lead: leadFacts.optional(),
});
export type ReplyPart = z.infer<typeof replyPart>;

/**
 * `GET /api/v1/conversations/{id}`. `continuation` is the `conversationId` of a request that continues it. `cards` are
 * the vendors that the answer names, as they are today, and `lead` is what was understood.
 */
export const shownConversation = storedConversation.extend({
  continuation: z.string().nullable(),
  turns: z.array(conversationTurn.extend({ cards: z.array(vendorCard), lead: leadFacts.nullable() })),
});
export type ShownConversation = z.infer<typeof shownConversation>;
