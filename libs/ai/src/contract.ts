import { z } from 'zod';
import { maxEventIdeaLength } from './event-idea.contract.ts';

export { maxEventIdeaLength } from './event-idea.contract.ts';

/**
 * `POST /functions/v1/recommend-vendors`. `conversationId` is the `X-Conversation-Id` of the reply that this continues. `timeZone` is
 * the IANA name of the client's time zone: "tomorrow" depends on it.
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
