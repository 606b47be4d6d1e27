import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { StaffBookingsQueries } from '#bookings';
import { GalleriesQueries } from '#galleries';
import type { StaffGallery, StaffGalleryPaging } from '#galleries/contract';
import { IdentityQueries } from '#identity';
import { refuse } from '#kernel';
import { LogReader } from '#platform/audit';
import { Context } from '#platform/context';
import type { AccessedField } from './contract.ts';

/** What of the parties a gallery shows. */
const shownFields: readonly AccessedField[] = ['name', 'gallery'];

/**
 * Shows a page of the gallery of a booking to the caller, after the log has recorded who sees it, and why. Refuses
 * `booking-not-found`, `gallery-not-found` and `booking-reason-personal`.
 */
export class OpenBookingGallery extends Command<StaffGallery> {
  constructor(
    readonly bookingId: string,
    readonly reason: string,
    readonly paging: StaffGalleryPaging,
  ) {
    super();
  }
}

@CommandHandler(OpenBookingGallery)
export class OpenBookingGalleryHandler implements ICommandHandler<OpenBookingGallery> {
  constructor(
    private readonly bookings: StaffBookingsQueries,
    private readonly galleries: GalleriesQueries,
    private readonly identity: IdentityQueries,
    private readonly log: LogReader,
    private readonly context: Context,
  ) {}

  async execute({ bookingId, reason, paging }: OpenBookingGallery): Promise<StaffGallery> {
    const [booking] = (await this.bookings.search({ ids: [bookingId] }, 1)).items;
    if (!booking) refuse('booking-not-found', 'This booking does not exist');
    const gallery = await this.galleries.forStaff(bookingId, paging);
    const parties = [booking.clientId, booking.creator.id];
    await this.identity.requireImpersonal(reason, parties, 'booking-reason-personal');
    this.context.enterReason(reason);
    for (const party of parties) await this.log.recordAccess(party, shownFields);
    return gallery;
  }
}
