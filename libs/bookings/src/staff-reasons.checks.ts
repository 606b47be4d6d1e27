import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '#identity';
import { Context } from '#platform/context';
import { BookingsQueries } from './bookings.queries.ts';

/**
 * Checks the reasons that staff give. They are stored unencrypted and permanently, so they must not identify the
 * parties.
 */
@Injectable()
export class StaffReasons {
  constructor(
    private readonly context: Context,
    private readonly bookings: BookingsQueries,
    private readonly people: IdentityQueries,
  ) {}

  /** Refuses `booking-reason-personal`. Reasons given by parties are sealed, so they are not checked. */
  async check(bookingId: string, reason: string | null | undefined): Promise<void> {
    if (this.context.origin.by.kind !== 'staff' || !reason) return;
    const parties = await this.bookings.parties(bookingId);
    const ids = parties ? [parties.clientId, parties.creatorId] : [];
    await this.people.requireImpersonal(reason, ids, 'booking-reason-personal');
  }
}
