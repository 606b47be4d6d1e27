import {
  type Actor,
  aggregate,
  type Cents,
  dayAt,
  dayEnd,
  dayStart,
  daysBetween,
  isReminderLate,
  type Message,
  type Nothing,
  type PersonalData,
  refuse,
} from '#kernel';
import { bankReporter, sharesOf } from './booking-terms.contract.ts';
import {
  type CancellationRefund,
  type CancellationRule,
  cancellationRefund,
  graceEnd,
  type RefundDecision,
  type RefundTerms,
  refundTotal,
} from './cancellation.ts';
import {
  balanceDeadline,
  cancellationRetryTime,
  completionTimeOf,
  depositDeadline,
  earlier,
  isDisputeLate,
  type Reminder,
  requestExpiry,
  unpaidCancellationStart,
} from './deadlines.ts';
import { type EventTime, eventEnd } from './event-time.ts';
import {
  hasReceipt,
  kept,
  markRefundDue,
  type PaymentLedger,
  receivedAmount,
  recordReceipt,
  recordRefundPaid,
  returned,
  totalRefundDue,
  totalRefunded,
  undoRefund,
} from './payment-ledger.ts';
import {
  addedDays,
  changedAmounts,
  changedTime,
  type Proposal,
  type ProposedChanges,
  requireChanges,
} from './proposal.ts';

export type Part = 'deposit' | 'balance';
const parts: readonly Part[] = ['deposit', 'balance'];
export type Status = 'pending' | 'confirmed' | 'completed' | 'cancelled';
/** Why a payment that arrived is refunded. */
export type RefundReason = 'cancelled' | 'paid-twice' | 'wrong-amount';
/**
 * Why a booking was cancelled automatically: a party closed their account, the request was not answered in time, or the
 * deposit was not paid in time.
 */
export type CancellationCause = 'client-left' | 'creator-left' | 'expired' | 'deposit-unpaid';
export type Payment = { part: Part; paymentId: string; amount: Cents; payerId: string };
/** A refund of a payment or of a part of it. */
export type Refund = Payment & { refundId: string };
/**
 * The part of a payout to the professional that is money of this booking. `completed`: whether everything was earned
 * with the booking when the payout started.
 */
export type Payout = { payoutId: string; amount: Cents; completed: boolean };
/** Each outcome can only be followed by a later one of this list. */
const payoutOutcomes = ['started', 'made', 'failed'] as const;
export type PayoutOutcome = (typeof payoutOutcomes)[number];

/** The event that is booked. Text fields are null if they were left out and after the client's erasure. */
type BookedEvent = EventTime & {
  eventType: string;
  eventName: string | null;
  eventLocation: string | null;
  eventDescription: string | null;
  expectedAttendance: number | null;
};
/** A package as it is offered now; null if no package has that id. */
type Offer = {
  creatorId: string;
  name: string;
  price: Cents;
  durationHours: number;
  deliverables: readonly string[];
  isActive: boolean;
  refundTerms: RefundTerms;
  serviceType: string | null;
};
/**
 * The state of the event's days in the creator's calendar: whether one of them is fully booked, blocked, or a day on
 * which the creator does not work or is busy elsewhere, and how many days of notice the creator needs.
 */
type DaysState = { taken: boolean; blocked: boolean; off: boolean; noticeDays: number };
/** Whether the creator's days can still take a pending booking. */
type FreeDay = Pick<DaysState, 'taken' | 'blocked'>;
/** The lead that a booking is made from, and whether the creator has bought it. */
type Lead = { id: string; clientId: string; status: string; bought: boolean };
/** Why staff act for a party. Null if a party acts. */
type StaffReason = { reason: string | null };

export type BookingCommands = {
  request: BookedEvent & {
    creatorId: string;
    packageId: string;
    offer: Offer | null;
    day: DaysState;
    lead: Lead | null;
  };
  /** `partyLeft`: whether a party has closed their account. */
  confirm: StaffReason & { attempt: number; partyLeft: boolean };
  /** `dates`: the days that the attempt reserved. */
  abandonConfirmation: { attempt: number; dates: readonly string[] };
  /**
   * `refundAmount`: what the caller expects to be refunded, in cents; null accepts any amount. `decision`: what staff
   * refund, for a confirmed booking.
   */
  cancel: StaffReason & { refundAmount: Cents | null; decision?: RefundDecision | undefined };
  /**
   * Ends a booking because this person has closed their account: a pending booking is cancelled; a paid booking whose
   * event is over and whose client is only waiting for the gallery is completed.
   */
  abandon: { personId: string };
  complete: StaffReason;
  /** Cancels a request that was not answered in time. Ignored if the deadline has changed. */
  expire: { expiresAt: string };
  /** Cancels a confirmed booking whose deposit was not paid in time. Ignored if the deadline has changed. */
  cancelUnpaid: { depositDueAt: string };
  /**
   * The payment provider could not say whether the deposit arrived, so the cancellation is tried again later. Ignored
   * if it was tried too often, or if the deadline has changed.
   */
  postponeCancellation: { depositDueAt: string };
  /** Records that the balance was not paid by `dueAt`. Ignored if the deadline has changed. */
  markOverdue: { dueAt: string };
  /**
   * Records that a party is reminded, unless nothing is due any longer, the event has moved to another day, or the
   * reminder was due at `dueAt`, too long ago.
   */
  remind: { reminder: Reminder; dueAt: string; eventDate: string | null };
  /**
   * Completes a booking after its event. `deliversGallery`: its gallery decides when it is completed. Ignored if the
   * event ends at another time than `endsAt`, unless that is null.
   */
  completeEnded: { deliversGallery: boolean; endsAt: string | null };
  /** Proposes changes to the other party, instead of those that were proposed before. */
  propose: { changes: ProposedChanges; offer: Offer | null; day: DaysState };
  /** `daysReserved`: whether the new days of a confirmed booking are reserved for this attempt. */
  acceptProposal: { number: number; attempt: number; daysReserved: boolean };
  declineProposal: { number: number };
  /** A party reports a problem, which stops the completion. `partyLeft`: whether a party has closed their account. */
  dispute: { reason: string; partyLeft: boolean };
  /**
   * The payer's bank wants a payment back, or returned one that it had taken back. `reason` is null if a party has
   * closed their account.
   */
  reportPaymentDispute: { reason: string | null };
  resolveDispute: StaffReason;
  /** Reopens a completed booking. */
  reopen: StaffReason;
  /** `emailVerified`: whether the caller's email address counts as verified. */
  pay: { part: Part; emailVerified: boolean; day: FreeDay };
  recordPayment: Payment;
  recordRefund: Refund;
  /** A bank returned what it had taken back. `refundId` is that of the refund as which this was recorded. */
  recordReinstatement: Refund;
  /** Records the outcome of a payout that includes money of this booking. */
  recordPayout: Payout & { outcome: PayoutOutcome };
};

export type BookingEvents = {
  BookingRequested: BookedEvent & {
    clientId: string;
    creatorId: string;
    createdBy: string;
    leadId: string | null;
    packageId: string;
    /** The package as it was when the booking was requested. */
    packageName: string;
    durationHours: number;
    deliverables: readonly string[];
    due: Record<Part, Cents>;
    /** The professional's cancellation policy and service when the booking was requested. */
    refundTerms: RefundTerms;
    serviceType: string | null;
    /** When the request expires unless it is confirmed. */
    expiresAt: string;
  };
  /**
   * Until `graceUntil` the client can cancel with a full refund; null if the event is less than 48 hours away. The
   * deposit is due at `depositDueAt`, the balance by the end of the day `balanceDueDate`; null for a part that is paid
   * already, and for the deposit if the first day of the event has begun. From `unpaidCancellableFrom` on, the
   * professional may cancel if the balance is unpaid.
   */
  BookingConfirmed: EventTime & {
    graceUntil: string | null;
    depositDueAt: string | null;
    balanceDueDate: string | null;
    unpaidCancellableFrom: string | null;
  };
  /** The creator days of this attempt are released, so this attempt can no longer confirm the booking. */
  BookingConfirmationAbandoned: { attempt: number };
  /**
   * `percent` is the share of each payment that is refunded, and `rule` why. `cause` is set if no party and no staff
   * cancelled; if a closed account is the cause, `cancelledBy` is the person who closed it. `otherPartyId` is set if a
   * party gave a reason.
   */
  BookingCancelled: {
    reason: string | null;
    cancelledBy: string;
    otherPartyId?: string;
    rule: CancellationRule;
    percent: number;
    cause?: CancellationCause;
  };
  /**
   * The deposit was not paid in time, but the payment provider did not answer. The booking is cancelled at `retryAt`
   * unless the deposit has arrived. `number` counts from 1.
   */
  BookingCancellationPostponed: { depositDueAt: string; number: number; retryAt: string };
  BookingCompleted: Nothing;
  /** Staff reopened a completed booking. */
  BookingReopened: Nothing;
  BookingReminded: { reminder: Reminder };
  /** The balance was not paid by the end of the day `dueDate`. */
  BookingBalanceOverdue: { dueDate: string };
  /**
   * What a party writes about a problem may name the other one. `raisedBy` is a party, or `bank`; in earlier events it is
   * the client also for what their bank did. `status` is the booking's status.
   */
  BookingDisputed: { reason: string | null; raisedBy: string; clientId: string; creatorId: string; status: Status };
  /** The problem that `raisedBy` reported is resolved. */
  BookingDisputeResolved: { raisedBy: string; status: Status };
  /** `number` counts the proposals of a booking from 1. `status` is the booking's status. */
  BookingChangeProposed: {
    number: number;
    proposedBy: string;
    clientId: string;
    creatorId: string;
    eventDate: string | null;
    durationDays: number | null;
    startTime: string | null;
    /** Set if the event should no longer have a start time. */
    removesStartTime?: true;
    eventLocation: string | null;
    /** The time zone of the proposed place. */
    timeZone: string | null;
    packageId: string | null;
    packageName: string | null;
    deliverables: readonly string[] | null;
    durationHours: number | null;
    price: Cents | null;
    status: Status;
  };
  /**
   * The other party declined the proposal, or its author withdrew it. `proposedBy` is its author, who is missing in
   * earlier events.
   */
  BookingProposalDeclined: { number: number; proposedBy?: string; status: Status };
  /**
   * The parties agreed on a proposal. `eventLocation` and the package are null if they do not change; the amounts, days
   * and deadlines are those that apply from now on. `attempt` is the one under which the previous days were reserved.
   */
  BookingChanged: EventTime & {
    number: number;
    clientId: string;
    creatorId: string;
    previousDate: string;
    previousDurationDays: number;
    previousStartTime: string | null;
    attempt: number;
    eventLocation: string | null;
    packageId: string | null;
    packageName: string | null;
    deliverables: readonly string[] | null;
    durationHours: number | null;
    due: Record<Part, Cents>;
    expiresAt: string | null;
    depositDueAt: string | null;
    balanceDueDate: string | null;
    unpaidCancellableFrom: string | null;
    status: Status;
  };
  /** `status` is the booking's status when the money arrived, for readers that see only this event. */
  BookingPaid: Payment & { status: Status };
  /** `amount` is the part of the payment that is to be refunded. */
  BookingRefundDue: Payment & { reason: RefundReason; status: Status };
  /** Money was refunded, because a refund was due or manually at the provider. */
  BookingRefunded: Refund & { status: Status };
  /**
   * A bank returned what it had taken back, so the refund `refundId` counts no more. Followed by `BookingRefundDue` if
   * the client is to get it.
   */
  BookingPaymentReinstated: Refund & { status: Status };
  /**
   * Money of this booking is on its way to the professional. `amount` is negative if the payout was reduced by an
   * earlier refund.
   */
  BookingPayoutStarted: Payout & { status: Status };
  BookingPayoutMade: Payout & { status: Status };
  /** The transfer did not arrive, so the money is still owed. */
  BookingPayoutFailed: Payout & { status: Status };
};

const personalData: PersonalData<BookingEvents> = {
  BookingRequested: [
    { of: 'clientId', fields: ['eventName', 'eventLocation', 'eventDescription'] },
    { of: 'creatorId', fields: ['packageName', 'deliverables'] },
  ],
  // What a party writes about the other one must not outlast the erasure of either of them.
  BookingCancelled: { of: ['cancelledBy', 'otherPartyId'], fields: ['reason'] },
  BookingDisputed: { of: ['clientId', 'creatorId'], fields: ['reason'] },
  BookingChangeProposed: [
    { of: 'clientId', fields: ['eventLocation'] },
    { of: 'creatorId', fields: ['packageName', 'deliverables'] },
  ],
  BookingChanged: [
    { of: 'clientId', fields: ['eventLocation'] },
    { of: 'creatorId', fields: ['packageName', 'deliverables'] },
  ],
};

export type Booking = EventTime & {
  readonly status: 'none' | Status;
  readonly clientId: string;
  readonly creatorId: string;
  readonly createdBy: string;
  readonly leadId: string | null;
  readonly eventType: string;
  readonly due: Readonly<Record<Part, Cents>>;
  readonly refundTerms: RefundTerms;
  readonly serviceType: string | null;
  readonly expiresAt: string;
  readonly graceUntil: string | null;
  readonly depositDueAt: string | null;
  readonly balanceDueDate: string | null;
  readonly unpaidCancellableFrom: string | null;
  /** How often the cancellation for this deposit was postponed because the payment provider did not answer. */
  readonly postponements: number;
  /** Whether it is recorded that the balance is overdue. */
  readonly overdue: boolean;
  readonly reminders: readonly Reminder[];
  /** Who reported a problem that is not resolved: the ids of parties, or `bank`. */
  readonly disputedBy: readonly string[];
  /** A booking whose completion staff took back is completed by staff only. */
  readonly reopened: boolean;
  /** The proposal that waits for an answer, how many there were, and the number of the latest one that was accepted. */
  readonly proposal: Proposal | null;
  readonly proposals: number;
  readonly latestChange: number;
  /** Why a cancelled booking is refunded, and to which percentage. */
  readonly cancellation: { readonly rule: CancellationRule; readonly percent: number } | null;
  /** A part of the price counts as paid as long as some of its payment is kept. */
  readonly paid: { readonly [P in Part]?: Payment };
  /** The parts that were paid at the confirmation or since. One that was refunded since is not due again. */
  readonly settled: readonly Part[];
  readonly ledger: PaymentLedger;
  /** Ids of the refunds that were made. */
  readonly refunded: readonly string[];
  /**
   * The latest outcome of each payout with money of this booking, and whether the booking was completed when the payout
   * started.
   */
  readonly payouts: Readonly<Record<string, { readonly outcome: PayoutOutcome; readonly completed: boolean }>>;
  /**
   * The attempt under which new days are reserved. It grows when an attempt to confirm is abandoned and when the event
   * moves to other days. Days that stay keep the hold of an earlier attempt.
   */
  readonly attempt: number;
};

/** Totals of a booking's payments and refunds in whole cents, and whether a problem is reported. */
export const summaryOf = (state: Booking) => ({
  depositPaid: isPaid(state, 'deposit'),
  balancePaid: isPaid(state, 'balance'),
  refundDue: totalRefundDue(state.ledger),
  refunded: totalRefunded(state.ledger),
  problemReported: isDisputed(state),
});

export const booking = aggregate<BookingCommands, BookingEvents, Booking, 'booking'>({
  stream: 'booking',
  personalData,
  initial: {
    status: 'none',
    clientId: '',
    creatorId: '',
    createdBy: '',
    leadId: null,
    eventType: '',
    eventDate: '',
    durationDays: 0,
    startTime: null,
    timeZone: 'UTC',
    due: { deposit: 0, balance: 0 },
    refundTerms: { policy: '', fullRefundDays: 0, halfRefundDays: 0 },
    serviceType: null,
    expiresAt: '',
    graceUntil: null,
    depositDueAt: null,
    balanceDueDate: null,
    unpaidCancellableFrom: null,
    postponements: 0,
    overdue: false,
    reminders: [],
    disputedBy: [],
    reopened: false,
    proposal: null,
    proposals: 0,
    latestChange: 0,
    cancellation: null,
    paid: {},
    settled: [],
    ledger: {},
    refunded: [],
    payouts: {},
    attempt: 0,
  },

  summary: summaryOf,

  decide: {
    request({ status }, { facts: { offer, day, lead, ...details }, by, at }) {
      if (status !== 'none') refuse('booking-exists', 'This booking was already requested');
      const clientId = clientFor(details.creatorId, lead, by);
      if (lead?.status === 'withdrawn') refuse('lead-withdrawn', 'The client has withdrawn this lead');
      if (lead?.status === 'held' || lead?.status === 'removed')
        refuse('lead-not-active', 'This lead is no longer available');
      if (!offer?.isActive || offer.creatorId !== details.creatorId)
        refuse('package-unavailable', 'This package is no longer offered. Choose another one.');
      if (isPast(details, at)) refuse('booking-date-past', 'Please choose an event date that has not passed');
      requireAvailable(day, details, { byCreator: by.id === details.creatorId, at });
      const { name: packageName, durationHours, deliverables, refundTerms, serviceType } = offer;
      const packageTerms = {
        packageName,
        durationHours,
        deliverables,
        due: sharesOf(offer.price),
        refundTerms,
        serviceType,
      };
      const expiresAt = requestExpiry(details, at);
      const data = { ...details, ...packageTerms, clientId, createdBy: by.id, leadId: lead?.id ?? null, expiresAt };
      return [{ type: 'BookingRequested', data }];
    },

    confirm(state, { facts: { reason, attempt, partyLeft }, by, at }) {
      requirePartyOrStaff(state, by, reason);
      if (by.id === state.createdBy)
        refuse('booking-not-allowed', 'You created this booking, so the other party has to confirm it');
      if (state.status !== 'pending') refuse('booking-not-pending', `This booking is already ${state.status}`);
      if (isPast(state, at)) refuse('booking-date-past', 'The date of this event has passed');
      if (at >= state.expiresAt) refuse('booking-expired', 'This request has expired');
      if (partyLeft) refuse('booking-party-left', 'The other party has closed their account');
      if (attempt !== state.attempt)
        refuse('booking-confirmation-timeout', 'Confirming took too long. Please try again.');
      const { eventDate, durationDays, startTime, timeZone } = state;
      const event = { eventDate, durationDays, startTime, timeZone };
      const depositDueAt = isPaid(state, 'deposit') ? null : depositDeadline(event, at);
      const balanceDueDate = isPaid(state, 'balance') ? null : balanceDeadline(event, depositDueAt ?? at);
      const unpaidCancellableFrom = balanceDueDate && unpaidCancellationStart(event, balanceDueDate, at);
      const graceUntil = graceEnd(event, at);
      const data = { ...event, graceUntil, depositDueAt, balanceDueDate, unpaidCancellableFrom };
      return [{ type: 'BookingConfirmed', data }];
    },

    // The days of an attempt may be those of a proposal. It stays open, and its next acceptance is another attempt.
    abandonConfirmation(state, { facts }) {
      const { status, attempt, proposal } = state;
      const isConfirmation = status === 'pending' && attempt === facts.attempt;
      const isChange =
        status === 'confirmed' &&
        attempt + 1 === facts.attempt &&
        proposal !== null &&
        addedDays(state, proposal).some((date) => facts.dates.includes(date));
      return isConfirmation || isChange ? [{ type: 'BookingConfirmationAbandoned', data: { attempt } }] : [];
    },

    cancel(state, { facts: { reason, refundAmount, decision }, by, at }) {
      requirePartyOrStaff(state, by, reason);
      if (state.status !== 'pending' && state.status !== 'confirmed')
        refuse('booking-already-ended', `This booking is already ${state.status}`);
      const isCreator = by.id === state.creatorId;
      const isUnpaid = isCreator && mayCancelUnpaidBalance(state, at);
      if (isUnpaid && isDisputed(state))
        refuse(
          'booking-disputed',
          'A reported problem is not resolved yet. Festoon’s staff will decide about the deposit.',
        );
      const mayCancelLate = by.kind === 'staff' || isUnpaid || (isCreator && isUnsettled(state));
      if (state.status === 'confirmed' && isPast(state, at) && !mayCancelLate)
        refuse('booking-date-past', 'The date of this event has passed, so the booking can no longer be cancelled');
      const refund = refundFor(state, by.id, { at, decision });
      if (refundAmount !== null && refundAmount !== refundTotal(refund))
        refuse(
          'booking-refund-changed',
          'The refund has changed in the meantime. Check the new amount before you cancel.',
        );
      return cancellationEvents(state, refund, { reason, cancelledBy: by.id, ...otherPartyIn(reason, state, by) });
    },

    // Another confirmed booking is not ended when a party closes their account.
    abandon(state, { facts: { personId }, by, at }) {
      if (isPerson(by)) refuse('booking-not-allowed', 'Bookings end automatically when a party closes their account');
      const { status, clientId, creatorId } = state;
      if (personId === clientId && isCompletable(state) && isOver(state, at))
        return [{ type: 'BookingCompleted', data: {} }];
      if (status !== 'pending' || (personId !== clientId && personId !== creatorId)) return [];
      const cause = personId === clientId ? 'client-left' : 'creator-left';
      const refund = refundFor(state, personId, { at });
      return cancellationEvents(state, refund, { reason: null, cancelledBy: personId, cause });
    },

    expire(state, { facts: { expiresAt }, by, at }) {
      if (isPerson(by)) refuse('booking-not-allowed', 'Requests expire automatically');
      if (state.status !== 'pending' || state.expiresAt !== expiresAt) return [];
      // A job that runs too early is retried.
      if (at < state.expiresAt) refuse('booking-deadline-ahead', 'This request has not expired yet');
      const refund = refundFor(state, by.id, { at });
      return cancellationEvents(state, refund, { reason: null, cancelledBy: by.id, cause: 'expired' });
    },

    cancelUnpaid(state, { facts, by, at }) {
      if (isPerson(by)) refuse('booking-not-allowed', 'Bookings without a deposit are cancelled automatically');
      const { status, depositDueAt } = state;
      if (status !== 'confirmed' || depositDueAt !== facts.depositDueAt || !isDue(state, 'deposit')) return [];
      if (at < depositDueAt) refuse('booking-deadline-ahead', 'The deposit can still be paid');
      const refund = { ...refundFor(state, by.id, { at }), rule: 'deadline' as const };
      return cancellationEvents(state, refund, { reason: null, cancelledBy: by.id, cause: 'deposit-unpaid' });
    },

    postponeCancellation(state, { facts, by, at }) {
      if (isPerson(by)) refuse('booking-not-allowed', 'Bookings without a deposit are cancelled automatically');
      const { status, depositDueAt, postponements } = state;
      if (status !== 'confirmed' || depositDueAt !== facts.depositDueAt || !isDue(state, 'deposit')) return [];
      const number = postponements + 1;
      const retryAt = cancellationRetryTime(number, at);
      return retryAt ? [{ type: 'BookingCancellationPostponed', data: { depositDueAt, number, retryAt } }] : [];
    },

    markOverdue(state, { facts: { dueAt }, by, at }) {
      if (isPerson(by)) refuse('booking-not-allowed', 'Overdue payments are recorded automatically');
      if (state.status !== 'confirmed' || state.overdue || !isDue(state, 'balance')) return [];
      const { balanceDueDate: dueDate, timeZone } = state;
      if (dueDate === null || dayEnd(dueDate, timeZone) !== dueAt || !isPaid(state, 'deposit')) return [];
      if (at < dueAt) refuse('booking-deadline-ahead', 'The balance is not overdue yet');
      return [{ type: 'BookingBalanceOverdue', data: { dueDate } }];
    },

    remind(state, { facts: { reminder, dueAt, eventDate }, by, at }) {
      if (isPerson(by)) refuse('booking-not-allowed', 'Reminders are sent automatically');
      if (eventDate !== null && eventDate !== state.eventDate) return [];
      if (isReminderLate(dueAt, at) || state.reminders.includes(reminder)) return [];
      if (!isReminderDue(state, reminder, at)) return [];
      return [{ type: 'BookingReminded', data: { reminder } }];
    },

    complete(state, { facts: { reason }, by, at }) {
      if (isPerson(by)) requirePartyOrStaff(state, by, reason);
      if (isParty(state, by)) refuse('booking-not-allowed', 'Festoon marks bookings as completed; the parties cannot');
      if (state.status !== 'confirmed') refuse('booking-not-confirmed', 'Only a confirmed booking can be completed');
      if (isDisputed(state))
        refuse('booking-disputed', 'A problem with this booking was reported and is not resolved yet');
      if (state.reopened && by.kind !== 'staff')
        refuse('booking-reopened', 'Staff have reopened this booking, so only staff can complete it');
      if (at < eventEnd(state)) refuse('booking-not-over', 'The event date has not passed yet');
      if (!isPaid(state, 'deposit')) refuse('booking-not-paid', 'The deposit is still due');
      if (!isPaid(state, 'balance')) refuse('booking-not-paid', 'The balance is still due');
      return [{ type: 'BookingCompleted', data: {} }];
    },

    completeEnded(state, { facts: { deliversGallery, endsAt }, by, at }) {
      if (isPerson(by)) refuse('booking-not-allowed', 'Bookings are completed automatically after their event');
      if (endsAt !== null && endsAt !== eventEnd(state)) return [];
      if (deliversGallery || !isCompletable(state)) return [];
      if (!isOver(state, at)) refuse('booking-not-over', 'The event was less than 48 hours ago');
      return [{ type: 'BookingCompleted', data: {} }];
    },

    dispute(state, { facts: { reason, partyLeft }, by, at }) {
      requirePartyOrStaff(state, by, reason);
      const { status, disputedBy, clientId, creatorId } = state;
      if (!isParty(state, by)) refuse('booking-not-allowed', 'Only the parties of a booking can report a problem');
      if (status !== 'confirmed' && status !== 'completed')
        refuse('booking-not-confirmed', 'A problem can be reported once the booking is confirmed');
      if (disputedBy.includes(by.id))
        refuse('booking-disputed', 'You have already reported a problem with this booking');
      if (status === 'completed' && isDisputeLate(state, at))
        refuse(
          'booking-dispute-late',
          'Problems can be reported until 90 days after the event. Please contact Festoon instead.',
        );
      // What is reported could not be stored, because it is encrypted for both parties.
      if (partyLeft)
        refuse('booking-party-left', 'The other party has closed their account. Please contact Festoon instead.');
      return [{ type: 'BookingDisputed', data: { reason, raisedBy: by.id, clientId, creatorId, status } }];
    },

    // Apart from the reports of the parties, so that no party can withdraw it.
    reportPaymentDispute(state, { facts: { reason }, by }) {
      if (by.kind !== 'worker') refuse('booking-not-allowed', 'Only Festoon reports what a bank decides');
      const { status, disputedBy, clientId, creatorId } = state;
      const isReported =
        status === 'confirmed' || status === 'completed' || (status === 'cancelled' && keepsMoney(state));
      if (!isReported || disputedBy.includes(bankReporter)) return [];
      return [{ type: 'BookingDisputed', data: { reason, raisedBy: bankReporter, clientId, creatorId, status } }];
    },

    // The party that reported the problem can withdraw the report. Other reports are resolved by staff only.
    resolveDispute(state, { facts: { reason }, by }) {
      requirePartyOrStaff(state, by, reason);
      const { status, disputedBy } = state;
      if (!isDisputed(state) || status === 'none')
        refuse('booking-not-disputed', 'No problem with this booking is reported');
      const ownReports = isParty(state, by) ? disputedBy.filter((id) => id === by.id) : disputedBy;
      if (ownReports.length === 0)
        refuse('booking-not-allowed', 'Only the party that reported the problem, or staff, can mark it as resolved');
      return ownReports.map((raisedBy) => ({ type: 'BookingDisputeResolved', data: { raisedBy, status } }));
    },

    reopen(state, { facts: { reason }, by }) {
      requirePartyOrStaff(state, by, reason);
      if (isParty(state, by)) refuse('booking-not-allowed', 'Only staff can reopen a booking');
      if (state.status !== 'completed') refuse('booking-not-completed', 'This booking is not completed');
      if (isPaidOut(state))
        refuse(
          'booking-paid-out',
          'This booking cannot be reopened, because its money was paid out. Refund the client at the payment provider.',
        );
      return [{ type: 'BookingReopened', data: {} }];
    },

    propose(state, { facts: { changes, offer, day }, by, at }) {
      const status = requireChangeable(state, by, at);
      const newTime = {
        eventDate: changes.eventDate === state.eventDate ? null : changes.eventDate,
        durationDays: changes.durationDays === state.durationDays ? null : changes.durationDays,
        startTime: changes.startTime === state.startTime ? null : changes.startTime,
        removesStartTime: changes.removesStartTime && state.startTime !== null ? changes.removesStartTime : undefined,
      };
      requireChanges({ ...changes, ...newTime });
      const [firstDay] = addedDays(state, { ...changes, ...newTime });
      if (firstDay !== undefined)
        requireNewDays(changedTime(state, changes), firstDay, { byCreator: by.id === state.creatorId, day, at });
      if (changes.package !== null) {
        if (!offer?.isActive || offer.creatorId !== state.creatorId)
          refuse('package-unavailable', 'This package is no longer offered. Choose another one.');
        changedAmounts(state.due, state.paid, changes.package.price);
      }
      const { clientId, creatorId, proposals } = state;
      const base = { number: proposals + 1, proposedBy: by.id, clientId, creatorId, status };
      return [{ type: 'BookingChangeProposed', data: { ...base, ...proposedFields({ ...changes, ...newTime }) } }];
    },

    acceptProposal(state, { facts: { number, attempt, daysReserved }, by, at }) {
      const status = requireChangeable(state, by, at);
      const proposal = requireProposal(state, number);
      if (proposal.proposedBy === by.id)
        refuse('booking-not-allowed', 'You made this proposal, so the other party has to accept it');
      const isReserved = status === 'pending' || daysReserved || addedDays(state, proposal).length === 0;
      if (attempt !== state.attempt || !isReserved)
        refuse('booking-changed-concurrently', 'The booking has changed in the meantime. Please try again.');
      return [{ type: 'BookingChanged', data: changedBooking(state, proposal, { status, at }) }];
    },

    // The party that made the proposal can withdraw it.
    declineProposal(state, { facts: { number }, by, at }) {
      const status = requireChangeable(state, by, at);
      const { proposedBy } = requireProposal(state, number);
      return [{ type: 'BookingProposalDeclined', data: { number, proposedBy, status } }];
    },

    /**
     * Checks whether this part may be paid now. Emits no event, because nothing has happened until the money arrives.
     */
    pay(state, { facts: { part, emailVerified, day }, by, at }) {
      requirePartyOrStaff(state, by, 'payment check');
      if (by.id !== state.clientId) refuse('booking-not-allowed', 'Only the client pays for a booking');
      if (!emailVerified)
        refuse('booking-email-not-verified-not-allowed', 'Please confirm your email address first. Then you can pay.');
      if (state.status === 'cancelled') refuse('booking-cancelled', 'This booking is cancelled, so nothing is due');
      if (isPaid(state, part)) refuse('booking-already-paid', `The ${part} is already paid`);
      if (part === 'balance' && !isPaid(state, 'deposit'))
        refuse('booking-deposit-first', 'Please pay the deposit first');
      if (state.status === 'pending') requireStillConfirmable(state, day, at);
      if (part === 'deposit' && overduePart(state, at) === 'deposit')
        refuse('booking-deposit-overdue', 'The deposit was not paid in time, so the booking is being cancelled');
      return [];
    },

    // Money that arrived is never refused: it is kept or marked for refund. Idempotent: a known payment is ignored.
    recordPayment(state, { facts: payment, by }) {
      if (isPerson(by)) refuse('booking-not-allowed', 'Payments are recorded when they arrive');
      if (hasReceipt(state.ledger, payment.paymentId)) return [];
      const status = statusForMoney(state);
      const reason = refundReason(state, payment);
      return [reason ? refundDue(payment, reason, status) : { type: 'BookingPaid', data: { ...payment, status } }];
    },

    recordRefund(state, { facts: refund, by }) {
      if (isPerson(by)) refuse('booking-not-allowed', 'Refunds are recorded once they are made');
      if (state.refunded.includes(refund.refundId)) return [];
      // A refund may be reported before its payment. The reaction that records the refund is then retried.
      if (!hasReceipt(state.ledger, refund.paymentId))
        refuse('booking-payment-not-recorded', 'The refunded payment has not been recorded yet');
      return [{ type: 'BookingRefunded', data: { ...refund, status: statusForMoney(state) } }];
    },

    recordReinstatement(state, { facts: refund, by }) {
      if (isPerson(by)) refuse('booking-not-allowed', 'Only Festoon records what a bank decides');
      // It may be reported before the refund. The reaction that records it is then retried.
      if (!state.refunded.includes(refund.refundId))
        refuse('booking-refund-not-recorded', 'The refund has not been recorded yet');
      const status = statusForMoney(state);
      return [
        { type: 'BookingPaymentReinstated', data: { ...refund, status } },
        ...refundOfReinstated(state, refund).map(({ amount, reason }) =>
          refundDue(paymentOf({ ...refund, amount }), reason, status),
        ),
      ];
    },

    // Outcomes can be reported out of order. A payout that was made can still come back; a failed one is final.
    recordPayout(state, { facts: { outcome, ...payout }, by }) {
      if (isPerson(by)) refuse('booking-not-allowed', 'Payouts are recorded automatically');
      const known = state.payouts[payout.payoutId]?.outcome;
      if (known !== undefined && payoutOutcomes.indexOf(outcome) <= payoutOutcomes.indexOf(known)) return [];
      return [{ type: payoutEvents[outcome], data: { ...payout, status: statusForMoney(state) } }];
    },
  },

  evolve: {
    BookingRequested: (state, requested) => {
      const { clientId, creatorId, createdBy, leadId, eventType, due, refundTerms, serviceType, expiresAt } = requested;
      const { eventDate, durationDays, startTime, timeZone } = requested;
      const event = { eventType, eventDate, durationDays, startTime, timeZone };
      const agreed = { clientId, creatorId, createdBy, leadId, due, refundTerms, serviceType, expiresAt };
      return { ...state, ...event, ...agreed, status: 'pending' };
    },
    BookingConfirmed: (state, agreed) => ({
      ...state,
      ...agreed,
      settled: parts.filter((part) => state.paid[part] !== undefined),
      status: 'confirmed',
    }),
    BookingConfirmationAbandoned: (state, { attempt }) => ({ ...state, attempt: attempt + 1 }),
    BookingCancelled: (state, { rule, percent }) => ({
      ...state,
      status: 'cancelled',
      // A problem can still be about the money that is kept.
      disputedBy: percent < 100 && keepsMoney(state) ? state.disputedBy : [],
      proposal: null,
      cancellation: { rule, percent },
    }),
    BookingCancellationPostponed: (state, { number }) => ({ ...state, postponements: number }),
    BookingCompleted: (state) => ({ ...state, proposal: null, status: 'completed' }),
    BookingReopened: (state) => ({ ...state, status: 'confirmed', reopened: true }),
    BookingReminded: (state, { reminder }) => ({ ...state, reminders: [...state.reminders, reminder] }),
    BookingBalanceOverdue: (state) => ({ ...state, overdue: true }),
    BookingDisputed: (state, { raisedBy }) => ({ ...state, disputedBy: [...state.disputedBy, raisedBy] }),
    BookingDisputeResolved: (state, { raisedBy }) => ({
      ...state,
      disputedBy: state.disputedBy.filter((id) => id !== raisedBy),
    }),
    BookingChangeProposed: (state, proposed) => ({
      ...state,
      proposals: proposed.number,
      proposal: proposalOf(proposed),
    }),
    BookingProposalDeclined: (state) => ({ ...state, proposal: null }),
    BookingChanged: (state, { eventDate, durationDays, startTime, timeZone, due, expiresAt, ...changed }) => ({
      ...state,
      eventDate,
      durationDays,
      startTime,
      timeZone,
      due,
      expiresAt: expiresAt ?? state.expiresAt,
      depositDueAt: changed.depositDueAt,
      balanceDueDate: changed.balanceDueDate,
      unpaidCancellableFrom: changed.unpaidCancellableFrom,
      proposal: null,
      latestChange: changed.number,
      // Notifications and reminders are sent for the new days as for the first ones.
      overdue: false,
      postponements: 0,
      reminders: state.reminders.filter((reminder) => !reminder.startsWith('balance-')),
      attempt:
        state.attempt + (eventDate === changed.previousDate && durationDays === changed.previousDurationDays ? 0 : 1),
    }),
    BookingPaid: (state, { status: _, ...payment }) =>
      withPaidParts({
        ...state,
        paid: { ...state.paid, [payment.part]: payment },
        settled: [...new Set([...state.settled, payment.part])],
        ledger: recordReceipt(state.ledger, payment),
      }),
    BookingRefundDue: (state, payment) => withPaidParts({ ...state, ledger: markRefundDue(state.ledger, payment) }),
    BookingRefunded: (state, refund) =>
      withPaidParts({
        ...state,
        refunded: [...state.refunded, refund.refundId],
        ledger: recordRefundPaid(state.ledger, refund),
      }),
    BookingPaymentReinstated: (state, refund) => {
      const ledger = undoRefund(state.ledger, refund);
      const payment = paymentOf({ ...refund, amount: receivedAmount(ledger, refund.paymentId) });
      return withPaidParts({
        ...state,
        refunded: state.refunded.filter((refundId) => refundId !== refund.refundId),
        ledger,
        paid: { [refund.part]: payment, ...state.paid },
      });
    },
    BookingPayoutStarted: (state, payout) => withPayout(state, payout, 'started'),
    BookingPayoutMade: (state, payout) => withPayout(state, payout, 'made'),
    BookingPayoutFailed: (state, payout) => withPayout(state, payout, 'failed'),
  },
});

const payoutEvents = {
  started: 'BookingPayoutStarted',
  made: 'BookingPayoutMade',
  failed: 'BookingPayoutFailed',
} as const satisfies Record<PayoutOutcome, keyof BookingEvents>;

const withPayout = (state: Booking, { payoutId, completed }: Payout, outcome: PayoutOutcome): Booking => ({
  ...state,
  payouts: { ...state.payouts, [payoutId]: { outcome, completed } },
});

/**
 * Whether money that the completion made available was paid to the professional, or is on its way. A deposit that was
 * paid out before does not depend on the completion.
 */
const isPaidOut = ({ payouts }: Booking): boolean =>
  Object.values(payouts).some(({ outcome, completed }) => completed && outcome !== 'failed');

/** The party that is not this one. */
export const otherPartyOf = (
  { clientId, creatorId }: Pick<Booking, 'clientId' | 'creatorId'>,
  personId: string,
): string => (personId === clientId ? creatorId : clientId);

export const isParty = (
  { clientId, creatorId }: Pick<Booking, 'clientId' | 'creatorId'>,
  { id }: Pick<Actor, 'id'>,
): boolean => id === clientId || id === creatorId;

/** Whether some of the money that arrived was neither refunded nor marked for refund. */
const keepsMoney = ({ paid }: Pick<Booking, 'paid'>): boolean => Object.keys(paid).length > 0;

/** Whether a problem that is not resolved was reported. */
export const isDisputed = ({ disputedBy }: Pick<Booking, 'disputedBy'>): boolean => disputedBy.length > 0;

/** A part of 0 cents counts as paid, because a free package has nothing to pay. */
export const isPaid = ({ due, paid }: Pick<Booking, 'due' | 'paid'>, part: Part): boolean =>
  paid[part] !== undefined || due[part] === 0;

/**
 * Whether the client still has to pay this part. They need not pay again what they paid and what was refunded since.
 */
export const isDue = (state: Booking, part: Part): boolean => !isPaid(state, part) && !state.settled.includes(part);

/** The part of the price that was not paid in time. */
export const overduePart = (state: Booking, at: string): Part | null => {
  const { status, depositDueAt, balanceDueDate, timeZone } = state;
  if (status !== 'confirmed') return null;
  if (isDue(state, 'deposit')) return depositDueAt !== null && at >= depositDueAt ? 'deposit' : null;
  const isLate = balanceDueDate !== null && at >= dayEnd(balanceDueDate, timeZone);
  return isLate && isPaid(state, 'deposit') && isDue(state, 'balance') ? 'balance' : null;
};

/** Whether the professional may cancel because the balance is overdue, and keep the deposit. */
const mayCancelUnpaidBalance = (state: Booking, at: string): boolean =>
  overduePart(state, at) === 'balance' && state.unpaidCancellableFrom !== null && at >= state.unpaidCancellableFrom;

/**
 * Whether a part of the price is missing that no deadline applies to: it was refunded, or it is a deposit that was
 * never due. Such a booking is neither completed nor cancelled automatically.
 */
const isUnsettled = (state: Booking): boolean =>
  parts.some((part) => !isPaid(state, part) && !isDue(state, part)) ||
  (isDue(state, 'deposit') && state.depositDueAt === null);

/** What a cancellation by this person refunds at this instant. `decision` counts only for staff. */
export const refundFor = (
  state: Booking,
  byId: string,
  { at, decision = 'full' }: { at: string; decision?: RefundDecision | undefined },
): CancellationRefund =>
  cancellationRefund(state, byId, { at, decision, balanceUnpaid: mayCancelUnpaidBalance(state, at) });

/**
 * Whether a confirmed booking is completed automatically after its event: it is paid, without an open report of a
 * problem.
 */
const isCompletable = (state: Booking): boolean =>
  state.status === 'confirmed' &&
  !isDisputed(state) &&
  // Staff decide on bookings whose completion they took back.
  !state.reopened &&
  parts.every((part) => isPaid(state, part));

/** Whether 48 hours have passed since the event. */
const isOver = (state: Booking, at: string): boolean => at >= completionTimeOf(state);

const isReminderDue = (state: Booking, reminder: Reminder, at: string): boolean => {
  if (reminder.startsWith('request-')) return state.status === 'pending' && at < state.expiresAt;
  if (state.status !== 'confirmed') return false;
  if (reminder.startsWith('deposit-')) return isDue(state, 'deposit');
  return isPaid(state, 'deposit') && isDue(state, 'balance');
};

/** Refuses a payment for a request that can no longer be confirmed. */
function requireStillConfirmable(state: Booking, day: FreeDay, at: string): void {
  if (isPast(state, at)) refuse('booking-date-past', 'The date of this event has passed');
  if (at >= state.expiresAt) refuse('booking-expired', 'This request has expired');
  const isOneDay = state.durationDays === 1;
  if (day.taken)
    refuse(
      'creator-day-taken',
      `${isOneDay ? 'This date' : 'One of these days'} has been booked by another client in the meantime, so nothing is due for this request`,
    );
  if (day.blocked)
    refuse(
      'creator-day-blocked',
      `The professional is no longer available on ${isOneDay ? 'this date' : 'at least one of these days'}, so nothing is due`,
    );
}

/**
 * Refuses everyone but the parties, and bookings whose agreement can no longer change. Returns the booking's status.
 */
function requireChangeable(state: Booking, by: Actor, at: string): 'pending' | 'confirmed' {
  requirePartyOrStaff(state, by, 'check');
  if (!isParty(state, by)) refuse('booking-not-allowed', 'Only the parties of a booking can agree on changes');
  if (state.status !== 'pending' && state.status !== 'confirmed')
    refuse('booking-already-ended', `This booking is already ${state.status}`);
  if (isPast(state, at)) refuse('booking-date-past', 'The date of this event has passed');
  if (state.status === 'pending' && at >= state.expiresAt) refuse('booking-expired', 'This request has expired');
  return state.status;
}

/** Refuses days that a proposal adds to an event if the creator cannot be booked on them. */
function requireNewDays(
  { timeZone, durationDays }: EventTime,
  firstDay: string,
  { day, byCreator, at }: { day: DaysState; byCreator: boolean; at: string },
): void {
  const event = { eventDate: firstDay, durationDays, timeZone };
  if (isPast(event, at)) refuse('booking-date-past', 'Please choose an event date that has not passed');
  requireAvailable(day, event, { byCreator, at });
}

function requireProposal({ proposal }: Booking, number: number): Proposal {
  if (proposal?.number !== number)
    refuse('booking-proposal-outdated', 'This proposal is no longer open. Check what is proposed now.');
  return proposal;
}

const proposedFields = ({ package: offer, ...changes }: ProposedChanges) => ({
  eventDate: changes.eventDate,
  durationDays: changes.durationDays,
  startTime: changes.startTime,
  eventLocation: changes.eventLocation,
  ...(changes.removesStartTime && { removesStartTime: changes.removesStartTime }),
  timeZone: changes.timeZone,
  packageId: offer?.packageId ?? null,
  packageName: offer?.packageName ?? null,
  deliverables: offer?.deliverables ?? null,
  durationHours: offer?.durationHours ?? null,
  price: offer?.price ?? null,
});

const proposalOf = ({
  number,
  proposedBy,
  eventDate,
  durationDays,
  startTime,
  removesStartTime,
  eventLocation,
  timeZone,
  packageId,
  packageName,
  deliverables,
  durationHours,
  price,
}: BookingEvents['BookingChangeProposed']): Proposal => ({
  number,
  proposedBy,
  eventDate,
  durationDays,
  startTime,
  ...(removesStartTime && { removesStartTime }),
  eventLocation,
  timeZone,
  package:
    packageId === null || durationHours === null || price === null
      ? null
      : { packageId, packageName, deliverables, durationHours, price },
});

/** What applies once the proposal is accepted: the amounts, the days, and the deadlines that follow from them. */
const changedBooking = (
  state: Booking,
  proposal: Proposal,
  { status, at }: { status: 'pending' | 'confirmed'; at: string },
): BookingEvents['BookingChanged'] => {
  const { clientId, creatorId, paid, attempt } = state;
  const event = changedTime(state, proposal);
  if (isPast(event, at)) refuse('booking-date-past', 'The proposed date has passed');
  const due = proposal.package ? changedAmounts(state.due, paid, proposal.package.price) : { ...state.due };
  const { price: _, removesStartTime: _removed, ...fields } = proposedFields(proposal);
  const shared = {
    ...fields,
    ...event,
    number: proposal.number,
    clientId,
    creatorId,
    previousDate: state.eventDate,
    previousDurationDays: state.durationDays,
    previousStartTime: state.startTime,
    attempt,
    due,
    status,
  };
  if (status === 'pending') {
    const expiresAt = requestExpiry(event, at);
    return { ...shared, expiresAt, depositDueAt: null, balanceDueDate: null, unpaidCancellableFrom: null };
  }
  const depositDueAt = isPaid({ due, paid }, 'deposit') ? null : changedDepositDeadline(state, event, at);
  const balanceDueDate = isPaid({ due, paid }, 'balance') ? null : balanceDeadline(event, depositDueAt ?? at);
  const unpaidCancellableFrom = balanceDueDate && unpaidCancellationStart(event, balanceDueDate, at);
  return { ...shared, expiresAt: null, depositDueAt, balanceDueDate, unpaidCancellableFrom };
};

/**
 * The client keeps the deadline of their deposit, but a deposit is never due after the first day of the event begins.
 */
const changedDepositDeadline = ({ depositDueAt }: Booking, event: EventTime, at: string): string | null => {
  const deadline = depositDeadline(event, at);
  if (depositDueAt === null || deadline === null) return deadline;
  return earlier(depositDueAt, dayStart(event.eventDate, event.timeZone));
};

/** Whether the first day of the event has ended in the time zone of its place. */
const isPast = ({ eventDate, timeZone }: Pick<EventTime, 'eventDate' | 'timeZone'>, at: string): boolean =>
  eventDate < dayAt(at, timeZone);
const isPerson = ({ kind }: Actor): boolean => kind === 'user' || kind === 'staff';

/** The client of a new booking: the client who requests it, or the owner of the lead that the creator bought. */
function clientFor(creatorId: string, lead: Lead | null, by: Actor): string {
  if (by.kind === 'user' && by.role === 'client') return ownBooking(creatorId, lead, by);
  if (by.kind !== 'user' || by.id !== creatorId)
    refuse('booking-not-allowed', 'Only the client or the creator can create this booking');
  if (!lead) refuse('booking-not-allowed', 'Unlock a lead first. You can then create a booking from it.');
  if (!lead.bought || lead.clientId === by.id)
    refuse('booking-not-allowed', 'Please unlock this lead before you create a booking from it');
  return lead.clientId;
}

const unavailableDate = {
  taken: 'This date is already booked. Please choose another date.',
  ownBlocked: 'You have blocked this date. Unblock it in your settings, or choose another date.',
  blocked: 'This professional is not available on this date. Please choose another date.',
};
const unavailableDays: typeof unavailableDate = {
  taken: 'One of these days is already booked. Please choose other days.',
  ownBlocked: 'You have blocked one of these days. Unblock it in your settings, or choose other days.',
  blocked: 'This professional is not available on at least one of these days. Please choose other days.',
};

/**
 * Refuses days on which the creator cannot be booked. Creators may book themselves at short notice and on a day of the
 * week on which they otherwise do not work.
 */
function requireAvailable(
  day: DaysState,
  { eventDate, durationDays, timeZone }: Omit<EventTime, 'startTime'>,
  { byCreator, at }: { byCreator: boolean; at: string },
): void {
  const texts = durationDays === 1 ? unavailableDate : unavailableDays;
  if (day.taken) refuse('creator-day-taken', texts.taken);
  if (byCreator && day.blocked) refuse('creator-day-blocked', texts.ownBlocked);
  if (byCreator) return;
  if (day.blocked || day.off) refuse('creator-day-blocked', texts.blocked);
  if (daysBetween(dayAt(at, timeZone), eventDate) < day.noticeDays)
    refuse(
      'creator-day-notice',
      `This professional needs ${day.noticeDays === 1 ? '1 day' : `${day.noticeDays} days`} of notice. Please choose a later date.`,
    );
}

function ownBooking(creatorId: string, lead: Lead | null, by: Actor): string {
  if (lead && lead.clientId !== by.id) refuse('lead-not-yours', 'This lead belongs to another client');
  if (creatorId === by.id) refuse('booking-not-allowed', 'You cannot book yourself');
  return by.id;
}

/** Refuses everyone except parties and staff. Staff who are not a party themselves must give a reason. */
function requirePartyOrStaff(state: Booking, by: Actor, reason: string | null): void {
  if (state.status === 'none') refuse('booking-not-found', 'This booking does not exist');
  if (isParty(state, by)) return;
  if (by.kind !== 'staff') refuse('booking-not-yours', 'This booking belongs to other users');
  if (!reason) refuse('booking-reason-missing', 'Enter a reason for acting on behalf of the parties');
}

const withPaidParts = ({ paid, ...state }: Booking): Booking => {
  const keptPayments = Object.values(paid).filter(({ paymentId }) => kept(state.ledger, paymentId) > 0);
  return { ...state, paid: Object.fromEntries(keptPayments.map((payment) => [payment.part, payment])) };
};

/** The other party, whom the reason of a party may name. */
const otherPartyIn = (reason: string | null, state: Booking, by: Actor): { otherPartyId?: string } => {
  if (reason === null || !isParty(state, by)) return {};
  return { otherPartyId: otherPartyOf(state, by.id) };
};

/** Cancels the booking and marks the agreed part of each payment for refund. */
const cancellationEvents = (
  { paid }: Booking,
  { rule, percent, refunds }: CancellationRefund,
  data: Omit<BookingEvents['BookingCancelled'], 'rule' | 'percent'>,
): readonly Message<BookingEvents>[] => [
  { type: 'BookingCancelled', data: { ...data, rule, percent } },
  ...Object.values(paid).flatMap((payment) =>
    refunds
      .filter(({ paymentId }) => paymentId === payment.paymentId)
      .map(({ amount }) => refundDue({ ...payment, amount }, 'cancelled', 'cancelled')),
  ),
];

// Money for a booking that does not exist is refunded like money for a cancelled one.
const statusForMoney = ({ status }: Booking): Status => (status === 'none' ? 'cancelled' : status);

const refundReason = ({ status, due, paid }: Booking, { part, amount }: Payment): RefundReason | undefined => {
  if (status === 'none' || status === 'cancelled') return 'cancelled';
  if (paid[part]) return 'paid-twice';
  return amount === due[part] ? undefined : 'wrong-amount';
};

const paymentOf = ({ part, paymentId, payerId, amount }: Refund): Payment => ({
  part,
  paymentId,
  payerId,
  amount,
});

/**
 * What is refunded of a payment that a bank reinstated, and why. It counts as a payment that arrives now; if the booking
 * was cancelled, the share is the one of the cancellation.
 */
const refundOfReinstated = (
  state: Booking,
  refund: Refund,
): readonly { readonly amount: Cents; readonly reason: RefundReason }[] => {
  const { part, paymentId } = refund;
  const ledger = undoRefund(state.ledger, refund);
  const received = receivedAmount(ledger, paymentId);
  const { [part]: paid, ...otherParts } = state.paid;
  const others = paid && paid.paymentId !== paymentId ? state.paid : otherParts;
  const reason = refundReason({ ...state, paid: others }, { ...refund, amount: received });
  if (reason === undefined) return [];
  const percent = received === state.due[part] ? (state.cancellation?.percent ?? 100) : 100;
  const share = Math.round((received * percent) / 100) - returned(ledger, paymentId);
  const amount = Math.min(kept(ledger, paymentId), share);
  return amount > 0 ? [{ amount, reason }] : [];
};

const refundDue = (payment: Payment, reason: RefundReason, status: Status): Message<BookingEvents> => ({
  type: 'BookingRefundDue',
  data: { ...payment, reason, status },
});
