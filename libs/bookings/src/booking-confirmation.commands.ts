import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ReleaseCreatorDay, ReserveCreatorDays } from '#catalog';
import { IdentityQueries } from '#identity';
import { refuse } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { booking } from './booking.ts';
import { enterStaffReason } from './bookings.commands.ts';
import { daysOf } from './event-time.ts';
import { StaffReasons } from './staff-reasons.checks.ts';

/** Confirms a pending booking for the party that did not create it. Staff must give a reason. */
export class ConfirmBooking extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly reason?: string,
  ) {
    super();
  }
}

/**
 * Reserves the creator days, confirms the booking, and releases the days if confirming is refused. If the process stops
 * in between, the reaction `bookings.release-unconfirmed-day` releases them.
 */
@CommandHandler(ConfirmBooking)
export class ConfirmBookingHandler implements ICommandHandler<ConfirmBooking> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly commands: CommandBus,
    private readonly people: IdentityQueries,
    private readonly staffReasons: StaffReasons,
  ) {}

  async execute({ bookingId, reason }: ConfirmBooking): Promise<void> {
    await this.staffReasons.check(bookingId, reason || this.context.origin.reason);
    const found = await this.store.load(booking, bookingId);
    const { state } = found;
    const { attempt, createdBy, clientId, creatorId } = state;
    const givenReason = enterStaffReason(this.context, reason, createdBy === clientId ? creatorId : clientId);
    const isPending = state.status === 'pending';
    const partyLeft = isPending && (await this.people.erasedAmong([clientId, creatorId])).length > 0;
    const facts = { reason: givenReason, attempt, partyLeft };
    const confirm = async () => {
      await this.store.handle(booking, found, 'confirm', facts);
    };
    if (!isPending) return confirm();

    // A refused confirmation must not reserve any day.
    booking.decide.confirm(state, { facts, by: this.context.origin.by, at: this.context.now().toISOString() });
    await withReservedDays(this.commands, { creatorId, bookingId, attempt, dates: daysOf(state) }, confirm);
  }
}

type Attempt = { creatorId: string; bookingId: string; attempt: number; dates: readonly string[] };

/**
 * Reserves the days of an attempt, then does the work. Releases them if a day cannot be reserved or the work is
 * refused. The days are reserved in their order, so that of two bookings that need the same days one gets all of them.
 */
export const withReservedDays = async (
  commands: CommandBus,
  { dates, ...attempt }: Attempt,
  work: () => Promise<void>,
): Promise<void> => {
  // A failure may come after some of the days were reserved.
  let reserved: readonly string[] = dates;
  try {
    const result = await commands.execute(new ReserveCreatorDays({ ...attempt, dates }));
    reserved = result.reserved;
    if (result.refusal) throw result.refusal;
    // A command repeated with its idempotency key does not reserve again, and a day may have been released since.
    if (reserved.length < dates.length)
      refuse('booking-confirmation-timeout', 'Confirming took too long. Please try again.');
    await work();
  } catch (refusal) {
    const abandon = new AbandonConfirmation(attempt.bookingId, attempt.attempt, dates);
    if (reserved.length > 0) await commands.execute(abandon).catch(() => undefined);
    throw refusal;
  }
};

/**
 * Releases the days that an attempt to confirm or move a booking reserved. If the booking is confirmed or completed,
 * the days of its event stay reserved. `attempt` and `dates` default to those of the booking.
 */
export class AbandonConfirmation extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly attempt?: number,
    readonly dates?: readonly string[],
  ) {
    super();
  }
}

/** Ends the attempt in the booking's own stream first, so that a slow confirmation or change is refused afterwards. */
@CommandHandler(AbandonConfirmation)
export class AbandonConfirmationHandler implements ICommandHandler<AbandonConfirmation> {
  constructor(
    private readonly store: EventStore,
    private readonly commands: CommandBus,
  ) {}

  async execute({ bookingId, ...abandoned }: AbandonConfirmation): Promise<void> {
    const { state: found } = await this.store.load(booking, bookingId);
    const { attempt = found.attempt, dates = daysOf(found) } = abandoned;
    const { state } = await this.store.handle(booking, bookingId, 'abandonConfirmation', { attempt, dates });
    const { status, creatorId } = state;
    const isConfirmed = status === 'confirmed' || status === 'completed';
    const daysInUse = isConfirmed ? daysOf(state) : [];
    for (const date of dates)
      if (!daysInUse.includes(date))
        await this.commands.execute(new ReleaseCreatorDay({ creatorId, date, bookingId, attempt }));
  }
}
