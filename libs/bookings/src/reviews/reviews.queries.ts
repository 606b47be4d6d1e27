import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { CatalogQueries } from '#catalog';
import { type Rating, ratingOf } from '#catalog/contract';
import { IdentityQueries } from '#identity';
import { Context } from '#platform/context';
import { olderThan, pageOf } from '#platform/reads';
import type { BookingReview, Review, ReviewPaging, ReviewsPage, StaffReview, StaffReviews } from './contract.ts';
import { mayReply, requireParty, review, writeUntil } from './review.ts';
import { ReviewedBookings } from './reviewed-bookings.queries.ts';
import { type ReviewRow, reviewRows } from './reviews.rows.ts';

const newestFirst = { createdAt: 'desc', id: 'desc' } as const;

@Injectable()
export class ReviewsQueries {
  constructor(
    private readonly em: EntityManager,
    private readonly identity: IdentityQueries,
    private readonly catalog: CatalogQueries,
    private readonly context: Context,
    private readonly reviewed: ReviewedBookings,
  ) {}

  /** The reviews of a professional, the newest first, and the rating. Refuses `creator-not-found`. */
  async ofCreator(creatorId: string, { limit, cursor }: ReviewPaging): Promise<ReviewsPage> {
    await this.catalog.publicProfile(creatorId);
    const [{ items, nextCursor }, rating] = await Promise.all([
      this.#page({ creatorId }, { limit, cursor }),
      this.#rating(creatorId),
    ]);
    return { items: await this.#shown(items), nextCursor, rating };
  }

  /**
   * The review of a booking of the caller. Refuses `booking-not-found`, and `booking-not-yours` for everyone but its
   * parties.
   */
  async ofBooking(bookingId: string): Promise<BookingReview> {
    const booking = await this.reviewed.byId(bookingId);
    const { by } = this.context.origin;
    requireParty(booking, by);
    const row = await this.em.findOne(reviewRows, { bookingId });
    const state = row?.state ?? review.initial;
    const viewer = { by, at: this.context.now().toISOString() };
    const [shown = null] = row ? await this.#shown([row]) : [];
    const until = writeUntil(state, booking, viewer);
    const reply = mayReply(state, booking, viewer);
    return {
      review: shown,
      may: { write: until !== null, reply },
      writeUntil: until,
      replyUntil: reply ? state.replyEditableUntil : null,
    };
  }

  /** The reviews of all professionals, the newest first. For staff. */
  async newest(paging: ReviewPaging): Promise<StaffReviews> {
    const { items: rows, nextCursor } = await this.#page({}, paging);
    const names = await this.identity.names(rows.map(({ creatorId }) => creatorId));
    const items = rows.map(({ id, bookingId, creatorId, rating, text, reply, createdAt, removedReason }) => ({
      id: id as StaffReview['id'],
      bookingId,
      creator: { id: creatorId, shortName: names.get(creatorId)?.shortName ?? 'Former member' },
      rating,
      text: text ?? null,
      reply: reply ?? null,
      createdAt,
      removedReason: removedReason ?? null,
    }));
    return { items, nextCursor };
  }

  /** How many reviews everyone can read. */
  countShown(): Promise<number> {
    return this.em.count(reviewRows, { removedReason: null });
  }

  /** The reviews and replies that a person has written, oldest first. */
  async writtenBy(personId: string) {
    const where = { $or: [{ clientId: personId }, { creatorId: personId, repliedAt: { $ne: null } }] };
    const rows = await this.em.find(reviewRows, where, { orderBy: { createdAt: 'asc', id: 'asc' } });
    return rows.map(({ id, bookingId, clientId, rating, text, createdAt, reply, repliedAt }) =>
      clientId === personId
        ? { id, bookingId, rating, text: text ?? null, createdAt }
        : { id, bookingId, reply: reply ?? null, createdAt: repliedAt },
    );
  }

  async #page(where: FilterQuery<ReviewRow>, { limit, cursor }: ReviewPaging) {
    const rows = await this.em.find(
      reviewRows,
      { $and: [where, ...olderThan(cursor)] },
      { orderBy: newestFirst, limit: limit + 1 },
    );
    return pageOf(rows, limit, ({ createdAt, id }) => [createdAt, id]);
  }

  async #rating(creatorId: string): Promise<Rating> {
    const { count, total } = await this.em
      .getKysely<{ ReviewRow: ReviewRow }>({ tableNamingStrategy: 'entity', columnNamingStrategy: 'property' })
      .withSchema('read')
      .selectFrom('ReviewRow')
      .select(({ fn }) => [fn.countAll<string>().as('count'), fn.sum<string | null>('rating').as('total')])
      .where('creatorId', '=', creatorId)
      .where('removedReason', 'is', null)
      .executeTakeFirstOrThrow();
    return ratingOf({ count: Number(count), total: Number(total) });
  }

  async #shown(rows: readonly ReviewRow[]): Promise<Review[]> {
    const names = await this.identity.names(rows.map(({ clientId }) => clientId));
    return rows.map((row) => reviewOf(row, names.get(row.clientId)?.firstName ?? null));
  }
}

const reviewOf = (row: ReviewRow, authorName: string | null): Review => {
  const { createdAt, removedReason } = row;
  const id = row.id as Review['id'];
  if (removedReason != null)
    return { id, authorName: null, rating: null, text: null, createdAt, isEdited: false, reply: null, removedReason };
  const reply = row.repliedAt
    ? { text: row.reply ?? null, createdAt: row.repliedAt, isEdited: Boolean(row.replyEditedAt) }
    : null;
  const { rating, text } = row;
  return {
    id,
    authorName,
    rating,
    text: text ?? null,
    createdAt,
    isEdited: Boolean(row.editedAt),
    reply,
    removedReason: null,
  };
};
