import { Injectable } from '@nestjs/common';
import { LogReader } from '#platform/audit';
import { Modules } from '#platform/module';
import { forParties, versionsOf } from './booking-versions.resources.ts';
import { BookingsQueries } from './bookings.queries.ts';
import type { BookingVersions } from './contract.ts';

/** A booking as it was, for its parties. */
@Injectable()
export class BookingVersionsQueries {
  constructor(
    private readonly bookings: BookingsQueries,
    private readonly log: LogReader,
    private readonly modules: Modules,
  ) {}

  /**
   * The booking as it was after each event of its status history. The refusals are those of {@link
   * BookingsQueries.byId}.
   */
  async of(bookingId: string): Promise<BookingVersions> {
    const { clientId, creatorId } = await this.bookings.ownParties(bookingId);
    const events = await this.log.withDataOf(bookingId, [clientId, creatorId]);
    const shown = events.map((event) => ({ event, hidden: [] }));
    return { items: [...versionsOf(shown, (type) => this.modules.auditTitle(type) ?? type, forParties)] };
  }
}
