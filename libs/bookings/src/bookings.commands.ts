import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CatalogQueries } from '#catalog';
import { refuse } from '#kernel';
import { LeadsQueries } from '#leads';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { type Booking as BookingState, booking, refundFor } from './booking.ts';
import { BookingsQueries } from './bookings.queries.ts';
import type { RefundDecision } from './cancellation.ts';
import type { Booking } from './contract.ts';
import { EventPlaces } from './event-places.queries.ts';
import { daysOf } from './event-time.ts';
import { OpenCheckouts } from './open-checkouts.gateway.ts';
import { StaffReasons } from './staff-reasons.checks.ts';

/**
 * The details of a new booking. `eventDate` is YYYY-MM-DD, `startTime` HH:MM. `leadId` is set if the booking is made
 * from a lead; the event then has as many days as the lead unless `durationDays` says otherwise.
 */
export type BookingDetails = {
  readonly creatorId: string;
  readonly packageId: string;
  readonly eventType: string;
  readonly eventName?: string | undefined;
  readonly eventDate: string;
  readonly durationDays?: number | undefined;
  readonly startTime?: string | undefined;
  readonly eventLocation: string;
  readonly eventDescription?: string | undefined;
  readonly expectedAttendance?: number | undefined;
  readonly leadId?: string | undefined;
};

/** Creates a booking for the caller, with the amounts of the package. Returns the new booking's id. */
export class RequestBooking extends Command<Booking['id']> {
  constructor(readonly details: BookingDetails) {
    super();
  }
}

@CommandHandler(RequestBooking)
export class RequestBookingHandler implements ICommandHandler<RequestBooking> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly catalog: CatalogQueries,
    private readonly leads: LeadsQueries,
    private readonly places: EventPlaces,
  ) {}

  async execute({ details: { leadId, ...details } }: RequestBooking): Promise<Booking['id']> {
    const id = `booking-${this.context.newId()}` as const;
    const offers = await this.catalog.packages([details.packageId]);
    const lead = leadId === undefined ? undefined : await this.#lead(leadId, details.creatorId);
    const { creatorId, eventDate, eventLocation } = details;
    const durationDays = details.durationDays ?? lead?.durationDays ?? 1;
    await this.store.handle(booking, id, 'request', {
      creatorId,
      packageId: details.packageId,
      eventType: details.eventType,
      eventName: details.eventName || null,
      eventDate,
      durationDays,
      startTime: details.startTime ?? null,
      timeZone: await this.places.timeZone(eventLocation, { creatorId, leadId }),
      eventLocation,
      eventDescription: details.eventDescription || null,
      expectedAttendance: details.expectedAttendance ?? null,
      offer: offers.get(details.packageId) ?? null,
      day: await this.catalog.day(creatorId, daysOf({ eventDate, durationDays })),
      lead: lead?.facts ?? null,
    });
    return id;
  }

  async #lead(id: string, creatorId: string) {
    const lead = (await this.leads.byIds([id])).get(id);
    if (!lead) refuse('lead-not-found', 'This lead does not exist');
    const { clientId, status, durationDays } = lead;
    return { facts: { id, clientId, status, bought: await this.leads.isBuyer(id, creatorId) }, durationDays };
  }
}

/**
 * Cancels a pending or confirmed booking and refunds what the rules say. Staff must give a reason. With `refundAmount`,
 * in cents, the cancellation is refused if another amount would be refunded. `staff` says what staff refund, and which
 * party they act for, if any.
 */
export class CancelBooking extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly reason?: string,
    readonly refundAmount?: number,
    readonly staff: { readonly decision?: RefundDecision; readonly onBehalfOf?: 'client' | 'creator' | undefined } = {},
  ) {
    super();
  }
}

@CommandHandler(CancelBooking)
export class CancelBookingHandler implements ICommandHandler<CancelBooking> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly staffReasons: StaffReasons,
    private readonly checkouts: OpenCheckouts,
  ) {}

  async execute({ bookingId, reason, refundAmount, staff }: CancelBooking): Promise<void> {
    const givenReason = reason || this.context.origin.reason || null;
    await this.staffReasons.check(bookingId, givenReason);
    const { state } = await this.store.load(booking, bookingId);
    await this.#settleBalance(bookingId, state);
    enterStaffReason(this.context, givenReason ?? undefined, staff.onBehalfOf && state[`${staff.onBehalfOf}Id`]);
    const facts = { reason: givenReason, refundAmount: refundAmount ?? null, decision: staff.decision };
    await this.store.handle(booking, bookingId, 'cancel', facts);
  }

  /**
   * A professional who cancels because the balance is unpaid must not keep the deposit of a client who is paying the
   * balance right now.
   */
  async #settleBalance(bookingId: string, state: BookingState): Promise<void> {
    const { rule } = refundFor(state, this.context.origin.by.id, { at: this.context.now().toISOString() });
    if (rule === 'balance-unpaid') await this.checkouts.settle(bookingId, 'balance', state.clientId);
  }
}

/**
 * Ends the bookings of a person whose account was closed: pending ones are cancelled and refunded; those that are paid
 * and over are completed if the person was their client. Returns how many bookings that were.
 */
export class AbandonBookings extends Command<number> {
  constructor(readonly personId: string) {
    super();
  }
}

@CommandHandler(AbandonBookings)
export class AbandonBookingsHandler implements ICommandHandler<AbandonBookings> {
  constructor(
    private readonly store: EventStore,
    private readonly bookings: BookingsQueries,
  ) {}

  async execute({ personId }: AbandonBookings): Promise<number> {
    const ids = await this.bookings.endingWith(personId);
    for (const id of ids) await this.store.handle(booking, id, 'abandon', { personId });
    return ids.length;
  }
}

/** Completes a confirmed booking that is fully paid and whose event is over. Staff must give a reason. */
export class CompleteBooking extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly reason?: string,
  ) {
    super();
  }
}

@CommandHandler(CompleteBooking)
export class CompleteBookingHandler implements ICommandHandler<CompleteBooking> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly staffReasons: StaffReasons,
  ) {}

  async execute({ bookingId, reason }: CompleteBooking): Promise<void> {
    await this.staffReasons.check(bookingId, reason || this.context.origin.reason);
    await this.store.handle(booking, bookingId, 'complete', { reason: enterStaffReason(this.context, reason) });
  }
}

/**
 * Adds the reason of staff, and the party for whom they act, to the context, so that later events record both. Returns
 * the reason; null for other callers, and without a reason.
 */
export const enterStaffReason = (context: Context, reason?: string, onBehalfOf?: string): string | null => {
  const { origin } = context;
  const givenReason = reason || origin.reason;
  if (origin.by.kind !== 'staff' || !givenReason) return null;
  context.enter({ ...origin, reason: givenReason, ...(onBehalfOf && { onBehalfOf }) });
  return givenReason;
};
