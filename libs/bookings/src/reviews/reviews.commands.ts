import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdentityQueries } from '#identity';
import { Context, uuidFrom } from '#platform/context';
import { EventStore } from '#platform/event-store';
import type { ReviewWriting } from './contract.ts';
import { review } from './review.ts';
import { ReviewedBookings } from './reviewed-bookings.queries.ts';

/**
 * A booking has one review, so its id follows from the booking's. It does not show the booking's id, because everyone
 * can read it.
 */
export const reviewIdOf = (bookingId: string) => `review-${uuidFrom(`review\n${bookingId}`)}` as const;

/** The client of a booking writes its review, or changes it. */
export class WriteReview extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly writing: ReviewWriting,
  ) {
    super();
  }
}

@CommandHandler(WriteReview)
export class WriteReviewHandler implements ICommandHandler<WriteReview> {
  constructor(
    private readonly store: EventStore,
    private readonly bookings: ReviewedBookings,
  ) {}

  async execute({ bookingId, writing }: WriteReview): Promise<void> {
    const booking = await this.bookings.byId(bookingId);
    await this.store.handle(review, reviewIdOf(bookingId), 'write', { ...writing, booking });
  }
}

/** The professional of a booking replies to its review, or changes the reply. */
export class ReplyToReview extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly text: string,
  ) {
    super();
  }
}

@CommandHandler(ReplyToReview)
export class ReplyToReviewHandler implements ICommandHandler<ReplyToReview> {
  constructor(
    private readonly store: EventStore,
    private readonly bookings: ReviewedBookings,
  ) {}

  async execute({ bookingId, text }: ReplyToReview): Promise<void> {
    const booking = await this.bookings.byId(bookingId);
    await this.store.handle(review, reviewIdOf(bookingId), 'reply', { text, booking });
  }
}

/**
 * Staff hide a review, or show it again. Everyone can read why it is hidden, so the reason must not identify the
 * parties.
 */
export class ModerateReview extends Command<void> {
  constructor(
    readonly reviewId: `review-${string}`,
    readonly verb: 'remove' | 'restore',
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(ModerateReview)
export class ModerateReviewHandler implements ICommandHandler<ModerateReview> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly people: IdentityQueries,
  ) {}

  async execute({ reviewId, verb, reason }: ModerateReview): Promise<void> {
    const { status, clientId, creatorId } = (await this.store.load(review, reviewId)).state;
    if (status !== 'none') await this.people.requireImpersonal(reason, [clientId, creatorId], 'review-reason-personal');
    this.context.enterReason(reason);
    await this.store.handle(review, reviewId, verb, { reason });
  }
}
