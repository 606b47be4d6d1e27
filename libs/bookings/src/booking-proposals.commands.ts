import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CatalogQueries, ReserveCreatorDay } from '#catalog';
import { refuse } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { booking } from './booking.ts';
import { AbandonConfirmation } from './booking-confirmation.commands.ts';

/** Changes that a party proposes. What is left out stays as it is. `eventDate` is YYYY-MM-DD. */
export type ChangeProposal = {
  readonly eventDate?: string | undefined;
  readonly eventLocation?: string | undefined;
  readonly packageId?: string | undefined;
};

/** Proposes changes of a booking to the other party, in place of what was proposed before. */
export class ProposeBookingChange extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly proposal: ChangeProposal,
  ) {
    super();
  }
}

/** The current day needs no check. */
const freeDay = { taken: false, blocked: false, off: false, noticeDays: 0 };

@CommandHandler(ProposeBookingChange)
export class ProposeBookingChangeHandler implements ICommandHandler<ProposeBookingChange> {
  constructor(
    private readonly store: EventStore,
    private readonly catalog: CatalogQueries,
  ) {}

  async execute({ bookingId, proposal: { eventDate, eventLocation, packageId } }: ProposeBookingChange): Promise<void> {
    const { state } = await this.store.load(booking, bookingId);
    const movesTo = state.status !== 'none' && eventDate !== state.eventDate ? eventDate : undefined;
    const day = movesTo === undefined ? freeDay : await this.catalog.day(state.creatorId, movesTo);
    const offer = packageId === undefined ? undefined : (await this.catalog.packages([packageId])).get(packageId);
    const offered = packageId === undefined ? null : { packageId, ...packageFacts(offer) };
    const changes = { eventDate: eventDate ?? null, eventLocation: eventLocation || null, package: offered };
    await this.store.handle(booking, bookingId, 'propose', { changes, offer: offer ?? null, day });
  }
}

type Offered = { name: string; durationHours: number; deliverables: readonly string[]; price: number };

/** What a proposal records of a package. An unknown package is refused by the rules. */
const packageFacts = (offer: Offered | undefined) => ({
  packageName: offer?.name ?? '',
  durationHours: offer?.durationHours ?? 0,
  deliverables: offer?.deliverables ?? [],
  price: offer?.price ?? 0,
});

/** Accepts the other party's latest proposal. Refuses `booking-proposal-outdated` if another one was made since. */
export class AcceptBookingProposal extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly number: number,
  ) {
    super();
  }
}

/**
 * Reserves the new day of a confirmed booking, changes the booking, and releases the day if the change is refused. If the process
 * stops in between, the reaction `bookings.release-unconfirmed-day` releases it; the previous day is released afterwards.
 */
@CommandHandler(AcceptBookingProposal)
export class AcceptBookingProposalHandler implements ICommandHandler<AcceptBookingProposal> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly commands: CommandBus,
  ) {}

  async execute({ bookingId, number }: AcceptBookingProposal): Promise<void> {
    const { state } = await this.store.load(booking, bookingId);
    const { status, attempt, creatorId, proposal } = state;
    const date = status === 'confirmed' && proposal?.number === number ? proposal.eventDate : null;
    const facts = { number, attempt, dayReserved: date !== null };
    if (date === null) {
      await this.store.handle(booking, bookingId, 'acceptProposal', facts);
      return;
    }
    // A refused change must not reserve a day.
    const at = this.context.now().toISOString();
    booking.decide.acceptProposal(state, { facts, by: this.context.origin.by, at });
    const nextAttempt = attempt + 1;
    if (!(await this.commands.execute(new ReserveCreatorDay({ creatorId, date, bookingId, attempt: nextAttempt }))))
      refuse('booking-changed-meanwhile', 'The booking has changed meanwhile. Please try again.');
    try {
      await this.store.handle(booking, bookingId, 'acceptProposal', facts);
    } catch (refusal) {
      await this.commands.execute(new AbandonConfirmation(bookingId, nextAttempt, date)).catch(() => undefined);
      throw refusal;
    }
  }
}

/** Declines the other party's latest proposal, or takes an own one back. */
export class DeclineBookingProposal extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly number: number,
  ) {
    super();
  }
}

@CommandHandler(DeclineBookingProposal)
export class DeclineBookingProposalHandler implements ICommandHandler<DeclineBookingProposal> {
  constructor(private readonly store: EventStore) {}

  async execute({ bookingId, number }: DeclineBookingProposal): Promise<void> {
    await this.store.handle(booking, bookingId, 'declineProposal', { number });
  }
}
