import type { Projection, Stamp } from '#kernel';
import { type Booking, type BookingEvents, booking, isDisputed, isPaid, type Status } from './booking.ts';
import type { BookingHistoryRow, BookingRow, Entry } from './bookings.rows.ts';
import { type EventTime, eventEnd, lastDayOf } from './event-time.ts';
import { totalRefundDue } from './payment-ledger.ts';

/** The columns that depend on the aggregate's state. */
const columnsOf = (state: Booking) => ({
  state,
  depositPaymentId: state.paid.deposit?.paymentId ?? null,
  balancePaymentId: state.paid.balance?.paymentId ?? null,
  refundDue: totalRefundDue(state.ledger),
  disputed: isDisputed(state),
  balanceOverdue: state.status === 'confirmed' && state.overdue && !isPaid(state, 'balance'),
  reopened: state.reopened,
  // The status is never `none`, because a row only exists after its booking was requested.
  status: state.status as Status,
});

const endOf = (event: EventTime) => ({ lastDate: lastDayOf(event), endsAt: eventEnd(event) });

/** Updates a row with the aggregate's own `evolve`. */
const evolved =
  <Type extends keyof BookingEvents>(type: Type) =>
  (row: BookingRow, data: Readonly<BookingEvents[Type]>): BookingRow => ({
    ...row,
    ...columnsOf(booking.evolve[type](row.state, data)),
  });

export const bookings: Projection<BookingEvents, BookingRow> = {
  table: 'bookings',
  version: 3,
  key: ({ stream }) => stream,
  insert: {
    BookingRequested: (requested, { stream, at }) => {
      const { due, expiresAt: _, ...facts } = requested;
      return {
        ...facts,
        ...columnsOf(booking.evolve.BookingRequested(booking.initial, requested)),
        ...endOf(requested),
        id: stream,
        depositAmount: due.deposit,
        balanceAmount: due.balance,
        createdAt: at,
      };
    },
  },
  update: {
    BookingConfirmed: evolved('BookingConfirmed'),
    BookingConfirmationAbandoned: evolved('BookingConfirmationAbandoned'),
    BookingCancelled: evolved('BookingCancelled'),
    BookingCancellationPostponed: evolved('BookingCancellationPostponed'),
    BookingCompleted: evolved('BookingCompleted'),
    BookingReopened: evolved('BookingReopened'),
    BookingReminded: evolved('BookingReminded'),
    BookingBalanceOverdue: evolved('BookingBalanceOverdue'),
    BookingDisputed: evolved('BookingDisputed'),
    BookingDisputeResolved: evolved('BookingDisputeResolved'),
    BookingChangeProposed: evolved('BookingChangeProposed'),
    BookingProposalDeclined: evolved('BookingProposalDeclined'),
    BookingChanged: (row, changed) => {
      const {
        due,
        eventDate,
        durationDays,
        startTime,
        timeZone,
        eventLocation,
        packageId,
        packageName,
        deliverables,
        durationHours,
      } = changed;
      return {
        ...evolved('BookingChanged')(row, changed),
        depositAmount: due.deposit,
        balanceAmount: due.balance,
        eventDate,
        durationDays,
        startTime,
        timeZone,
        ...endOf(changed),
        eventLocation: eventLocation ?? row.eventLocation ?? null,
        ...(packageId !== null && {
          packageId,
          packageName,
          deliverables,
          durationHours: durationHours ?? row.durationHours,
        }),
      };
    },
    BookingPaid: evolved('BookingPaid'),
    BookingRefundDue: evolved('BookingRefundDue'),
    BookingRefunded: evolved('BookingRefunded'),
    BookingPaymentReinstated: evolved('BookingPaymentReinstated'),
    BookingPayoutStarted: evolved('BookingPayoutStarted'),
    BookingPayoutMade: evolved('BookingPayoutMade'),
    BookingPayoutFailed: evolved('BookingPayoutFailed'),
  },
};

type Details = Partial<Pick<BookingHistoryRow, 'changedBy' | 'notes' | 'amount' | 'reason'>>;

const entry = (entry: Entry, status: Status, stamp: Stamp, details: Details = {}): BookingHistoryRow => ({
  id: `${stamp.stream}:${stamp.version}`,
  bookingId: stamp.stream,
  version: stamp.version,
  status,
  entry,
  changedBy: stamp.by.id,
  notes: stamp.reason ?? null,
  amount: null,
  reason: null,
  createdAt: stamp.at,
  ...details,
});

/** The parts of the event's time that were changed; the others are null. */
const movedTo = (changed: BookingEvents['BookingChanged']) => ({
  eventDate: changed.eventDate === changed.previousDate ? null : changed.eventDate,
  durationDays: changed.durationDays === changed.previousDurationDays ? null : changed.durationDays,
  startTime: changed.startTime === changed.previousStartTime ? null : changed.startTime,
  removesStartTime: changed.startTime === null && changed.previousStartTime !== null,
});

type Changes = {
  eventDate: string | null;
  durationDays: number | null;
  startTime: string | null;
  removesStartTime?: boolean;
  eventLocation: string | null;
  packageName: string | null;
};

/** The history is read by people: the changes of a proposal in words. */
const changesText = ({
  eventDate,
  durationDays,
  startTime,
  removesStartTime = false,
  eventLocation,
  packageName,
}: Readonly<Changes>): string | null =>
  [
    ...(eventDate === null ? [] : [`Date: ${eventDate}`]),
    ...(durationDays === null ? [] : [`Days: ${durationDays}`]),
    ...(startTime === null ? [] : [`Start time: ${startTime}`]),
    ...(removesStartTime ? ['Start time: none'] : []),
    ...(eventLocation === null ? [] : [`Place: ${eventLocation}`]),
    ...(packageName === null ? [] : [`Package: ${packageName}`]),
  ].join(' · ') || null;

/** One row for each change of a booking or its payments. */
export const bookingHistory: Projection<BookingEvents, BookingHistoryRow> = {
  table: 'booking_history',
  version: 2,
  key: ({ stream, version }) => `${stream}:${version}`,
  insert: {
    BookingRequested: (_, stamp) => entry('requested', 'pending', stamp),
    BookingConfirmed: (_, stamp) => entry('confirmed', 'confirmed', stamp),
    BookingCancelled: ({ reason, cause = null }, stamp) =>
      entry('cancelled', 'cancelled', stamp, { notes: reason, reason: cause }),
    BookingCompleted: (_, stamp) => entry('completed', 'completed', stamp),
    BookingReopened: (_, stamp) => entry('reopened', 'confirmed', stamp),
    BookingReminded: ({ reminder }, stamp) =>
      entry('reminded', reminder.startsWith('request-') ? 'pending' : 'confirmed', stamp, { reason: reminder }),
    BookingBalanceOverdue: (_, stamp) => entry('balance-overdue', 'confirmed', stamp),
    BookingDisputed: ({ reason, raisedBy, status }, stamp) =>
      entry('disputed', status, stamp, { changedBy: raisedBy, notes: reason }),
    BookingDisputeResolved: ({ status }, stamp) => entry('dispute-resolved', status, stamp),
    BookingChangeProposed: (proposed, stamp) =>
      entry('change-proposed', proposed.status, stamp, { notes: changesText(proposed) }),
    BookingProposalDeclined: ({ status }, stamp) => entry('proposal-declined', status, stamp),
    BookingChanged: (changed, stamp) =>
      entry('changed', changed.status, stamp, {
        notes: changesText({ ...changed, ...movedTo(changed) }),
      }),
    BookingPaid: ({ part, status, payerId, amount }, stamp) =>
      entry(`${part}-paid`, status, stamp, { changedBy: payerId, amount }),
    BookingRefundDue: ({ status, amount, reason }, stamp) =>
      entry('refund-due', status, stamp, { amount, reason, notes: null }),
    BookingRefunded: ({ status, amount }, stamp) => entry('refunded', status, stamp, { amount, notes: null }),
    BookingPaymentReinstated: ({ status, amount }, stamp) =>
      entry('reinstated', status, stamp, { amount, notes: null }),
  },
};
