import {
  type Actor,
  aggregate,
  allows,
  type Cents,
  dayAt,
  instantAfter,
  type Message,
  type Nothing,
  type PersonalData,
  refuse,
  westernmostZone,
} from '#kernel';
import { buyersPerLead } from './lead-terms.contract.ts';

/** The price of unlocking a lead. Each lead keeps the price it was posted with. */
export const leadPrice: Cents = 2_500;

/**
 * The lead expires at `expiresAt` unless a professional unlocks it first. Money in cents, `expiresAt` as an ISO time.
 */
type Post = {
  eventType: string;
  eventName: string | null;
  eventDate: string;
  description: string;
  locationCity: string;
  locationState: string;
  venueType: string | null;
  budgetMin: Cents;
  budgetMax: Cents;
  expectedAttendance: number | null;
  durationDays: number;
  servicesNeeded: readonly string[];
  expiresAt: string;
};
type LeadText = Omit<Post, 'expiresAt'>;
/** Whether the caller's email address counts as verified. */
type EmailStatus = { emailVerified: boolean };
type Purchase = { buyerId: string; paymentId: string; amount: Cents };
/** Why a payment for a lead is refunded. */
export type RefundReason =
  | 'lead-closed'
  | 'lead-changed'
  | 'lead-full'
  | 'already-unlocked'
  | 'wrong-amount'
  | 'purchase-cancelled'
  | 'refund-approved';

/** Why a buyer asks for a refund. */
export type RefundCause = 'duplicate' | 'fake' | 'unreachable' | 'changed' | 'withdrawn' | 'not-hired' | 'other';
/** What proves that a purchase is refunded without a decision of staff. */
export type RefundProof = 'duplicate' | 'removed' | 'withdrawn' | 'client-suspended';
/** A buyer can ask for a refund for this long after the purchase, in milliseconds. */
export const refundRequestTime = 30 * 86_400_000;
/**
 * A purchase is refunded if the client withdraws the lead within this time after it, in milliseconds, unless the client
 * wrote to the buyer.
 */
export const earlyWithdrawalTime = 48 * 3_600_000;
type RefundFacts = {
  cause: RefundCause;
  text: string | null;
  purchasedAt: string;
  /** Whether the buyer unlocked another lead of the client for the same event before. */
  isDuplicate: boolean;
  clientSuspended: boolean;
  /** Whether the buyer got a credit, because the client did not read their message. */
  hasCredit: boolean;
  /** Whether the client has closed their account. */
  clientLeft: boolean;
};

export type LeadCommands = {
  post: Post & EmailStatus;
  /** Replaces the contents of the lead. Its price and its lifetime stay. */
  change: LeadText;
  withdraw: Nothing;
  /** Withdraws the lead because its client's account was closed. */
  abandon: Nothing;
  reservePlace: EmailStatus & { reservedUntil: string; clientSuspended: boolean };
  openCheckout: { paymentId: string; reservedUntil: string };
  /** `paymentId` is null if no checkout was opened for the place. */
  releasePlace: { buyerId: string; paymentId: string | null };
  recordPurchase: Purchase & { expiresAt: string };
  /** No further professional can unlock the lead; its buyers keep it. */
  close: Nothing;
  /**
   * `bookingId` is that of the booking made from the lead, and `creatorId` its professional; null if the client says that
   * the lead is booked.
   */
  markBooked: { bookingId: string | null; creatorId?: string };
  /** A booking made from the lead was cancelled. */
  reopen: { bookingId: string };
  /** Staff examine the lead. Until they release it, only its client and its buyers see it. */
  hold: { reason: string };
  release: { reason: string };
  remove: { reason: string };
  /** Staff refund a purchase. Its buyer no longer has the lead, and may unlock it again. */
  refundPurchase: { buyerId: string };
  /**
   * The buyer requests a refund. It is approved at once if the log proves that it is due; otherwise staff decide.
   */
  requestRefund: RefundFacts;
  decideRefund: { buyerId: string; approved: boolean };
  /**
   * The lead was removed or withdrawn at `endedAt`. Refunds the buyers in `purchases` whose refund the end of the lead
   * proves.
   */
  refundBuyers: { endedAt: string; purchases: readonly { buyerId: string; purchasedAt: string }[] };
  /** The client wrote to a buyer. */
  recordReply: { buyerId: string };
};

/** The states in which the client still looks for professionals. */
type OpenStatus = 'active' | 'closed';
type StaffAction = { clientId: string; reason: string };

export type LeadEvents = {
  LeadPosted: Post & { clientId: string; leadPrice: Cents };
  LeadChanged: Post & { clientId: string };
  LeadWithdrawn: Nothing;
  LeadPlaceReserved: { buyerId: string; reservedUntil: string };
  LeadCheckoutOpened: { buyerId: string; paymentId: string };
  LeadPlaceReleased: { buyerId: string };
  LeadPurchased: Purchase & { expiresAt: string };
  LeadRefundDue: Purchase & { reason: RefundReason };
  LeadClosed: Nothing;
  /** `creatorId` is the professional of the booking. Events from before it was recorded have none. */
  LeadBooked: { bookingId: string | null; creatorId?: string };
  /** A booking made from the lead was cancelled, and the lead stays as it is: it has another one, or staff hold it. */
  LeadBookingCancelled: { bookingId: string };
  /** `status` is the one from before the booking. */
  LeadReopened: { status: OpenStatus };
  LeadHeld: StaffAction;
  /**
   * `status` is the one from before the hold, or `booked` if a booking made from the lead was confirmed during the
   * hold.
   */
  LeadReleased: StaffAction & { status: OpenStatus | 'booked' };
  LeadRemoved: StaffAction;
  /** Followed by `LeadRefundDue`, which has the amount. If staff did it, the reason is in the envelope. */
  LeadPurchaseCancelled: { buyerId: string; paymentId: string };
  /** Without `clientId` if the client has closed their account. */
  LeadRefundRequested: {
    buyerId: string;
    clientId?: string;
    paymentId: string;
    cause: RefundCause;
    text: string | null;
  };
  /** Followed by `LeadPurchaseCancelled` and `LeadRefundDue`. Why staff decided so is in the envelope. */
  LeadRefundApproved: { buyerId: string; paymentId: string; proof: RefundProof | 'staff' };
  LeadRefundDeclined: { buyerId: string; paymentId: string };
  LeadClientReplied: { buyerId: string };
};

const personalData: PersonalData<LeadEvents> = {
  LeadPosted: { of: 'clientId', fields: ['eventName', 'description', 'locationCity', 'locationState'] },
  LeadChanged: { of: 'clientId', fields: ['eventName', 'description', 'locationCity', 'locationState'] },
  LeadHeld: { of: 'clientId', fields: ['reason'] },
  LeadReleased: { of: 'clientId', fields: ['reason'] },
  LeadRemoved: { of: 'clientId', fields: ['reason'] },
  // What the buyer writes about the client must not outlast the erasure of either of them.
  LeadRefundRequested: { of: ['buyerId', 'clientId'], fields: ['text'] },
};

type Place = { readonly reservedUntil: string; readonly paymentId: string | null };
export type Lead = {
  readonly status: 'none' | OpenStatus | 'booked' | 'withdrawn' | 'held' | 'removed';
  /** The status before the lead was booked or held. */
  readonly before: OpenStatus;
  /** The confirmed bookings made from the lead. One without an id was made elsewhere, as its client says. */
  readonly bookings: readonly (string | null)[];
  readonly clientId: string;
  /** What the lead says. */
  readonly says: LeadText;
  readonly expiresAt: string;
  readonly price: Cents;
  /** Reserved places by buyer id. */
  readonly reserved: Readonly<Record<string, Place>>;
  /** Payment ids by buyer id. That of a credit is the id of the spent credit. */
  readonly bought: Readonly<Record<string, string>>;
  /** Ids of payments that are due for refund. */
  readonly refunds: readonly string[];
  /**
   * Requests for a refund by payment id: each purchase has at most one. `refunded`: staff refunded the purchase without
   * deciding about it. A refund without a request is `approved` too.
   */
  readonly requests: Readonly<Record<string, 'open' | 'approved' | 'declined' | 'refunded'>>;
  /** The buyers who were refunded because the lead was withdrawn. */
  readonly refundedAfterWithdrawal: readonly string[];
  /** The buyers to whom the client wrote. */
  readonly repliedTo: readonly string[];
  /** Ids of payments whose checkout was opened for the current contents of the lead. */
  readonly opened: readonly string[];
  /** Ids of payments whose checkout was opened for the contents of the lead before it was changed. */
  readonly outdated: readonly string[];
  /** The latest instant at which a payment from an open checkout may still arrive; empty without one. */
  readonly paymentsUntil: string;
};

/** Whether the day of the event has passed, or the lead was not bought before `expiresAt`. `at` is an ISO time. */
export const isExpired = ({ eventDate, expiresAt }: Pick<Post, 'eventDate' | 'expiresAt'>, at: string): boolean =>
  isOver(eventDate, at) || expiresAt <= at;

/** Whether the day has ended at every place where the event may be. */
const isOver = (eventDate: string, at: string): boolean =>
  // A day that has not ended in UTC has not ended farther west either. This comparison is much cheaper than the second
  // one.
  eventDate < at.slice(0, 10) && eventDate < dayAt(at, westernmostZone);

/** Whether a purchase was paid with a lead credit. Its amount is 0. */
export const paidWithCredit = (paymentId: string): boolean => paymentId.startsWith('credit-');

/** Whether this buyer has reserved a place or bought the lead. */
export const holdsPlace = ({ reserved, bought }: Lead, buyerId: string, at: string): boolean =>
  buyerId in bought || (reserved[buyerId]?.reservedUntil ?? '') > at;

export const lead = aggregate<LeadCommands, LeadEvents, Lead, 'lead'>({
  stream: 'lead',
  personalData,
  initial: {
    status: 'none',
    before: 'active',
    bookings: [],
    clientId: '',
    says: {
      eventType: '',
      eventName: null,
      eventDate: '',
      description: '',
      locationCity: '',
      locationState: '',
      venueType: null,
      budgetMin: 0,
      budgetMax: 0,
      expectedAttendance: null,
      durationDays: 1,
      servicesNeeded: [],
    },
    expiresAt: '',
    price: 0,
    reserved: {},
    bought: {},
    refunds: [],
    requests: {},
    refundedAfterWithdrawal: [],
    repliedTo: [],
    opened: [],
    outdated: [],
    paymentsUntil: '',
  },

  decide: {
    post({ status }, { facts: { emailVerified, ...facts }, by, at }) {
      if (status !== 'none') refuse('lead-exists', 'This lead was already posted');
      if (by.kind !== 'user' || by.role !== 'client') refuse('lead-not-allowed', 'Only clients can post leads');
      mustBeVerified(emailVerified, 'post a lead');
      mustBePossible(facts, at);
      return [{ type: 'LeadPosted', data: { ...facts, clientId: by.id, leadPrice } }];
    },

    // The contents that professionals have paid for, or are about to pay for, must not change.
    change(state, { facts, by, at }) {
      mustExist(state);
      mustBeOwner(state, by);
      clientRules.change(progressOf(state), at);
      mustBePossible(facts, at);
      if (saysTheSame(state.says, facts)) return [];
      return [{ type: 'LeadChanged', data: { ...facts, clientId: state.clientId, expiresAt: state.expiresAt } }];
    },

    withdraw(state, { by, at }) {
      mustExist(state);
      mustBeOwner(state, by);
      clientRules.withdraw(progressOf(state), at);
      return [{ type: 'LeadWithdrawn', data: {} }];
    },

    close(state, { by, at }) {
      mustExist(state);
      mustBeOwner(state, by);
      clientRules.close(progressOf(state), at);
      return [{ type: 'LeadClosed', data: {} }];
    },

    abandon({ status }, { by }) {
      requireAutomatic(by);
      // A booked lead is withdrawn too, because the cancellation of its booking would open it again.
      return status === 'held' || status === 'booked' || isOpen(status) ? [{ type: 'LeadWithdrawn', data: {} }] : [];
    },

    // Reserving again does not extend the reservation, so that a buyer cannot hold a place without paying.
    reservePlace(state, { facts: { reservedUntil, emailVerified, clientSuspended }, by, at }) {
      mustExist(state);
      mustBeBuyer(state, by);
      mustBeVerified(emailVerified, 'unlock a lead');
      const reservation = placeReserved(state, by, reservedUntil, at);
      if (clientSuspended) refuseInactive();
      return reservation;
    },

    // Reserves the place again if a late report about an older checkout released it while this checkout was being
    // opened.
    openCheckout(state, { facts, by, at }) {
      mustExist(state);
      mustBeBuyer(state, by);
      const reservation = placeReserved(state, by, facts.reservedUntil, at);
      if (reservation.length === 0 && state.reserved[by.id]?.paymentId === facts.paymentId) return [];
      return [...reservation, { type: 'LeadCheckoutOpened', data: { buyerId: by.id, paymentId: facts.paymentId } }];
    },

    // A report about an older checkout may arrive late, so only the checkout of the current reservation releases the
    // place.
    releasePlace({ reserved }, { facts: { buyerId, paymentId }, by }) {
      if (by.id !== buyerId) requireAutomatic(by);
      const place = reserved[buyerId];
      return place && place.paymentId === paymentId ? [{ type: 'LeadPlaceReleased', data: { buyerId } }] : [];
    },

    // Money that arrived is never refused: it is recorded as a purchase or as due for refund. Idempotent: a known
    // payment is ignored.
    // A spent credit is recorded at once, by its buyer.
    recordPurchase(state, { facts: { expiresAt, ...purchase }, by, at }) {
      const { paymentId, buyerId } = purchase;
      if (!(paidWithCredit(paymentId) && by.kind === 'user' && by.id === buyerId)) requireAutomatic(by);
      if (Object.values(state.bought).includes(paymentId) || state.refunds.includes(paymentId)) return [];
      const reason = refundReason(state, purchase, at);
      return [
        reason
          ? { type: 'LeadRefundDue', data: { ...purchase, reason } }
          : { type: 'LeadPurchased', data: { ...purchase, expiresAt } },
      ];
    },

    markBooked(state, { facts, by }) {
      const { bookingId } = facts;
      if (bookingId === null) {
        mustExist(state);
        mustBeOwner(state, by);
        clientRules.markBooked(state);
      } else requireAutomatic(by);
      const mayBeBooked = isOpen(state.status) || state.status === 'booked' || state.status === 'held';
      return mayBeBooked && !state.bookings.includes(bookingId) ? [{ type: 'LeadBooked', data: facts }] : [];
    },

    // The client may have booked several professionals. The lead opens again only when all of these bookings are
    // cancelled.
    reopen({ status, before, bookings }, { facts: { bookingId }, by }) {
      requireAutomatic(by);
      if (!bookings.includes(bookingId)) return [];
      if (status === 'booked' && bookings.length === 1) return [{ type: 'LeadReopened', data: { status: before } }];
      const isKept = status === 'booked' || status === 'held';
      return isKept ? [{ type: 'LeadBookingCancelled', data: { bookingId } }] : [];
    },

    hold(state, { facts: { reason }, by }) {
      mustBeStaff(by);
      mustExist(state);
      if (!isOpen(state.status)) refuseInactive();
      return [{ type: 'LeadHeld', data: { clientId: state.clientId, reason } }];
    },

    release(state, { facts: { reason }, by }) {
      mustBeStaff(by);
      mustExist(state);
      if (state.status !== 'held') refuse('lead-not-held', 'This lead is not held');
      const status = state.bookings.length > 0 ? 'booked' : state.before;
      return [{ type: 'LeadReleased', data: { clientId: state.clientId, reason, status } }];
    },

    remove(state, { facts: { reason }, by }) {
      mustBeStaff(by);
      mustExist(state);
      if (state.status === 'removed') return [];
      return [{ type: 'LeadRemoved', data: { clientId: state.clientId, reason } }];
    },

    refundPurchase(state, { facts: { buyerId }, by }) {
      if (by.kind !== 'staff' || (by.role !== 'finance' && by.role !== 'admin'))
        refuse('lead-refund-not-allowed', 'Only finance and administrators can refund a purchase');
      if (by.id === buyerId)
        refuse('lead-refund-not-allowed', 'Ask another person of finance to refund your own purchase');
      mustExist(state);
      const paymentId = state.bought[buyerId];
      if (paymentId === undefined)
        refuse('lead-purchase-not-found', 'This person has no purchase of the lead that could be refunded');
      return refundOf(state, buyerId, paymentId, 'purchase-cancelled');
    },

    requestRefund(state, { facts, by, at }) {
      const paymentId = state.bought[by.id];
      // The same as for a lead that does not exist.
      if (paymentId === undefined) refuse('lead-not-found', 'This lead does not exist');
      if (paymentId in state.requests) refuse('lead-refund-requested', 'You have already requested this refund');
      if (facts.cause === 'not-hired')
        refuse(
          'lead-refund-not-covered',
          'Leads are refunded only if they were not genuine, not because the client hired someone else or no one.',
        );
      if (instantAfter(facts.purchasedAt, refundRequestTime) < at)
        refuse('lead-refund-too-late', 'A refund can be requested within 30 days of the purchase');
      if (facts.hasCredit)
        refuse('lead-refund-compensated', 'You already got a credit for this lead, because your message was not read');
      const { cause, text, clientLeft } = facts;
      // Sealed for a client who has left, the text could not be read.
      const data = { buyerId: by.id, ...(!clientLeft && { clientId: state.clientId }), paymentId, cause, text };
      const requested = { type: 'LeadRefundRequested', data } as const;
      const proof = proofOf(facts);
      return proof ? [requested, ...approvalOf(state, by.id, paymentId, proof)] : [requested];
    },

    decideRefund(state, { facts: { buyerId, approved }, by }) {
      if (by.kind !== 'staff' || !['support', 'finance', 'admin'].includes(by.role))
        refuse('lead-refund-not-allowed', 'Only support, finance and administrators can decide about refunds');
      if (by.id === buyerId)
        refuse('lead-refund-not-allowed', 'Ask another member of staff to decide about your refund');
      mustExist(state);
      const paymentId = state.bought[buyerId];
      if (paymentId === undefined || state.requests[paymentId] !== 'open')
        refuse('lead-refund-request-not-found', 'This request does not exist, or it was already decided');
      return approved
        ? approvalOf(state, buyerId, paymentId, 'staff')
        : [{ type: 'LeadRefundDeclined', data: { buyerId, paymentId } }];
    },

    // A lead from which a booking was made was genuine. That its client says it is booked proves nothing.
    refundBuyers(state, { facts: { endedAt, purchases }, by }) {
      requireAutomatic(by);
      if (state.bookings.some((bookingId) => bookingId !== null)) return [];
      return purchases.flatMap(({ buyerId, purchasedAt }) => {
        const paymentId = state.bought[buyerId];
        const proof = proofByEnd(state, { buyerId, purchasedAt, endedAt });
        return paymentId !== undefined && proof ? approvalOf(state, buyerId, paymentId, proof) : [];
      });
    },

    recordReply({ bought, repliedTo }, { facts: { buyerId }, by }) {
      requireAutomatic(by);
      return buyerId in bought && !repliedTo.includes(buyerId)
        ? [{ type: 'LeadClientReplied', data: { buyerId } }]
        : [];
    },
  },

  evolve: {
    LeadPosted: (state, { clientId, expiresAt, leadPrice: price, ...says }) => ({
      ...state,
      status: 'active',
      clientId,
      says,
      expiresAt,
      price,
    }),
    // The reservations that are left have expired. A payment may still be reported very late.
    LeadChanged: (state, { clientId: _client, expiresAt: _expiry, ...says }) => ({
      ...state,
      says,
      reserved: {},
      opened: [],
      outdated: [...state.outdated, ...state.opened],
    }),
    LeadWithdrawn: (state) => ({ ...state, status: 'withdrawn' }),
    LeadPlaceReserved: (state, { buyerId, reservedUntil }) => ({
      ...state,
      reserved: { ...state.reserved, [buyerId]: { reservedUntil, paymentId: null } },
      paymentsUntil: paymentsUntilAfter(state.paymentsUntil, reservedUntil),
    }),
    LeadCheckoutOpened: (state, { buyerId, paymentId }) => ({
      ...state,
      reserved: {
        ...state.reserved,
        [buyerId]: { reservedUntil: state.reserved[buyerId]?.reservedUntil ?? '', paymentId },
      },
      opened: state.opened.includes(paymentId) ? state.opened : [...state.opened, paymentId],
    }),
    LeadPlaceReleased: (state, { buyerId }) => ({ ...state, reserved: without(state.reserved, buyerId) }),
    LeadPurchased: (state, { buyerId, paymentId, expiresAt }) => ({
      ...state,
      expiresAt,
      reserved: without(state.reserved, buyerId),
      bought: { ...state.bought, [buyerId]: paymentId },
    }),
    LeadRefundDue: (state, { paymentId }) => ({ ...state, refunds: [...state.refunds, paymentId] }),
    LeadClosed: (state) => ({ ...state, status: 'closed' }),
    LeadBooked: (state, { bookingId }) => ({
      ...state,
      status: state.status === 'held' ? 'held' : 'booked',
      before: openStatus(state),
      bookings: [...state.bookings, bookingId],
    }),
    LeadBookingCancelled: (state, { bookingId }) => ({
      ...state,
      bookings: state.bookings.filter((each) => each !== bookingId),
    }),
    LeadReopened: (state, { status }) => ({ ...state, status, bookings: [] }),
    LeadHeld: (state) => ({ ...state, status: 'held', before: openStatus(state) }),
    LeadReleased: (state, { status }) => ({ ...state, status }),
    LeadRemoved: (state) => ({ ...state, status: 'removed' }),
    LeadPurchaseCancelled: (state, { buyerId, paymentId }) => ({
      ...state,
      bought: without(state.bought, buyerId),
      requests: state.requests[paymentId] === 'open' ? { ...state.requests, [paymentId]: 'refunded' } : state.requests,
    }),
    LeadRefundRequested: (state, { paymentId }) => ({
      ...state,
      requests: { ...state.requests, [paymentId]: 'open' },
    }),
    LeadRefundApproved: (state, { buyerId, paymentId, proof }) => ({
      ...state,
      refundedAfterWithdrawal:
        proof === 'withdrawn' ? [...state.refundedAfterWithdrawal, buyerId] : state.refundedAfterWithdrawal,
      requests: { ...state.requests, [paymentId]: 'approved' },
    }),
    LeadRefundDeclined: (state, { paymentId }) => ({
      ...state,
      requests: { ...state.requests, [paymentId]: 'declined' },
    }),
    LeadClientReplied: (state, { buyerId }) => ({ ...state, repliedTo: [...state.repliedTo, buyerId] }),
  },
});

/** What decides which actions the client of a lead may take. `buyers` is the number of completed purchases. */
export type LeadProgress = Pick<Lead, 'status' | 'expiresAt' | 'paymentsUntil'> &
  Pick<Post, 'eventDate'> & { readonly buyers: number };

const progressOf = ({ status, expiresAt, paymentsUntil, says, bought }: Lead): LeadProgress => ({
  status,
  expiresAt,
  paymentsUntil,
  eventDate: says.eventDate,
  buyers: Object.keys(bought).length,
});

/** When the client of a lead may take each action. A rule refuses an action that is not allowed at `at`. */
const clientRules = {
  change(progress: LeadProgress, at: string): void {
    mustBeActive(progress, at);
    if (progress.buyers > 0)
      refuse('lead-bought', 'A professional has unlocked this lead, so it can no longer be changed');
    if (progress.paymentsUntil > at)
      refuse('lead-in-checkout', 'A professional may be paying for this lead right now. Try again in an hour.');
  },
  close: mustBeActive,
  markBooked({ status }: Pick<LeadProgress, 'status'>): void {
    if (!isOpen(status)) refuseInactive();
  },
  withdraw(progress: LeadProgress, at: string): void {
    if (progress.status !== 'closed') mustBeActive(progress, at);
  },
};

/** What the client of a lead may do with it at `at`. */
export const clientActions = (progress: LeadProgress, at: string): Record<keyof typeof clientRules, boolean> => ({
  change: allows(() => clientRules.change(progress, at)),
  close: allows(() => clientRules.close(progress, at)),
  markBooked: allows(() => clientRules.markBooked(progress)),
  withdraw: allows(() => clientRules.withdraw(progress, at)),
});

/**
 * The latest instant at which a payment from an open checkout may still arrive, after another place was reserved. A
 * checkout that is opened at the end of a reservation can be paid for 30 minutes, and is reported some minutes later.
 */
export const paymentsUntilAfter = (paymentsUntil: string, reservedUntil: string): string => {
  const lastPayment = instantAfter(reservedUntil, 45 * 60_000);
  return lastPayment > paymentsUntil ? lastPayment : paymentsUntil;
};

const placeReserved = (
  state: Lead,
  { id: buyerId }: Actor,
  reservedUntil: string,
  at: string,
): readonly Message<LeadEvents>[] => {
  if (buyerId in state.bought) refuse('lead-already-unlocked', 'You have already unlocked this lead');
  mustBeActive(progressOf(state), at);
  if (holdsPlace(state, buyerId, at)) return [];
  if (placesOfOthers(state, buyerId, at) >= buyersPerLead)
    refuse('lead-full', `All ${buyersPerLead} places for this lead are taken`);
  return [{ type: 'LeadPlaceReserved', data: { buyerId, reservedUntil } }];
};

/**
 * Why a payment must be refunded; undefined if it is a purchase. After its reservation expired, a payment still counts
 * while a place is free.
 */
function refundReason(state: Lead, { buyerId, paymentId, amount }: Purchase, at: string): RefundReason | undefined {
  if (state.status !== 'active' || isOver(state.says.eventDate, at)) return 'lead-closed';
  if (buyerId in state.bought) return 'already-unlocked';
  if (state.outdated.includes(paymentId)) return 'lead-changed';
  if (!paidWithCredit(paymentId) && amount !== state.price) return 'wrong-amount';
  if (placesOfOthers(state, buyerId, at) >= buyersPerLead) return 'lead-full';
  return undefined;
}

/** A purchase is only recorded if its amount is the price of the lead, or if it was paid with a credit. */
const refundOf = (
  { price }: Lead,
  buyerId: string,
  paymentId: string,
  reason: RefundReason,
): readonly Message<LeadEvents>[] => [
  { type: 'LeadPurchaseCancelled', data: { buyerId, paymentId } },
  { type: 'LeadRefundDue', data: { buyerId, paymentId, amount: paidWithCredit(paymentId) ? 0 : price, reason } },
];

const approvalOf = (
  state: Lead,
  buyerId: string,
  paymentId: string,
  proof: RefundProof | 'staff',
): readonly Message<LeadEvents>[] => [
  { type: 'LeadRefundApproved', data: { buyerId, paymentId, proof } },
  ...refundOf(state, buyerId, paymentId, 'refund-approved'),
];

/**
 * What proves that this purchase is to be refunded; undefined if staff have to decide. The end of a lead refunds its
 * buyers without a request.
 */
const proofOf = ({ isDuplicate, clientSuspended }: RefundFacts): RefundProof | undefined => {
  if (isDuplicate) return 'duplicate';
  return clientSuspended ? 'client-suspended' : undefined;
};

type EndedPurchase = { readonly buyerId: string; readonly purchasedAt: string; readonly endedAt: string };

/**
 * What the end of a lead proves about a purchase: staff removed it, or its client withdrew it early without a message
 * to the buyer.
 */
const proofByEnd = (
  { status, repliedTo }: Lead,
  { buyerId, purchasedAt, endedAt }: EndedPurchase,
): RefundProof | undefined => {
  const isWithin = (time: number) => endedAt <= instantAfter(purchasedAt, time);
  if (status === 'removed' && isWithin(refundRequestTime)) return 'removed';
  const isEarly = status === 'withdrawn' && isWithin(earlyWithdrawalTime) && !repliedTo.includes(buyerId);
  return isEarly ? 'withdrawn' : undefined;
};

const placesOfOthers = ({ reserved, bought }: Lead, buyerId: string, at: string): number =>
  Object.keys(bought).filter((id) => id !== buyerId).length +
  Object.entries(reserved).filter(([id, { reservedUntil }]) => id !== buyerId && reservedUntil > at).length;

const without = <T>(places: Readonly<Record<string, T>>, buyerId: string): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(places).filter(([id]) => id !== buyerId));

const isOpen = (status: Lead['status']): status is OpenStatus => status === 'active' || status === 'closed';

const openStatus = ({ status, before }: Lead): OpenStatus => (isOpen(status) ? status : before);

/** The order of the needed services means nothing. */
const saysTheSame = (one: LeadText, other: LeadText): boolean => {
  const comparable = (text: LeadText) =>
    Object.entries({ ...text, servicesNeeded: [...text.servicesNeeded].sort() })
      .sort()
      .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
      .join();
  return comparable(one) === comparable(other);
};

function mustExist({ status }: Lead): void {
  if (status === 'none') refuse('lead-not-found', 'This lead does not exist');
}

function mustBeActive(progress: LeadProgress, at: string): void {
  if (progress.status !== 'active' || isExpired(progress, at)) refuseInactive();
}

function refuseInactive(): never {
  refuse('lead-not-active', 'This lead is no longer available');
}

function mustBePossible({ eventDate, budgetMin, budgetMax }: Omit<Post, 'expiresAt'>, at: string): void {
  if (isOver(eventDate, at)) refuse('lead-date-past', 'Please choose an event date that has not passed');
  if (budgetMin > budgetMax) refuse('lead-budget-inverted', 'Maximum budget must be at least the minimum');
}

function mustBeOwner({ clientId }: Lead, by: Actor): void {
  if (by.id !== clientId) refuse('lead-not-yours', 'This lead belongs to another user');
}

function mustBeStaff({ kind, role }: Actor): void {
  if (kind !== 'staff' || (role !== 'support' && role !== 'admin'))
    refuse('lead-not-allowed', 'Only support and administrators can do this');
}

function mustBeBuyer({ clientId }: Lead, by: Actor): void {
  if (by.id === clientId) refuse('lead-own-not-allowed', 'You cannot unlock your own lead');
  if (by.kind !== 'user' || (by.role !== 'creator' && by.role !== 'vendor'))
    refuse('lead-not-allowed', 'Only creators and vendors can unlock leads');
}

function mustBeVerified(emailVerified: boolean, what: string): void {
  if (!emailVerified)
    refuse('lead-email-not-verified-not-allowed', `Please confirm your email address first. Then you can ${what}.`);
}

function requireAutomatic(by: Actor): void {
  if (by.kind !== 'worker' && by.kind !== 'system') refuse('lead-not-allowed', 'This change is made automatically');
}
