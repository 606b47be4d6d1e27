import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CatalogQueries } from '#catalog';
import { refuse } from '#kernel';
import { LeadsQueries } from '#leads';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { booking, type Payment, type Refund } from './booking.ts';
import { BookingsQueries } from './bookings.queries.ts';
import { StaffReasons } from './staff-reasons.checks.ts';

/** What the caller asks for. `eventDate` is YYYY-MM-DD; `leadId` where the booking is made from a lead. */
export type RequestedBooking = {
  readonly creatorId: string;
  readonly packageId: string;
  readonly eventType: string;
  readonly eventName?: string | undefined;
  readonly eventDate: string;
  readonly eventLocation: string;
  readonly eventDescription?: string | undefined;
  readonly expectedAttendance?: number | undefined;
  readonly leadId?: string | undefined;
};

/** Creates a booking of the caller's; the amounts come from the package. Answers the new booking's id. */
export class RequestBooking extends Command<string> {
  constructor(readonly wish: RequestedBooking) {
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
  ) {}

  async execute({ wish: { leadId, ...wish } }: RequestBooking): Promise<string> {
    const id = `booking-${this.context.newId()}`;
    const offers = await this.catalog.packages([wish.packageId]);
    await this.store.handle(booking, id, 'request', {
      creatorId: wish.creatorId,
      packageId: wish.packageId,
      eventType: wish.eventType,
      eventName: wish.eventName || null,
      eventDate: wish.eventDate,
      eventLocation: wish.eventLocation,
      eventDescription: wish.eventDescription || null,
      expectedAttendance: wish.expectedAttendance ?? null,
      offer: offers.get(wish.packageId) ?? null,
      lead: leadId === undefined ? null : await this.#lead(leadId, wish.creatorId),
    });
    return id;
  }

  async #lead(id: string, creatorId: string) {
    const lead = (await this.leads.byIds([id])).get(id);
    if (!lead) refuse('lead-not-found', 'There is no such lead');
    return { id, clientId: lead.clientId, status: lead.status, bought: await this.leads.isBuyer(id, creatorId) };
  }
}

/** Cancels a pending booking; what was paid goes back. Staff must say why. */
export class CancelBooking extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly reason?: string,
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
  ) {}

  async execute({ bookingId, reason }: CancelBooking): Promise<void> {
    const said = reason || this.context.origin.reason || null;
    await this.staffReasons.check(bookingId, said);
    await this.store.handle(booking, bookingId, 'cancel', { reason: said });
  }
}

/**
 * Cancels what still waits for an answer of or to somebody who is a member no more; what was paid goes back. Answers how
 * many bookings that were.
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
    const ids = await this.bookings.pendingOf(personId);
    for (const id of ids) await this.store.handle(booking, id, 'abandon', { personId });
    return ids.length;
  }
}

/** Completes a confirmed booking whose day is over and which is paid for; staff must say why. */
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
    await this.store.handle(booking, bookingId, 'complete', { reason: staffReason(this.context, reason) });
  }
}

/** Records money that arrived for a part of a booking: it is kept or marked for refund. Idempotent: a known payment is ignored. */
export class RecordBookingPayment extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly payment: Payment,
  ) {
    super();
  }
}

@CommandHandler(RecordBookingPayment)
export class RecordBookingPaymentHandler implements ICommandHandler<RecordBookingPayment> {
  constructor(private readonly store: EventStore) {}

  async execute({ bookingId, payment }: RecordBookingPayment): Promise<void> {
    await this.store.handle(booking, bookingId, 'recordPayment', payment);
  }
}

/** Records a refund of a booking's payment. Idempotent: a known refund is ignored. */
export class RecordBookingRefund extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly refund: Refund,
  ) {
    super();
  }
}

@CommandHandler(RecordBookingRefund)
export class RecordBookingRefundHandler implements ICommandHandler<RecordBookingRefund> {
  constructor(private readonly store: EventStore) {}

  async execute({ bookingId, refund }: RecordBookingRefund): Promise<void> {
    await this.store.handle(booking, bookingId, 'recordRefund', refund);
  }
}

/** Why staff acts for others: it goes into the envelope of every event that follows. Nobody else is asked. */
export const staffReason = (context: Context, reason?: string, onBehalfOf?: string): string | null => {
  const { origin } = context;
  const said = reason || origin.reason;
  if (origin.by.kind !== 'staff' || !said) return null;
  context.enter({ ...origin, reason: said, ...(onBehalfOf && { onBehalfOf }) });
  return said;
};
