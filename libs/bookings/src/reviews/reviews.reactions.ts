import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RateCreator } from '#catalog';
import { IdentityQueries } from '#identity';
import { instantAfter } from '#kernel';
import { type Notification, Notify } from '#notifications';
import { EventStore } from '#platform/event-store';
import type { Reaction } from '#platform/reactions';
import { type BookingEvents, booking } from '../booking.ts';
import { type ReviewEvents, review, shownStars } from './review.ts';
import { reviewIdOf } from './reviews.commands.ts';

/** How long after the completion the client is asked for a review, in milliseconds. */
const requestDelay = 86_400_000;

/**
 * Counts reviews for the professional's rating, and sends notifications about them. Their texts do not name the other
 * party, because they are stored for their reader and would remain after the other party's erasure.
 */
@Injectable()
export class ReviewsReactions {
  constructor(
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    private readonly people: IdentityQueries,
  ) {}

  readonly requestReview: Reaction<BookingEvents> = {
    name: 'bookings.request-review',
    to: 'BookingCompleted',
    queue: 'mails',
    runAt: ({ at }) => instantAfter(at, requestDelay),
    react: async ({ stream }) => {
      const clientId = await this.#clientWithoutReview(stream);
      if (clientId === undefined) return;
      await this.commands.execute(
        new Notify({
          personId: clientId,
          kind: 'bookings.review-requested',
          title: 'How was it?',
          text: 'Your booking is completed. A short review helps others to choose. You can write it for 60 days.',
          link: linkTo(stream, 'Write a review'),
        }),
      );
    },
  };

  readonly notifyReview: Reaction<ReviewEvents> = {
    name: 'bookings.notify-review',
    to: 'ReviewWritten',
    queue: 'mails',
    react: ({ data: { creatorId, bookingId } }) =>
      this.#notify(bookingId, {
        personId: creatorId,
        kind: 'bookings.reviewed',
        title: 'You have a new review',
        text: 'A client reviewed a completed booking. You can reply once; everyone can read the review and your reply.',
      }),
  };

  readonly notifyReply: Reaction<ReviewEvents> = {
    name: 'bookings.notify-review-reply',
    to: 'ReviewReplied',
    queue: 'mails',
    react: ({ data: { clientId, bookingId } }) =>
      this.#notify(bookingId, {
        personId: clientId,
        kind: 'bookings.review-replied',
        title: 'Your review has a reply',
        text: 'The professional replied to your review.',
      }),
  };

  readonly notifyRemoval: Reaction<ReviewEvents> = {
    name: 'bookings.notify-review-removal',
    to: 'ReviewRemoved',
    queue: 'mails',
    react: ({ data: { clientId, bookingId, reason } }) =>
      this.#notify(bookingId, {
        personId: clientId,
        kind: 'bookings.review-removed',
        title: 'Your review was removed',
        text: `Festoon removed your review. The reason, which everyone can read: ${reason}`,
      }),
  };

  readonly countReview = this.#count('bookings.count-review', 'ReviewWritten');
  readonly countEditedReview = this.#count('bookings.count-edited-review', 'ReviewEdited');
  readonly countRemovedReview = this.#count('bookings.count-removed-review', 'ReviewRemoved');
  readonly countRestoredReview = this.#count('bookings.count-restored-review', 'ReviewRestored');

  /** Reactions run in any order, so the review is counted as it is now, with its version. */
  #count(
    name: `bookings.${string}`,
    to: 'ReviewWritten' | 'ReviewEdited' | 'ReviewRemoved' | 'ReviewRestored',
  ): Reaction<Pick<ReviewEvents, typeof to>> {
    return {
      name,
      to,
      queue: 'default',
      catchUp: true,
      react: async ({ stream, data: { creatorId } }: { stream: string; data: { creatorId: string } }) => {
        const { state, version } = await this.store.load(review, stream);
        const rated = { reviewId: stream, reviewVersion: version, stars: shownStars(state) };
        await this.commands.execute(new RateCreator(creatorId, rated));
      },
    };
  }

  /**
   * The client of a booking who can write its review and has not. From the streams, because read tables may be behind.
   */
  async #clientWithoutReview(bookingId: string): Promise<string | undefined> {
    const { status, clientId, creatorId } = (await this.store.load(booking, bookingId)).state;
    if (status !== 'completed') return undefined;
    const [{ state }, erased] = await Promise.all([
      this.store.load(review, reviewIdOf(bookingId)),
      this.people.erasedAmong([clientId, creatorId]),
    ]);
    return state.status === 'none' && erased.length === 0 ? clientId : undefined;
  }

  #notify(bookingId: string, notification: Omit<Notification, 'link'>): Promise<void> {
    return this.commands.execute(new Notify({ ...notification, link: linkTo(bookingId, 'Open the booking') }));
  }
}

const linkTo = (bookingId: string, label: string) => ({ label, path: `/bookings/${bookingId}` });
