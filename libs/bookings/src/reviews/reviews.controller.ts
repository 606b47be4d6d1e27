import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { creatorId } from '#catalog/contract';
import { Public, Returns, ReturnsNothing } from '#platform/http';
import { Costly } from '#platform/rate-limits';
import { bookingId } from '../contract.ts';
import {
  type BookingReview,
  bookingReview,
  type ReviewPaging,
  type ReviewReply,
  type ReviewsPage,
  type ReviewWriting,
  reviewPaging,
  reviewReply,
  reviewsPage,
  reviewWriting,
} from './contract.ts';
import { ReplyToReview, WriteReview } from './reviews.commands.ts';
import { ReviewsQueries } from './reviews.queries.ts';

@Controller('api/v1/bookings/:id/review')
export class BookingReviewController {
  constructor(
    private readonly commands: CommandBus,
    private readonly reviews: ReviewsQueries,
  ) {}

  @Get()
  @Returns(bookingReview)
  ofBooking(@Param('id', { schema: bookingId }) id: string): Promise<BookingReview> {
    return this.reviews.ofBooking(id);
  }

  @Put()
  @Costly({ name: 'api.review', times: 20, seconds: 3_600, acceptedOnly: true })
  @ReturnsNothing()
  write(
    @Param('id', { schema: bookingId }) id: string,
    @Body({ schema: reviewWriting }) body: ReviewWriting,
  ): Promise<void> {
    return this.commands.execute(new WriteReview(id, body));
  }

  @Put('reply')
  @Costly({ name: 'api.review-reply', times: 20, seconds: 3_600, acceptedOnly: true })
  @ReturnsNothing()
  reply(
    @Param('id', { schema: bookingId }) id: string,
    @Body({ schema: reviewReply }) { text }: ReviewReply,
  ): Promise<void> {
    return this.commands.execute(new ReplyToReview(id, text));
  }
}

@Public()
@Controller('api/v1/creators')
export class CreatorReviewsController {
  constructor(private readonly reviews: ReviewsQueries) {}

  @Get(':id/reviews')
  @Returns(reviewsPage)
  ofCreator(
    @Param('id', { schema: creatorId }) id: string,
    @Query({ schema: reviewPaging }) paging: ReviewPaging,
  ): Promise<ReviewsPage> {
    return this.reviews.ofCreator(id, paging);
  }
}
