import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { ModerateReview, ReviewsQueries } from '#bookings';
import {
  type ReviewPaging,
  reviewId,
  reviewPaging,
  type StaffReviewAction,
  type StaffReviews,
  staffReviewAction,
  staffReviews,
} from '#bookings/contract';
import { StaffOnly } from '#identity';
import { type StaffReason, staffReason } from '#leads/contract';
import { Returns, ReturnsNothing } from '#platform/http';
import { staffRoles } from './backoffice.access.ts';

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
  newest(@Query({ schema: reviewPaging }) paging: ReviewPaging): Promise<StaffReviews> {
    return this.reviews.newest(paging);
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
