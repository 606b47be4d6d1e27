import type { SubmoduleParts } from '#platform/module';
import { review } from './review.ts';
import { ReviewedBookings } from './reviewed-bookings.queries.ts';
import * as commands from './reviews.commands.ts';
import { BookingReviewController, CreatorReviewsController } from './reviews.controller.ts';
import { reviews } from './reviews.projection.ts';
import { ReviewsQueries } from './reviews.queries.ts';
import { ReviewsReactions } from './reviews.reactions.ts';
import { reviewRows } from './reviews.rows.ts';

/** What clients publish about the professionals of their completed bookings. */
export const reviewsParts = {
  aggregates: [review],
  projections: [[reviews, reviewRows]],
  commands: [commands],
  controllers: [BookingReviewController, CreatorReviewsController],
  providers: [ReviewedBookings, ReviewsQueries],
  exports: [ReviewsQueries],
  reactions: [ReviewsReactions],
} satisfies SubmoduleParts;
