import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdentityQueries } from '#identity';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { booking, type Part } from './booking.ts';
import { enterStaffReason } from './bookings.commands.ts';
import { StaffReasons } from './staff-reasons.checks.ts';

/** A party reports a problem with a booking. It is not completed until the problem is resolved. */
export class DisputeBooking extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(DisputeBooking)
export class DisputeBookingHandler implements ICommandHandler<DisputeBooking> {
  constructor(
    private readonly store: EventStore,
    private readonly people: IdentityQueries,
  ) {}

  async execute({ bookingId, reason }: DisputeBooking): Promise<void> {
    const { status, clientId, creatorId } = (await this.store.load(booking, bookingId)).state;
    const partyLeft = status !== 'none' && (await this.people.erasedAmong([clientId, creatorId])).length > 0;
    await this.store.handle(booking, bookingId, 'dispute', { reason, partyLeft });
  }
}

/** What the client's bank did: it wants a payment back, or it returned one that it had taken back. */
type BankDecision = 'wants-back' | 'returned';
const bankTexts: Readonly<Record<BankDecision, (part: Part) => string>> = {
  'wants-back': (part) => `The client’s bank wants the ${part} back and is deciding about it.`,
  returned: (part) =>
    `The client’s bank returned the ${part} that it had taken back. Festoon decides what happens to it.`,
};

/**
 * Reports what the client's bank did with a payment, so that the booking is not completed, and its money is not paid
 * out, until staff have resolved it. Ignored for a request, for a cancelled booking of which no money is kept, and while
 * an earlier report about a bank is open.
 */
export class ReportPaymentDispute extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly part: Part,
    readonly decision: BankDecision = 'wants-back',
  ) {
    super();
  }
}

@CommandHandler(ReportPaymentDispute)
export class ReportPaymentDisputeHandler implements ICommandHandler<ReportPaymentDispute> {
  constructor(
    private readonly store: EventStore,
    private readonly people: IdentityQueries,
  ) {}

  async execute({ bookingId, part, decision }: ReportPaymentDispute): Promise<void> {
    const { status, clientId, creatorId } = (await this.store.load(booking, bookingId)).state;
    if (status === 'none') return;
    // The text is encrypted for both parties.
    const partyLeft = (await this.people.erasedAmong([clientId, creatorId])).length > 0;
    const reason = partyLeft ? null : bankTexts[decision](part);
    await this.store.handle(booking, bookingId, 'reportPaymentDispute', { reason });
  }
}

/**
 * Marks the caller's own report as resolved. Staff mark all reports of the booking as resolved, and must give a reason.
 */
export class ResolveBookingDispute extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly reason?: string,
  ) {
    super();
  }
}

@CommandHandler(ResolveBookingDispute)
export class ResolveBookingDisputeHandler implements ICommandHandler<ResolveBookingDispute> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly staffReasons: StaffReasons,
  ) {}

  async execute({ bookingId, reason }: ResolveBookingDispute): Promise<void> {
    await this.staffReasons.check(bookingId, reason || this.context.origin.reason);
    await this.store.handle(booking, bookingId, 'resolveDispute', { reason: enterStaffReason(this.context, reason) });
  }
}

/** Reopens a completed booking. Only for staff, who must give a reason. */
export class ReopenBooking extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly reason?: string,
  ) {
    super();
  }
}

@CommandHandler(ReopenBooking)
export class ReopenBookingHandler implements ICommandHandler<ReopenBooking> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly staffReasons: StaffReasons,
  ) {}

  async execute({ bookingId, reason }: ReopenBooking): Promise<void> {
    await this.staffReasons.check(bookingId, reason || this.context.origin.reason);
    await this.store.handle(booking, bookingId, 'reopen', { reason: enterStaffReason(this.context, reason) });
  }
}
