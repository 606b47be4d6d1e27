import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '#identity';
import { refuse } from '#kernel';
import { bookingHistoryRows, bookingRows } from '../bookings.rows.ts';
import type { ReviewedBooking } from './review.ts';

/** What the rules of reviews need to know about a booking. */
@Injectable()
export class ReviewedBookings {
  constructor(
    private readonly em: EntityManager,
    private readonly people: IdentityQueries,
  ) {}

  /** Refuses `booking-not-found`. */
  async byId(bookingId: string): Promise<ReviewedBooking> {
    const row = await this.em.findOne(bookingRows, { id: bookingId });
    if (!row) refuse('booking-not-found', 'This booking does not exist');
    const { clientId, creatorId, status } = row;
    const [completion, erased] = await Promise.all([
      status === 'completed' ? this.#completion(bookingId) : null,
      this.people.erasedAmong([clientId, creatorId]),
    ]);
    return { bookingId, clientId, creatorId, completedAt: completion?.createdAt ?? null, partyLeft: erased.length > 0 };
  }

  /** The last one, because staff may have reopened the booking in between. */
  #completion(bookingId: string) {
    return this.em.findOne(bookingHistoryRows, { bookingId, entry: 'completed' }, { orderBy: { version: 'desc' } });
  }
}
