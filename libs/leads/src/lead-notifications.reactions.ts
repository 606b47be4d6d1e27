import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { writtenAmount, writtenDay } from '#kernel';
import { type Notification, Notify } from '#notifications';
import { EventStore } from '#platform/event-store';
import type { Reaction } from '#platform/reactions';
import { buyersPerLead, highMatchScore } from './contract.ts';
import { type MatchDigestEvents, professionalsPerCommand, SendMatchDigests } from './digests/index.ts';
import { type Lead, type LeadEvents, lead, paidWithCredit, type RefundProof, type RefundReason } from './lead.ts';
import { MatchScores } from './matching/index.ts';
import type { LeadScoresEvents } from './scoring/index.ts';

type Texts = Omit<Notification, 'personId'>;

/** How long matches are collected before a digest is sent, in milliseconds. */
const digestDelay = 600_000;

const ownLeads = { label: 'Open your leads', path: '/leads/mine' };
const purchasedLeads = { label: 'Open my purchased leads', path: '/leads/purchased' };

/**
 * Notifications about a lead: their recipients and texts. The texts name no other person, because they are stored for
 * their reader and would remain after that person's erasure.
 */
@Injectable()
export class LeadNotifications {
  constructor(
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    private readonly scores: MatchScores,
  ) {}

  readonly notifyUnlocked: Reaction<LeadEvents> = {
    name: 'leads.notify-unlocked',
    to: 'LeadPurchased',
    queue: 'mails',
    react: async ({ stream }) => {
      const { state } = await this.store.load(lead, stream);
      const buyers = Object.keys(state.bought).length;
      await this.#notify([state.clientId], {
        kind: 'leads.unlocked',
        title: 'A professional unlocked your lead',
        text: `They can now contact you about ${eventOf(state)}. ${buyers} of ${buyersPerLead} places are taken.`,
        link: ownLeads,
      });
    },
  };

  readonly notifyPurchase: Reaction<LeadEvents> = {
    name: 'leads.notify-purchase',
    to: 'LeadPurchased',
    queue: 'mails',
    react: async ({ stream, data: { buyerId } }) => {
      const { state } = await this.store.load(lead, stream);
      await this.#notify([buyerId], {
        kind: 'leads.purchased',
        title: 'You unlocked a lead',
        text: `You now see how to reach the client of ${eventOf(state)}.`,
        link: purchasedLeads,
      });
    },
  };

  readonly notifyWithdrawn: Reaction<LeadEvents> = {
    name: 'leads.notify-withdrawn',
    to: 'LeadWithdrawn',
    queue: 'mails',
    react: async ({ stream }) => {
      const { state } = await this.store.load(lead, stream);
      // Buyers who were refunded because of the withdrawal may no longer have the lead.
      await this.#notify([...new Set([...Object.keys(state.bought), ...state.refundedAfterWithdrawal])], {
        kind: 'leads.withdrawn',
        title: 'A lead you unlocked was withdrawn',
        text: `The client no longer looks for professionals for ${eventOf(state)}.`,
        link: purchasedLeads,
      });
    },
  };

  readonly notifyHeld: Reaction<LeadEvents> = {
    name: 'leads.notify-held',
    to: 'LeadHeld',
    queue: 'mails',
    react: ({ stream, reason }) =>
      this.#notifyClient(stream, (event) => ({
        kind: 'leads.held',
        title: 'Festoon staff hold your lead',
        text: `Until it is released, only you and the professionals who unlocked your lead for ${event} can see it.${reasonText(reason)}`,
      })),
  };

  readonly notifyReleased: Reaction<LeadEvents> = {
    name: 'leads.notify-released',
    to: 'LeadReleased',
    queue: 'mails',
    react: ({ stream, reason }) =>
      this.#notifyClient(stream, (event) => ({
        kind: 'leads.released',
        title: 'Festoon staff released your lead',
        text: `Your lead for ${event} is no longer held.${reasonText(reason)}`,
      })),
  };

  /** Its buyers are notified of their refunds. */
  readonly notifyRemoved: Reaction<LeadEvents> = {
    name: 'leads.notify-removed',
    to: 'LeadRemoved',
    queue: 'mails',
    react: ({ stream, reason }) =>
      this.#notifyClient(stream, (event) => ({
        kind: 'leads.removed',
        title: 'Festoon staff removed your lead',
        text: `Professionals can no longer unlock your lead for ${event}.${reasonText(reason)}`,
      })),
  };

  readonly notifyFilled: Reaction<LeadEvents> = {
    name: 'leads.notify-filled',
    to: 'LeadBooked',
    queue: 'mails',
    react: async ({ stream, data: { bookingId, creatorId } }) => {
      const { state } = await this.store.load(lead, stream);
      // The buyers were already notified of the first booking made from the lead. If it has no bookings now, all were
      // cancelled after this event, and the buyers are notified of both.
      if (state.bookings.length > 0 && state.bookings[0] !== bookingId) return;
      const others = Object.keys(state.bought).filter((buyerId) => buyerId !== creatorId);
      await this.#notify(others, {
        kind: 'leads.filled',
        title: 'A lead you unlocked was filled',
        text:
          bookingId === null
            ? `The client marked the lead for ${eventOf(state)} as booked.`
            : `The client has a confirmed booking for ${eventOf(state)}.`,
        link: purchasedLeads,
      });
    },
  };

  readonly notifyReopened: Reaction<LeadEvents> = {
    name: 'leads.notify-reopened',
    to: 'LeadReopened',
    queue: 'mails',
    react: async ({ stream }) => {
      const { state } = await this.store.load(lead, stream);
      await this.#notify(Object.keys(state.bought), {
        kind: 'leads.reopened',
        title: 'A lead you unlocked is open again',
        text: `The client’s booking for ${eventOf(state)} was cancelled.`,
        link: purchasedLeads,
      });
    },
  };

  readonly notifyRefundDue: Reaction<LeadEvents> = {
    name: 'leads.notify-refund-due',
    to: 'LeadRefundDue',
    queue: 'mails',
    // The plans module sends the notification about a returned credit.
    react: async ({ data: { buyerId, paymentId, amount, reason } }) => {
      if (paidWithCredit(paymentId)) return;
      await this.#notify([buyerId], {
        kind: 'payments.refund-started',
        title: 'Your refund has started',
        text: refundText(writtenAmount(amount), reason),
        link: { label: 'Browse leads', path: '/leads' },
      });
    },
  };

  /**
   * Staff decide about a request with a reason that names neither party. Without a request, the refund was automatic.
   */
  readonly notifyRefundApproved: Reaction<LeadEvents> = {
    name: 'leads.notify-refund-approved',
    to: 'LeadRefundApproved',
    queue: 'mails',
    react: async ({ stream, reason, data: { buyerId, proof } }) => {
      const { state } = await this.store.load(lead, stream);
      await this.#notify([buyerId], {
        kind: 'payments.lead-refund-approved',
        title: 'Your lead purchase was refunded',
        text: `${approvalTexts[proof]} We have refunded your purchase of the lead for ${eventOf(state)}.${reasonText(reason)}`,
        link: purchasedLeads,
      });
      if (proof === 'removed' || proof === 'withdrawn') return;
      await this.#notify([state.clientId], {
        kind: 'leads.purchase-refunded',
        title: 'A purchase of your lead was refunded',
        text: `A professional who had unlocked your lead for ${eventOf(state)} was refunded and can no longer see your contact details.${reasonText(reason)}`,
        link: ownLeads,
      });
    },
  };

  readonly notifyRefundDeclined: Reaction<LeadEvents> = {
    name: 'leads.notify-refund-declined',
    to: 'LeadRefundDeclined',
    queue: 'mails',
    react: async ({ stream, reason, data: { buyerId } }) => {
      const { state } = await this.store.load(lead, stream);
      await this.#notify([buyerId], {
        kind: 'payments.lead-refund-declined',
        title: 'Your request for a refund was declined',
        text: `You keep the lead for ${eventOf(state)}.${reasonText(reason)}`,
        link: purchasedLeads,
      });
    },
  };

  /** The reason was checked: it names neither party. */
  readonly notifyPurchaseCancelled: Reaction<LeadEvents> = {
    name: 'leads.notify-purchase-cancelled',
    to: 'LeadPurchaseCancelled',
    queue: 'mails',
    react: async ({ stream, reason, data: { buyerId, paymentId } }) => {
      const { state } = await this.store.load(lead, stream);
      // A refund that was approved is announced as such.
      if (state.requests[paymentId] === 'approved') return;
      const why = reasonText(reason);
      const kind = 'leads.purchase-cancelled';
      await this.#notify([buyerId], {
        kind,
        title: 'Festoon staff cancelled your purchase of a lead',
        text: `You no longer see how to reach the client of ${eventOf(state)}.${why}`,
        link: purchasedLeads,
      });
      await this.#notify([state.clientId], {
        kind,
        title: 'Festoon staff cancelled a purchase of your lead',
        text: `A professional who had unlocked your lead for ${eventOf(state)} was refunded and can no longer see your contact details.${why}`,
        link: ownLeads,
      });
    },
  };

  readonly sendMatchDigests: Reaction<LeadScoresEvents> = {
    name: 'leads.send-match-digests',
    to: 'LeadScored',
    queue: 'default',
    delay: digestDelay,
    react: async ({ data: { leadId } }) => {
      for (let last: string | undefined = ''; last !== undefined; ) {
        const ids = await this.scores.professionalsOf(leadId, highMatchScore, professionalsPerCommand, last);
        await this.commands.execute(new SendMatchDigests(ids));
        last = ids.length < professionalsPerCommand ? undefined : ids.at(-1);
      }
    },
  };

  /** Leads that were scored since the last digest are in this one. */
  readonly sendNextMatchDigest: Reaction<MatchDigestEvents> = {
    name: 'leads.send-next-match-digest',
    to: 'MatchDigestSent',
    queue: 'default',
    runAt: ({ data: { nextFrom } }) => nextFrom,
    react: ({ data: { personId } }) => this.commands.execute(new SendMatchDigests([personId])),
  };

  readonly notifyMatched: Reaction<MatchDigestEvents> = {
    name: 'leads.notify-matched',
    to: 'MatchDigestSent',
    queue: 'mails',
    react: async ({ data: { personId, leadIds, bestScore } }) =>
      this.#notify([personId], {
        kind: 'matches.found',
        title: leadIds.length === 1 ? 'A new lead fits you very well' : `${leadIds.length} new leads fit you very well`,
        text: await this.#matchText(leadIds, bestScore),
        link: { label: 'See your best matches', path: '/leads' },
      }),
  };

  async #matchText(leadIds: readonly string[], bestScore: number): Promise<string> {
    const [only, ...others] = leadIds;
    if (!only || others.length > 0) return `The best one has a match score of ${bestScore} out of 100.`;
    const { state } = await this.store.load(lead, only as `lead-${string}`);
    return `It is ${eventOf(state)}, with a match score of ${bestScore} out of 100.`;
  }

  /** `textsFor` gets the event of the lead in words. */
  async #notifyClient(stream: string, textsFor: (event: string) => Omit<Texts, 'link'>): Promise<void> {
    const { state } = await this.store.load(lead, stream);
    await this.#notify([state.clientId], { ...textsFor(eventOf(state)), link: ownLeads });
  }

  async #notify(people: readonly string[], notification: Texts): Promise<void> {
    for (const personId of people) await this.commands.execute(new Notify({ personId, ...notification }));
  }
}

const approvalTexts: Readonly<Record<RefundProof | 'staff', string>> = {
  duplicate: 'You had already unlocked another lead of this client for the same event.',
  removed: 'Festoon removed this lead.',
  withdrawn: 'The client withdrew this lead soon after you unlocked it, without writing to you.',
  'client-suspended': 'The account of this client is suspended.',
  staff: 'Festoon approved your request.',
};

const refundText = (amount: string, reason: RefundReason): string => {
  if (reason === 'purchase-cancelled')
    return `Festoon staff cancelled your purchase of a lead. Your payment of ${amount} is on its way back to you.`;
  return reason === 'refund-approved'
    ? `Your payment of ${amount} for a lead is on its way back to you.`
    : `Your payment of ${amount} could not unlock the lead. It is on its way back to you.`;
};

const reasonText = (reason: string | undefined): string => (reason ? ` Reason: ${reason}` : '');

/** `the wedding on July 20, 2026` */
const eventOf = ({ says: { eventType, eventDate } }: Lead): string => `the ${eventType} on ${writtenDay(eventDate)}`;
