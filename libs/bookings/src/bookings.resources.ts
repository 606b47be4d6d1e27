import { type Actor, Refusal } from '#kernel';
import {
  type BookingCommands,
  type Booking as BookingState,
  booking,
  type Departure,
  isPaid,
  type RefundReason,
} from './booking.ts';
import type { BookingHistoryRow, BookingRow } from './bookings.rows.ts';
import { type CancellationRefund, type RefundTerms, refundTotal } from './cancellation.ts';
import type { Booking, BookingHistoryEntry, CancellationPreview } from './contract.ts';
import { kept, totalRefunded } from './payment-ledger.ts';

type Names = ReadonlyMap<string, { displayName: string; avatarUrl: string | null }>;
type Viewer = { readonly by: Actor; readonly at: string };

/** Shown instead of the name of a former member. */
const formerMember = 'Former member';
/** Shown as the actor of changes made by the system. */
const systemName = 'Festoon';
const personId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

const refundReasons: Readonly<Record<RefundReason, string>> = {
  cancelled: 'the booking was cancelled',
  'paid-twice': 'it was already paid',
  'wrong-amount': 'another amount was due',
};
const departures: Readonly<Record<Departure, string>> = {
  'client-left': 'The client has closed their account',
  'creator-left': 'The creator has closed their account',
};

/** A booking as the viewer sees it. `sameDay` are the professional's other bookings on its day, if they are the viewer. */
export const bookingOf = (
  row: BookingRow,
  names: Names,
  viewer: Viewer,
  sameDay: Booking['sameDay'] = { confirmed: 0, pending: 0 },
): Booking => {
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
    refundTerms: refundTermsOf(row.refundTerms),
    cancellationRule: state.cancellation?.rule ?? null,
    refundPercent: state.cancellation?.percent ?? null,
    status: row.status,
    createdAt: row.createdAt,
    sameDay,
    may: mayDo(state, viewer),
  };
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

export const historyEntryOf = (row: BookingHistoryRow, names: Names): BookingHistoryEntry => ({
  bookingId: row.bookingId as BookingHistoryEntry['bookingId'],
  status: row.status,
  entry: row.entry,
  changedBy: row.changedBy,
  changedByName: nameOf(row.changedBy, names),
  notes: noteOf(row),
  createdAt: row.createdAt,
});

/** The ids that belong to people, each once. */
export const peopleIn = (ids: readonly string[]): string[] => [...new Set(ids.filter((id) => personId.test(id)))];

const partyOf = (id: string, names: Names): Booking['client'] => ({
  id,
  displayName: nameOf(id, names),
  avatarUrl: names.get(id)?.avatarUrl ?? null,
});

const nameOf = (id: string, names: Names): string =>
  personId.test(id) ? (names.get(id)?.displayName ?? formerMember) : systemName;

const noteOf = ({ notes, amount, reason }: BookingHistoryRow): string | null => {
  if (reason === 'client-left' || reason === 'creator-left') return departures[reason];
  if (typeof amount !== 'number') return notes ?? null;
  const sum = dollars.format(amount / 100);
  return reason ? `${sum} is being refunded: ${refundReasons[reason]}` : sum;
};

/** What the viewer may do now, found by running each decision on the current state without storing its events. */
const mayDo = (state: BookingState, viewer: Viewer): Booking['may'] => {
  const allows = <Verb extends keyof BookingCommands>(verb: Verb, facts: BookingCommands[Verb]): boolean => {
    try {
      booking.decide[verb](state, { facts, ...viewer });
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  };
  const reason = 'permission check';
  return {
    confirm: allows('confirm', { reason, attempt: state.attempt, partyLeft: false }),
    cancel: allows('cancel', { reason, refundAmount: null }),
    payDeposit: allows('pay', { part: 'deposit', emailVerified: true }),
    payBalance: allows('pay', { part: 'balance', emailVerified: true }),
  };
};
