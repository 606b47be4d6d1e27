import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { IdentityPublished } from '#identity';
import { refuse, replay } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { type Booking, type BookingEvents, booking } from './booking.ts';
import { stated } from './bookings.commands.ts';
import { type CreatorDayEvents, creatorDay, creatorDayOf, holds } from './creator-day.ts';
import { StaffReasons } from './staff-reasons.ts';

const read = async (store: EventStore, bookingId: string): Promise<Booking> =>
  replay(booking, await store.read<BookingEvents>(bookingId));

/** Confirms a pending booking for the party that did not create it. Staff must say why. */
export class ConfirmBooking extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly reason?: string,
  ) {
    super();
  }
}

/**
 * Reserves the creator's day, confirms, and lets the day go if that is refused. Whoever dies in between is followed by
 * `bookings.release-unconfirmed-day`.
 */
@CommandHandler(ConfirmBooking)
export class ConfirmBookingHandler implements ICommandHandler<ConfirmBooking> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly commands: CommandBus,
    private readonly staffReasons: StaffReasons,
  ) {}

  async execute({ bookingId, reason }: ConfirmBooking): Promise<void> {
    await this.staffReasons.check(bookingId, reason || this.context.origin.reason);
    const state = await read(this.store, bookingId);
    const { attempt, createdBy, clientId, creatorId, eventDate: date } = state;
    const said = stated(this.context, reason, createdBy === clientId ? creatorId : clientId);
    const facts = { reason: said, attempt, partyLeft: await this.#hasLeft(clientId, creatorId) };
    const confirm = () => this.store.handle(booking, bookingId, 'confirm', facts);
    if (state.status !== 'pending') return confirm();

    // Nobody holds a day for a booking that is not theirs to confirm.
    booking.decide.confirm(state, { facts, by: this.context.origin.by, at: new Date().toISOString() });
    await this.#reserve({ creatorId, date, bookingId, attempt });
    try {
      await confirm();
    } catch (refused) {
      await this.commands.execute(new ReleaseCreatorDay(bookingId, attempt)).catch(() => undefined);
      throw refused;
    }
  }

  /** Asks the log: what follows from somebody's leaving may not have happened yet. */
  async #hasLeft(...people: readonly string[]): Promise<boolean> {
    const pasts = await Promise.all(people.map((id) => this.store.read<IdentityPublished>(`user-${id}`)));
    return pasts.flat().some(({ type }) => type === 'PersonErased');
  }

  async #reserve(facts: { creatorId: string; date: string; bookingId: string; attempt: number }): Promise<void> {
    const day = creatorDayOf(facts.creatorId, facts.date);
    await this.store.handle(creatorDay, day, 'reserve', facts);
    // A command repeated under its idempotency key reserves only once, and may have let go since.
    const state = replay(creatorDay, await this.store.read<CreatorDayEvents>(day));
    if (!holds(state, facts.bookingId, facts.attempt))
      refuse('booking-not-in-time', 'Confirming took too long. Please try again.');
  }
}

/** Lets go of the day that an attempt to confirm holds, unless the booking was confirmed. `attempt`: the latest. */
export class ReleaseCreatorDay extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly attempt?: number,
  ) {
    super();
  }
}

/** First the attempt is ended in the booking's own stream: after that it cannot confirm any more, however slow it is. */
@CommandHandler(ReleaseCreatorDay)
export class ReleaseCreatorDayHandler implements ICommandHandler<ReleaseCreatorDay> {
  constructor(private readonly store: EventStore) {}

  async execute({ bookingId, attempt }: ReleaseCreatorDay): Promise<void> {
    const ended = attempt ?? (await read(this.store, bookingId)).attempt;
    await this.store.handle(booking, bookingId, 'abandonConfirmation', { attempt: ended });
    const { status, creatorId, eventDate } = await read(this.store, bookingId);
    if (status === 'confirmed' || status === 'completed') return;
    const day = creatorDayOf(creatorId, eventDate);
    await this.store.handle(creatorDay, day, 'release', { bookingId, attempt: ended });
  }
}

export const bookingConfirmationHandlers = [ConfirmBookingHandler, ReleaseCreatorDayHandler];
