import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { StaffBookingsQueries } from '#bookings';
import { IdentityQueries } from '#identity';
import { refuse } from '#kernel';
import { AuditCheckpoints, LogReader } from '#platform/audit';
import { Context } from '#platform/context';
import { AuditQueries } from './audit.queries.ts';
import type { AccessedField, BookingEvidence } from './contract.ts';

/** The fields of the parties that a bank needs. */
const shownFields: readonly AccessedField[] = ['name', 'email'];

/**
 * Collects what proves how a booking came about, after the log has recorded who sees the names of its parties, and why.
 * Refuses `booking-not-found` and `booking-reason-personal`.
 */
export class OpenBookingEvidence extends Command<BookingEvidence> {
  constructor(
    readonly bookingId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(OpenBookingEvidence)
export class OpenBookingEvidenceHandler implements ICommandHandler<OpenBookingEvidence> {
  constructor(
    private readonly bookings: StaffBookingsQueries,
    private readonly identity: IdentityQueries,
    private readonly audit: AuditQueries,
    private readonly log: LogReader,
    private readonly checkpoints: AuditCheckpoints,
    private readonly context: Context,
  ) {}

  async execute({ bookingId, reason }: OpenBookingEvidence): Promise<BookingEvidence> {
    const [booking] = (await this.bookings.search({ ids: [bookingId] }, 1)).items;
    if (!booking) refuse('booking-not-found', 'This booking does not exist');
    const parties = [booking.clientId, booking.creator.id] as const;
    await this.identity.requireImpersonal(reason, parties, 'booking-reason-personal');
    this.context.enterReason(reason);
    for (const party of parties) await this.log.recordAccess(party, shownFields);
    const [contacts, { items, complete }] = await Promise.all([
      this.identity.contacts(parties),
      this.audit.wholeTimeline('booking', bookingId),
    ]);
    const [client, professional] = parties.map((id) => {
      const contact = contacts.get(id);
      return { id, name: contact?.name ?? null, email: contact?.email ?? null };
    }) as [BookingEvidence['client'], BookingEvidence['professional']];
    return {
      takenAt: this.context.now().toISOString(),
      booking,
      client,
      professional,
      items,
      complete,
      checkpoint: this.#newestCheckpoint(),
    };
  }

  #newestCheckpoint(): BookingEvidence['checkpoint'] {
    const newest = this.checkpoints.list().at(-1);
    return newest ? { position: Number(newest.position), at: newest.at, hash: newest.hash } : null;
  }
}
