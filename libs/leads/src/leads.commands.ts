import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdentityQueries } from '#identity';
import { type Cents, refuse, titleCase, writtenDay } from '#kernel';
import { RequestPayment } from '#payments';
import { PlansQueries, SpendCredit } from '#plans';
import { Context } from '#platform/context';
import { EventStore, type LoadedAggregate } from '#platform/event-store';
import { Site } from '#platform/http';
import type {
  Lead,
  LeadPost,
  RefundOutcome,
  RefundRequest,
  RefundRequestDecision,
  StaffLeadAction,
} from './contract.ts';
import { holdsPlace, type Lead as LeadState, lead } from './lead.ts';
import { leadViews } from './lead-views.ts';
import { LeadsQueries } from './leads.queries.ts';

const minutes = 60_000;
const days = 24 * 60 * minutes;
const reservationTime = 15 * minutes;
const leadLifetime = 60 * days;

const timeAfter = (now: Date, milliseconds: number): string => new Date(now.getTime() + milliseconds).toISOString();

/** Posts a lead for the caller. Returns its id. */
export class PostLead extends Command<Lead['id']> {
  constructor(readonly post: LeadPost) {
    super();
  }
}

@CommandHandler(PostLead)
export class PostLeadHandler implements ICommandHandler<PostLead> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly people: IdentityQueries,
  ) {}

  async execute({ post }: PostLead): Promise<Lead['id']> {
    const id = `lead-${this.context.newId()}` as const;
    await this.store.handle(lead, id, 'post', {
      ...factsOf(post),
      expiresAt: timeAfter(this.context.now(), leadLifetime),
      emailVerified: await this.people.emailVerified(this.context.origin.by.id),
    });
    return id;
  }
}

/** Changes the contents of a lead of the caller, as long as no professional has unlocked it or is paying for it. */
export class ChangeLead extends Command<void> {
  constructor(
    readonly leadId: string,
    readonly post: LeadPost,
  ) {
    super();
  }
}

@CommandHandler(ChangeLead)
export class ChangeLeadHandler implements ICommandHandler<ChangeLead> {
  constructor(private readonly store: EventStore) {}

  async execute({ leadId, post }: ChangeLead): Promise<void> {
    await this.store.handle(lead, leadId, 'change', factsOf(post));
  }
}

/** The contents of a lead. Names of regions are unique, so the country is left out. */
const factsOf = ({ country: _, ...post }: LeadPost) => ({
  ...post,
  eventName: post.eventName || null,
  venueType: post.venueType ?? null,
  expectedAttendance: post.expectedAttendance ?? null,
  servicesNeeded: post.servicesNeeded ?? [],
});

export class WithdrawLead extends Command<void> {
  constructor(readonly leadId: string) {
    super();
  }
}

@CommandHandler(WithdrawLead)
export class WithdrawLeadHandler implements ICommandHandler<WithdrawLead> {
  constructor(private readonly store: EventStore) {}

  async execute({ leadId }: WithdrawLead): Promise<void> {
    await this.store.handle(lead, leadId, 'withdraw', {});
  }
}

/** Withdraws all leads of a client whose account was closed, including booked ones. Returns how many there were. */
export class AbandonLeads extends Command<number> {
  constructor(readonly clientId: string) {
    super();
  }
}

@CommandHandler(AbandonLeads)
export class AbandonLeadsHandler implements ICommandHandler<AbandonLeads> {
  constructor(
    private readonly store: EventStore,
    private readonly leads: LeadsQueries,
  ) {}

  async execute({ clientId }: AbandonLeads): Promise<number> {
    const ids = await this.leads.notWithdrawnOf(clientId);
    for (const id of ids) await this.store.handle(lead, id, 'abandon', {});
    return ids.length;
  }
}

/**
 * Unlocks a lead for the caller with a credit, if they have one. Otherwise it reserves a place for 15 minutes and opens
 * a checkout. Returns the URL to continue with: of the list of leads, or of the checkout.
 */
export class RequestLeadPayment extends Command<{ url: string }> {
  constructor(readonly leadId: string) {
    super();
  }
}

@CommandHandler(RequestLeadPayment)
export class RequestLeadPaymentHandler implements ICommandHandler<RequestLeadPayment> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly commands: CommandBus,
    private readonly people: IdentityQueries,
    private readonly site: Site,
  ) {}

  async execute({ leadId }: RequestLeadPayment): Promise<{ url: string }> {
    const buyerId = this.context.origin.by.id;
    const reservedLead = await this.#reserve(leadId, buyerId);
    const creditId = await this.commands.execute(new SpendCredit(leadId));
    if (creditId !== null) return this.#unlockWith(creditId, reservedLead, buyerId);
    try {
      const { url, paymentId } = await this.commands.execute(paymentFor(leadId, buyerId, reservedLead.state));
      await this.store.handle(lead, reservedLead, 'openCheckout', {
        paymentId,
        reservedUntil: timeAfter(this.context.now(), reservationTime),
      });
      return { url };
    } catch (error) {
      await this.store.handle(lead, leadId, 'releasePlace', { buyerId, paymentId: null }).catch(() => undefined);
      throw error;
    }
  }

  /** If this process ends before the purchase is recorded, a reaction to the spent credit records it. */
  async #unlockWith(
    creditId: string,
    reservedLead: LoadedAggregate<LeadState>,
    buyerId: string,
  ): Promise<{ url: string }> {
    const expiresAt = timeAfter(this.context.now(), leadLifetime);
    const purchase = { buyerId, paymentId: creditId, amount: 0, expiresAt };
    const recorded = await this.store.handle(lead, reservedLead, 'recordPurchase', purchase);
    const { state, events } = recorded;
    // The purchase that this credit paid was refunded a moment ago, and the credit is not returned yet.
    if (events.length === 0 && state.refunds.includes(creditId)) {
      await this.store.handle(lead, recorded, 'releasePlace', { buyerId, paymentId: null });
      refuse('lead-credit-not-returned', 'Your credit for this lead is being returned. Try again in a moment.');
    }
    if (state.bought[buyerId] !== creditId)
      refuse('lead-not-active', 'This lead can no longer be unlocked. Your credit was returned.');
    const sessionId = creditId.replace('credit-', 'cr_');
    return { url: `${this.site.url}/leads?payment=success&session_id=${sessionId}` };
  }

  /** Tries twice, because a late report about an older checkout may release the place in between. */
  async #reserve(leadId: string, buyerId: string): Promise<LoadedAggregate<LeadState>> {
    const [found, emailVerified] = await Promise.all([
      this.store.load(lead, leadId),
      this.people.emailVerified(buyerId),
    ]);
    const { clientId } = found.state;
    const clientSuspended = (await this.people.suspendedAmong([clientId])).has(clientId);
    for (const target of [found, leadId]) {
      const reservedUntil = timeAfter(this.context.now(), reservationTime);
      const facts = { reservedUntil, emailVerified, clientSuspended };
      const reserved = await this.store.handle(lead, target, 'reservePlace', facts);
      if (holdsPlace(reserved.state, buyerId, this.context.now().toISOString())) return reserved;
    }
    // A request repeated with its idempotency key after the reservation expired does not reserve again.
    refuse('lead-reservation-expired', 'Your 15 minutes to pay for this lead have passed. Unlock it again.');
  }
}

/** The payment for a lead, at the price that the lead was posted with. */
const paymentFor = (leadId: string, buyerId: string, { says: { eventType, eventDate }, price }: LeadState) => {
  // The provider stores the description, so it must not contain text written by a user.
  const description = `Unlock a lead: ${titleCase(eventType)}, ${writtenDay(eventDate)}`;
  return new RequestPayment(`${leadId}/${buyerId}`, price, description, '/leads');
};

export class ReleaseLeadPlace extends Command<void> {
  constructor(
    readonly leadId: string,
    readonly buyerId: string,
    readonly paymentId: string,
  ) {
    super();
  }
}

@CommandHandler(ReleaseLeadPlace)
export class ReleaseLeadPlaceHandler implements ICommandHandler<ReleaseLeadPlace> {
  constructor(private readonly store: EventStore) {}

  async execute({ leadId, buyerId, paymentId }: ReleaseLeadPlace): Promise<void> {
    await this.store.handle(lead, leadId, 'releasePlace', { buyerId, paymentId });
  }
}

export class RecordLeadPurchase extends Command<void> {
  constructor(
    readonly leadId: string,
    readonly buyerId: string,
    readonly paymentId: string,
    readonly amount: Cents,
  ) {
    super();
  }
}

@CommandHandler(RecordLeadPurchase)
export class RecordLeadPurchaseHandler implements ICommandHandler<RecordLeadPurchase> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  async execute({ leadId, buyerId, paymentId, amount }: RecordLeadPurchase): Promise<void> {
    const expiresAt = timeAfter(this.context.now(), leadLifetime);
    await this.store.handle(lead, leadId, 'recordPurchase', { buyerId, paymentId, amount, expiresAt });
  }
}

/**
 * Stops the sale of a lead, because a booking made from it with the professional `creatorId` was confirmed, or because
 * its client says so (null).
 */
export class MarkLeadBooked extends Command<void> {
  constructor(
    readonly leadId: string,
    readonly bookingId: string | null,
    readonly creatorId?: string,
  ) {
    super();
  }
}

@CommandHandler(MarkLeadBooked)
export class MarkLeadBookedHandler implements ICommandHandler<MarkLeadBooked> {
  constructor(private readonly store: EventStore) {}

  async execute({ leadId, bookingId, creatorId }: MarkLeadBooked): Promise<void> {
    await this.store.handle(lead, leadId, 'markBooked', { bookingId, ...(creatorId && { creatorId }) });
  }
}

/** Opens a lead again, because the booking made from it was cancelled. */
export class ReopenLead extends Command<void> {
  constructor(
    readonly leadId: string,
    readonly bookingId: string,
  ) {
    super();
  }
}

@CommandHandler(ReopenLead)
export class ReopenLeadHandler implements ICommandHandler<ReopenLead> {
  constructor(private readonly store: EventStore) {}

  async execute({ leadId, bookingId }: ReopenLead): Promise<void> {
    await this.store.handle(lead, leadId, 'reopen', { bookingId });
  }
}

/** Ends the sale of the caller's own lead. */
export class CloseLead extends Command<void> {
  constructor(readonly leadId: string) {
    super();
  }
}

@CommandHandler(CloseLead)
export class CloseLeadHandler implements ICommandHandler<CloseLead> {
  constructor(private readonly store: EventStore) {}

  async execute({ leadId }: CloseLead): Promise<void> {
    await this.store.handle(lead, leadId, 'close', {});
  }
}

/**
 * Holds, releases or removes a lead as staff. Its client reads the reason. Refuses `lead-reason-personal`, and what the
 * rules of the lead refuse.
 */
export class ModerateLead extends Command<void> {
  constructor(
    readonly leadId: string,
    readonly action: StaffLeadAction,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(ModerateLead)
export class ModerateLeadHandler implements ICommandHandler<ModerateLead> {
  constructor(
    private readonly store: EventStore,
    private readonly people: IdentityQueries,
    private readonly context: Context,
  ) {}

  async execute({ leadId, action, reason }: ModerateLead): Promise<void> {
    const { clientId, status } = (await this.store.load(lead, leadId)).state;
    // Only for a lead that the command can change: otherwise a refusal would confirm a guessed name, and no event would
    // show it.
    if (status !== 'none' && status !== 'removed')
      await this.people.requireImpersonal(reason, [clientId], 'lead-reason-personal');
    this.context.enterReason(reason);
    await this.store.handle(lead, leadId, action, { reason });
  }
}

/**
 * Cancels a purchase of a lead as staff, and refunds it. Its buyer and the lead's client read the reason. Refuses
 * `lead-refund-not-allowed`, `lead-purchase-not-found` and `lead-reason-personal`.
 */
export class RefundLeadPurchase extends Command<void> {
  constructor(
    readonly leadId: string,
    readonly buyerId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(RefundLeadPurchase)
export class RefundLeadPurchaseHandler implements ICommandHandler<RefundLeadPurchase> {
  constructor(
    private readonly store: EventStore,
    private readonly people: IdentityQueries,
    private readonly context: Context,
  ) {}

  async execute({ leadId, buyerId, reason }: RefundLeadPurchase): Promise<void> {
    const { clientId, bought } = (await this.store.load(lead, leadId)).state;
    // Only for a purchase that the command cancels: otherwise a refusal would confirm a guessed name, and no event
    // would show it.
    if (buyerId in bought) await this.people.requireImpersonal(reason, [clientId, buyerId], 'lead-reason-personal');
    this.context.enterReason(reason);
    await this.store.handle(lead, leadId, 'refundPurchase', { buyerId });
  }
}

/**
 * Requests a refund of a lead that the caller unlocked. It is approved at once if the log proves that it is due;
 * otherwise staff decide. Returns the status of the request. Refuses `lead-not-found` and `lead-refund-…`.
 */
export class RequestLeadRefund extends Command<RefundOutcome['status']> {
  constructor(
    readonly leadId: string,
    readonly request: RefundRequest,
  ) {
    super();
  }
}

@CommandHandler(RequestLeadRefund)
export class RequestLeadRefundHandler implements ICommandHandler<RequestLeadRefund> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly people: IdentityQueries,
    private readonly leads: LeadsQueries,
    private readonly plans: PlansQueries,
  ) {}

  async execute({ leadId, request: { cause, text } }: RequestLeadRefund): Promise<RefundOutcome['status']> {
    const buyerId = this.context.origin.by.id;
    const [{ state }, purchasedAt, isDuplicate, hasCredit] = await Promise.all([
      this.store.load(lead, leadId),
      this.leads.purchasedAt(leadId, buyerId),
      this.leads.isDuplicate(leadId, buyerId),
      this.plans.hasUnreadCredit(buyerId, leadId),
    ]);
    const client = state.status === 'none' ? [] : [state.clientId];
    const [left, suspended] = await Promise.all([this.people.erasedAmong(client), this.people.suspendedAmong(client)]);
    const { events } = await this.store.handle(lead, leadId, 'requestRefund', {
      cause,
      text: text || null,
      // A very recent purchase may not be in the table yet.
      purchasedAt: purchasedAt ?? this.context.now().toISOString(),
      isDuplicate,
      clientSuspended: suspended.size > 0,
      hasCredit,
      clientLeft: left.length > 0,
    });
    // The events say enough: a retry returns those of the first call, and after an approval nothing can be requested.
    return events.some(({ type }) => type === 'LeadRefundApproved') ? 'approved' : 'open';
  }
}

/**
 * Approves or declines a request for a refund as staff. The buyer and the lead's client read the reason. Refuses
 * `lead-refund-…` and `lead-reason-personal`.
 */
export class DecideLeadRefund extends Command<void> {
  constructor(
    readonly leadId: string,
    readonly buyerId: string,
    readonly decision: RefundRequestDecision,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(DecideLeadRefund)
export class DecideLeadRefundHandler implements ICommandHandler<DecideLeadRefund> {
  constructor(
    private readonly store: EventStore,
    private readonly people: IdentityQueries,
    private readonly context: Context,
  ) {}

  async execute({ leadId, buyerId, decision, reason }: DecideLeadRefund): Promise<void> {
    const { clientId, bought, requests } = (await this.store.load(lead, leadId)).state;
    // Only for a request that the command decides: otherwise a refusal would confirm a guessed name, and no event would
    // show it.
    if (requests[bought[buyerId] ?? ''] === 'open')
      await this.people.requireImpersonal(reason, [clientId, buyerId], 'lead-reason-personal');
    this.context.enterReason(reason);
    await this.store.handle(lead, leadId, 'decideRefund', { buyerId, approved: decision === 'approve' });
  }
}

/**
 * Refunds the buyers of a lead that was removed, or withdrawn soon after they bought it, at this time. Sent only by
 * reactions.
 */
export class RefundLeadBuyers extends Command<void> {
  constructor(
    readonly leadId: string,
    readonly endedAt: string,
  ) {
    super();
  }
}

@CommandHandler(RefundLeadBuyers)
export class RefundLeadBuyersHandler implements ICommandHandler<RefundLeadBuyers> {
  constructor(
    private readonly store: EventStore,
    private readonly leads: LeadsQueries,
    private readonly plans: PlansQueries,
  ) {}

  async execute({ leadId, endedAt }: RefundLeadBuyers): Promise<void> {
    const { state } = await this.store.load(lead, leadId);
    const purchases = [];
    // Buyers who already got a credit for the lead are not refunded as well. A very recent purchase may not be in the
    // table yet.
    for (const buyerId of Object.keys(state.bought))
      if (!(await this.plans.hasUnreadCredit(buyerId, leadId)))
        purchases.push({ buyerId, purchasedAt: (await this.leads.purchasedAt(leadId, buyerId)) ?? endedAt });
    await this.store.handle(lead, leadId, 'refundBuyers', { endedAt, purchases });
  }
}

/** Records that the client of a lead wrote to one of its buyers. Idempotent. Used only by reactions. */
export class RecordLeadReply extends Command<void> {
  constructor(
    readonly leadId: string,
    readonly buyerId: string,
  ) {
    super();
  }
}

@CommandHandler(RecordLeadReply)
export class RecordLeadReplyHandler implements ICommandHandler<RecordLeadReply> {
  constructor(private readonly store: EventStore) {}

  async execute({ leadId, buyerId }: RecordLeadReply): Promise<void> {
    await this.store.handle(lead, leadId, 'recordReply', { buyerId });
  }
}

/** Records that the caller has seen these leads. Leads that do not exist are ignored. */
export class ViewLeads extends Command<void> {
  constructor(readonly leadIds: readonly string[]) {
    super();
  }
}

@CommandHandler(ViewLeads)
export class ViewLeadsHandler implements ICommandHandler<ViewLeads> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly leads: LeadsQueries,
  ) {}

  async execute({ leadIds }: ViewLeads): Promise<void> {
    const viewerId = this.context.origin.by.id;
    const day = this.context.now().toISOString().slice(0, 10);
    const facts = { viewerId, day, leadIds: [...(await this.leads.byIds(leadIds)).keys()] };
    await this.store.handle(leadViews, `lead-views-${viewerId}-${day}`, 'view', facts);
  }
}
