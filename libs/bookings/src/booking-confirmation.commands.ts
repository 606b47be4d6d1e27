import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ReleaseCreatorDay, ReserveCreatorDay } from '#catalog';
import { IdentityQueries } from '#identity';
import { refuse } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { booking } from './booking.ts';
import { staffReason } from './bookings.commands.ts';
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
 * Reserves the creator day, confirms the booking, and releases the day if confirming is refused. If the process stops in
 * between, the reaction `bookings.release-unconfirmed-day` releases it.
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
    const { state } = await this.store.load(booking, bookingId);
    const { attempt, createdBy, clientId, creatorId, eventDate: date } = state;
    const givenReason = staffReason(this.context, reason, createdBy === clientId ? creatorId : clientId);
    const isPending = state.status === 'pending';
    const partyLeft = isPending && (await this.people.erasedAmong([clientId, creatorId])).length > 0;
    const facts = { reason: givenReason, attempt, partyLeft };
    const confirm = async () => {
      await this.store.handle(booking, bookingId, 'confirm', facts);
    };
    if (!isPending) return confirm();

    // A refused confirmation must not reserve a day.
    booking.decide.confirm(state, { facts, by: this.context.origin.by, at: this.context.now().toISOString() });
    await this.#reserve({ creatorId, date, bookingId, attempt });
    try {
      await confirm();
    } catch (refusal) {
      await this.commands.execute(new AbandonConfirmation(bookingId, attempt, date)).catch(() => undefined);
      throw refusal;
    }
  }

  async #reserve(facts: { creatorId: string; date: string; bookingId: string; attempt: number }): Promise<void> {
    // A command repeated with its idempotency key does not reserve again, and the day may have been released since.
    if (!(await this.commands.execute(new ReserveCreatorDay(facts))))
      refuse('booking-confirmation-timeout', 'Confirming took too long. Please try again.');
  }
}

/**
 * Releases the day that an attempt to confirm a booking, or to move it to another day, reserved, unless it is the booking's day.
 * `attempt` and `date` are by default those of the booking.
 */
export class AbandonConfirmation extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly attempt?: number,
    readonly date?: string,
  ) {
    super();
  }
}

/** Ends the attempt in the booking's own stream first, so that its slow confirmation or change is refused afterwards. */
@CommandHandler(AbandonConfirmation)
export class AbandonConfirmationHandler implements ICommandHandler<AbandonConfirmation> {
  constructor(
    private readonly store: EventStore,
    private readonly commands: CommandBus,
  ) {}

  async execute({ bookingId, ...abandoned }: AbandonConfirmation): Promise<void> {
    const { state: found } = await this.store.load(booking, bookingId);
    const { attempt = found.attempt, date = found.eventDate } = abandoned;
    const { state } = await this.store.handle(booking, bookingId, 'abandonConfirmation', { attempt, date });
    const { status, creatorId, eventDate } = state;
    const isConfirmed = status === 'confirmed' || status === 'completed';
    if (isConfirmed && state.attempt === attempt && eventDate === date) return;
    await this.commands.execute(new ReleaseCreatorDay({ creatorId, date, bookingId, attempt }));
  }
}
