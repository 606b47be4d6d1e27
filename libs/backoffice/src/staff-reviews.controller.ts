import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { ModerateReview, ReviewsQueries } from '#bookings';
import {
  reviewId,
  type StaffReviewAction,
  type StaffReviews,
  staffReviewAction,
  staffReviews,
} from '#bookings/contract';
import { StaffOnly } from '#identity';
import { type StaffReason, staffReason } from '#leads/contract';
import { Returns, ReturnsNothing } from '#platform/http';
import { staffRoles } from './backoffice.access.ts';

/** How many reviews are shown at most. */
const mostReviews = 100;

/** What clients wrote about professionals. Staff remove a review with a reason that everyone can read. */
@Controller('api/v1/staff/reviews')
export class StaffReviewsController {
  constructor(
    private readonly reviews: ReviewsQueries,
    private readonly commands: CommandBus,
  ) {}

  @StaffOnly(...staffRoles['GET /api/v1/staff/reviews'])
  @Get()
  @Returns(staffReviews)
  async newest(): Promise<StaffReviews> {
    return { items: await this.reviews.newest(mostReviews) };
  }

  @StaffOnly(...staffRoles['POST /api/v1/staff/reviews/{id}/{action}'])
  @Post(':id/:action')
  @ReturnsNothing()
  act(
    @Param('id', { schema: reviewId }) id: z.output<typeof reviewId>,
    @Param('action', { schema: staffReviewAction }) action: StaffReviewAction,
    @Body({ schema: staffReason }) { reason }: StaffReason,
  ): Promise<void> {
    return this.commands.execute(new ModerateReview(id, action, reason));
  }
}
