export { review } from './review.ts';
export { ModerateReview, ReplyToReview, WriteReview } from './reviews.commands.ts';
export { reviewsParts } from './reviews.parts.ts';
export { ReviewsQueries } from './reviews.queries.ts';
