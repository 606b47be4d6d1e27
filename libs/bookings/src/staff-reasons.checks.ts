import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '#identity';
import { identifiesPerson, refuse } from '#kernel';
import { Context } from '#platform/context';
import { BookingsQueries } from './bookings.queries.ts';

/** Why staff acts for the parties of a booking is kept in clear and for ever, so it may not tell who they are. */
@Injectable()
export class StaffReasons {
  constructor(
    private readonly context: Context,
    private readonly bookings: BookingsQueries,
    private readonly people: IdentityQueries,
  ) {}

  /** Refuses `booking-reason-personal`. What parties write themselves is sealed, and not looked at. */
  async check(bookingId: string, reason: string | null | undefined): Promise<void> {
    if (this.context.origin.by.kind !== 'staff' || !reason) return;
    const parties = await this.bookings.parties(bookingId);
    const contacts = await this.people.contacts(parties ? [parties.clientId, parties.creatorId] : []);
    const names = [...contacts.values()].flatMap(({ name, email }) => [name, email]);
    if (identifiesPerson(reason, names))
      refuse(
        'booking-reason-personal',
        'The reason is kept for ever: leave out names, email addresses and phone numbers',
      );
  }
}
