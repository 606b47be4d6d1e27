import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CatalogQueries } from '#catalog';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { booking } from './booking.ts';
import { withReservedDays } from './booking-confirmation.commands.ts';
import { EventPlaces } from './event-places.queries.ts';
import { addedDays } from './proposal.ts';

/**
 * Changes that a party proposes. What is left out stays as it is. `eventDate` is YYYY-MM-DD, `startTime` HH:MM, or null
 * for an event that should no longer have one.
 */
export type ChangeProposal = {
  readonly eventDate?: string | undefined;
  readonly durationDays?: number | undefined;
  readonly startTime?: string | null | undefined;
  readonly eventLocation?: string | undefined;
  readonly packageId?: string | undefined;
};

/** Proposes changes of a booking to the other party. A new proposal replaces an earlier one. */
export class ProposeBookingChange extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly proposal: ChangeProposal,
  ) {
    super();
  }
}

@CommandHandler(ProposeBookingChange)
export class ProposeBookingChangeHandler implements ICommandHandler<ProposeBookingChange> {
  constructor(
    private readonly store: EventStore,
    private readonly catalog: CatalogQueries,
    private readonly places: EventPlaces,
  ) {}

  async execute({ bookingId, proposal }: ProposeBookingChange): Promise<void> {
    const { packageId, eventLocation = '' } = proposal;
    const { state } = await this.store.load(booking, bookingId);
    // The rules refuse a booking that does not exist.
    const isKnown = state.status !== 'none';
    const time = {
      eventDate: proposal.eventDate ?? null,
      durationDays: proposal.durationDays ?? null,
      startTime: proposal.startTime ?? null,
      ...(proposal.startTime === null && { removesStartTime: true as const }),
      timeZone: eventLocation === '' || !isKnown ? null : await this.places.timeZone(eventLocation, state),
    };
    // The current days need no check.
    const day = await this.catalog.day(state.creatorId, isKnown ? addedDays(state, time) : []);
    const offer = packageId === undefined ? undefined : (await this.catalog.packages([packageId])).get(packageId);
    const offered = packageId === undefined ? null : { packageId, ...packageFacts(offer) };
    const changes = { ...time, eventLocation: eventLocation || null, package: offered };
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
 * Reserves the new days of a confirmed booking, changes the booking, and releases these days if the change is refused.
 * If the process stops in between, the reaction `bookings.release-unconfirmed-day` releases them. After a change, the
 * reaction `bookings.release-previous-days` releases the days that the booking no longer needs.
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
    const dates = status === 'confirmed' && proposal?.number === number ? addedDays(state, proposal) : [];
    const facts = { number, attempt, daysReserved: dates.length > 0 };
    const accept = async () => {
      await this.store.handle(booking, bookingId, 'acceptProposal', facts);
    };
    if (dates.length === 0) return accept();
    // A refused change must not reserve any day.
    const at = this.context.now().toISOString();
    booking.decide.acceptProposal(state, { facts, by: this.context.origin.by, at });
    await withReservedDays(this.commands, { creatorId, bookingId, attempt: attempt + 1, dates }, accept);
  }
}

/** Declines the other party's latest proposal, or withdraws the caller's own. */
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
