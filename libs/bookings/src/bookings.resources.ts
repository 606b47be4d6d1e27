import { type Actor, allows, writtenAmount } from '#kernel';
import { isBankRefund } from '#payments';
import {
  type BookingCommands,
  type Booking as BookingState,
  booking,
  type CancellationCause,
  isDue,
  isPaid,
  overduePart,
  type Part,
  type RefundReason,
  refundFor,
} from './booking.ts';
import { bankReporter, bankReporterName, refundDecisions } from './booking-terms.contract.ts';
import type { BookingHistoryRow, BookingRow } from './bookings.rows.ts';
import { type CancellationRefund, type RefundTerms, refundTotal } from './cancellation.ts';
import type {
  Booking,
  BookingHistoryEntry,
  CancellationPreview,
  DisputedBooking,
  StaffBookingActions,
} from './contract.ts';
import type { Reminder } from './deadlines.ts';
import { kept, totalRefunded } from './payment-ledger.ts';

type Names = ReadonlyMap<string, { displayName: string; avatarUrl: string | null }>;
type Viewer = { readonly by: Actor; readonly at: string };

/** Shown instead of the name of a former member. */
const formerMember = 'Former member';
/** Shown instead of the name of staff who act for the parties. */
const staffName = 'Festoon staff';
/** Shown as the actor of changes made by the system. */
const systemName = 'Festoon';
const personId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const refundReasons: Readonly<Record<RefundReason, string>> = {
  cancelled: 'the booking was cancelled',
  'paid-twice': 'it was already paid',
  'wrong-amount': 'another amount was due',
};
/** What the history says of reasons that are not about refunds. */
const causes: Readonly<Record<CancellationCause | Reminder, string>> = {
  'client-left': 'The client has closed their account',
  'creator-left': 'The creator has closed their account',
  expired: 'The request was not confirmed in time',
  'deposit-unpaid': 'The deposit was not paid in time',
  'request-1-day': 'The request is waiting for an answer',
  'request-4-days': 'The request is waiting for an answer and will expire soon',
  'deposit-2-days': 'The deposit is due',
  'deposit-5-days': 'The deposit is due in two days',
  'balance-21-days': 'The balance is due 14 days before the event',
  'balance-14-days': 'The balance is due',
  'balance-7-days': 'The balance is due, and the event is in 7 days',
  'balance-3-days': 'The balance is due, and the event is in 3 days',
};
const isCause = (reason: string): reason is keyof typeof causes => reason in causes;

/**
 * Facts about the days of a booking: the professional's other bookings on them, if the viewer is the professional, and
 * whether the days are full or blocked.
 */
export type DayOfBooking = { readonly sameDay: Booking['sameDay']; readonly taken: boolean; readonly blocked: boolean };
const openDay: DayOfBooking = { sameDay: { confirmed: 0, pending: 0 }, taken: false, blocked: false };

/** A booking as the viewer sees it. */
export const bookingOf = (
  row: BookingRow,
  names: Names,
  viewer: Viewer,
  day: DayOfBooking = openDay,
): Omit<Booking, 'contact'> => {
  const { state } = row;
  const { clientId, creatorId, packageId, packageName, durationHours, deliverables } = row;
  return {
    id: row.id as Booking['id'],
    client: partyOf(clientId, names),
    creator: partyOf(creatorId, names),
    package: { id: packageId, name: packageName ?? 'Package', durationHours, deliverables: [...(deliverables ?? [])] },
    leadId: row.leadId ?? null,
    createdBy: row.createdBy,
    serviceType: row.serviceType ?? null,
    eventType: row.eventType,
    eventName: row.eventName ?? null,
    eventDate: row.eventDate,
    durationDays: row.durationDays,
    startTime: row.startTime ?? null,
    timeZone: row.timeZone,
    eventLocation: row.eventLocation ?? '',
    eventDescription: row.eventDescription ?? null,
    expectedAttendance: row.expectedAttendance ?? null,
    totalAmount: row.depositAmount + row.balanceAmount,
    depositAmount: row.depositAmount,
    balanceAmount: row.balanceAmount,
    currency: 'USD',
    depositPaid: isPaid(state, 'deposit'),
    balancePaid: isPaid(state, 'balance'),
    refundDue: row.refundDue,
    refunded: totalRefunded(state.ledger),
    refundedByBank: state.refunded.some(isBankRefund),
    refundTerms: refundTermsOf(row.refundTerms),
    cancellationRule: state.cancellation?.rule ?? null,
    refundPercent: state.cancellation?.percent ?? null,
    status: row.status,
    createdAt: row.createdAt,
    ...deadlinesOf(state, viewer.at),
    disputedBy: [...state.disputedBy],
    proposal: proposalOf(state),
    dayTaken: day.taken || day.blocked,
    sameDay: day.sameDay,
    may: mayDo(state, viewer, day),
  };
};

const deadlinesOf = (
  state: BookingState,
  at: string,
): Pick<Booking, 'expiresAt' | 'depositDueAt' | 'balanceDueDate' | 'overdue'> => {
  const isOpen = (part: Part) => state.status === 'confirmed' && isDue(state, part);
  return {
    expiresAt: state.status === 'pending' ? state.expiresAt : null,
    depositDueAt: isOpen('deposit') ? state.depositDueAt : null,
    balanceDueDate: isOpen('balance') ? state.balanceDueDate : null,
    overdue: overduePart(state, at),
  };
};

const proposalOf = ({ proposal }: BookingState): Booking['proposal'] => {
  if (proposal === null) return null;
  const { package: offer, timeZone: _, removesStartTime = false, ...changes } = proposal;
  return { ...changes, removesStartTime, packageName: offer?.packageName ?? null, totalAmount: offer?.price ?? null };
};

const refundTermsOf = ({ policy, ...terms }: RefundTerms): Booking['refundTerms'] => ({
  policy: policy as Booking['refundTerms']['policy'],
  ...terms,
});

/** What a cancellation would refund and keep now. */
export const previewOf = (state: BookingState, refund: CancellationRefund): CancellationPreview => {
  const refundAmount = refundTotal(refund);
  const paid = Object.values(state.paid).reduce((sum, { paymentId }) => sum + kept(state.ledger, paymentId), 0);
  return {
    refundTerms: refundTermsOf(state.refundTerms),
    rule: refund.rule,
    percent: refund.percent,
    refundAmount,
    keptAmount: paid - refundAmount,
    currency: 'USD',
    graceUntil: state.graceUntil,
  };
};

/** The part that a person or service has in a booking. Only staff change a booking that is not their own. */
export const partIn = (
  { clientId, creatorId }: Pick<BookingState, 'clientId' | 'creatorId'>,
  id: string,
): 'client' | 'professional' | 'staff' | 'system' => {
  if (id === clientId) return 'client';
  if (id === creatorId) return 'professional';
  return personId.test(id) ? 'staff' : 'system';
};

export const historyEntryOf = (
  row: BookingHistoryRow,
  names: Names,
  parties: Pick<BookingState, 'clientId' | 'creatorId'>,
): BookingHistoryEntry => ({
  bookingId: row.bookingId as BookingHistoryEntry['bookingId'],
  version: row.version,
  status: row.status,
  entry: row.entry,
  changedBy: row.changedBy,
  changedByName: partIn(parties, row.changedBy) === 'staff' ? staffName : nameOf(row.changedBy, names),
  notes: noteOf(row),
  createdAt: row.createdAt,
});

/** A booking with an unresolved problem. `entries` are the reports of these bookings, the newest first. */
export const disputedBookingOf = (
  { id, status, eventType, eventDate, clientId, creatorId, state }: BookingRow,
  entries: readonly BookingHistoryRow[],
  names: ReadonlyMap<string, { shortName: string }>,
): DisputedBooking => ({
  id: id as Booking['id'],
  status,
  eventType,
  eventDate,
  clientId,
  creator: { id: creatorId, shortName: names.get(creatorId)?.shortName ?? formerMember },
  reports: state.disputedBy.flatMap((reportedBy) => {
    const report = entries.find(({ bookingId, changedBy }) => bookingId === id && changedBy === reportedBy);
    return report ? [{ reportedBy, reason: report.notes ?? null, createdAt: report.createdAt }] : [];
  }),
});

/** The ids that belong to people, each once. */
export const peopleIn = (ids: readonly string[]): string[] => [...new Set(ids.filter((id) => personId.test(id)))];

const partyOf = (id: string, names: Names): Booking['client'] => ({
  id,
  displayName: nameOf(id, names),
  avatarUrl: names.get(id)?.avatarUrl ?? null,
});

const nameOf = (id: string, names: Names): string => {
  if (id === bankReporter) return bankReporterName;
  return personId.test(id) ? (names.get(id)?.displayName ?? formerMember) : systemName;
};

const noteOf = ({ notes, amount, reason }: BookingHistoryRow): string | null => {
  if (reason && isCause(reason)) return causes[reason];
  if (typeof amount !== 'number') return notes ?? null;
  const sum = writtenAmount(amount);
  return reason ? `${sum} is being refunded: ${refundReasons[reason as RefundReason]}` : sum;
};

/** Changes only the place, so that it is allowed whenever the viewer may propose changes at all. */
const anotherPlace = {
  eventDate: null,
  durationDays: null,
  startTime: null,
  eventLocation: 'another place',
  timeZone: null,
  package: null,
};

/** Whether a command is allowed now, found by running the decision on the current state without storing its events. */
const allowing =
  (state: BookingState, viewer: Viewer) =>
  <Verb extends keyof BookingCommands>(verb: Verb, facts: BookingCommands[Verb]): boolean =>
    allows(() => booking.decide[verb](state, { facts, ...viewer }));
const reason = 'permission check';

/** What staff may do now on behalf of the parties, and what each refund decision of a cancellation would refund. */
export const staffActionsOf = (state: BookingState, viewer: Viewer): StaffBookingActions => {
  const allowed = allowing(state, viewer);
  const may = {
    confirm: allowed('confirm', { reason, attempt: state.attempt, partyLeft: false }),
    cancel: allowed('cancel', { reason, refundAmount: null }),
    complete: allowed('complete', { reason }),
    reopen: allowed('reopen', { reason }),
    'resolve-dispute': allowed('resolveDispute', { reason }),
  };
  // A pending booking is always refunded completely.
  const decisions = state.status === 'pending' ? refundDecisions.slice(0, 1) : refundDecisions;
  const refunds = decisions.map((decision) => {
    const { percent, refundAmount, keptAmount } = previewOf(
      state,
      refundFor(state, viewer.by.id, { at: viewer.at, decision }),
    );
    return { decision, percent, refundAmount, keptAmount };
  });
  return { may, refunds: may.cancel ? refunds : [] };
};

/** What the viewer may do now. */
const mayDo = (state: BookingState, viewer: Viewer, day: DayOfBooking): Booking['may'] => {
  const allowed = allowing(state, viewer);
  return {
    confirm: allowed('confirm', { reason, attempt: state.attempt, partyLeft: false }),
    cancel: allowed('cancel', { reason, refundAmount: null }),
    payDeposit: allowed('pay', { part: 'deposit', emailVerified: true, day }),
    payBalance: allowed('pay', { part: 'balance', emailVerified: true, day }),
    dispute: allowed('dispute', { reason, partyLeft: false }),
    resolveDispute: allowed('resolveDispute', { reason }),
    propose: allowed('propose', { changes: anotherPlace, offer: null, day: { ...day, off: false, noticeDays: 0 } }),
    acceptProposal: allowed('acceptProposal', {
      number: state.proposal?.number ?? 0,
      attempt: state.attempt,
      daysReserved: true,
    }),
  };
};
