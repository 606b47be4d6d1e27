import type { Projection, Stamp } from '#kernel';
import type { BookingEvents, Status } from './booking.ts';
import type { BookingHistoryRow, BookingRow, Entry } from './bookings.rows.ts';
import {
  isKept,
  markRefundDue,
  type PaymentLedger,
  recordReceipt,
  recordRefundPaid,
  totalRefundDue,
} from './payment-ledger.ts';

const becomes =
  (status: Status) =>
  (row: BookingRow): BookingRow => ({ ...row, status });

const kept = (ledger: PaymentLedger, id: string | null | undefined): string | null =>
  id && isKept(ledger, id) ? id : null;

const withLedger = (row: BookingRow, ledger: PaymentLedger): BookingRow => ({
  ...row,
  ledger,
  depositPaymentId: kept(ledger, row.depositPaymentId),
  balancePaymentId: kept(ledger, row.balancePaymentId),
  refundDue: totalRefundDue(ledger),
});

export const bookings: Projection<BookingEvents, BookingRow> = {
  table: 'bookings',
  version: 1,
  key: ({ stream }) => stream,
  insert: {
    BookingRequested: ({ due, ...facts }, { stream, at }) => ({
      ...facts,
      id: stream,
      depositAmount: due.deposit,
      balanceAmount: due.balance,
      depositPaymentId: null,
      balancePaymentId: null,
      ledger: {},
      refundDue: 0,
      status: 'pending',
      createdAt: at,
    }),
  },
  update: {
    BookingConfirmed: becomes('confirmed'),
    BookingCancelled: becomes('cancelled'),
    BookingCompleted: becomes('completed'),
    BookingPaid: (row, payment) =>
      withLedger({ ...row, [`${payment.part}PaymentId`]: payment.paymentId }, recordReceipt(row.ledger, payment)),
    BookingRefundDue: (row, payment) => withLedger(row, markRefundDue(row.ledger, payment)),
    BookingRefunded: (row, refund) => withLedger(row, recordRefundPaid(row.ledger, refund)),
  },
};

type Said = Partial<Pick<BookingHistoryRow, 'changedBy' | 'notes' | 'amount' | 'reason'>>;

const entry = (entry: Entry, status: Status, stamp: Stamp, said: Said = {}): BookingHistoryRow => ({
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
  ...said,
});

/** A row for everything that happened to a booking and its money. */
export const bookingHistory: Projection<BookingEvents, BookingHistoryRow> = {
  table: 'booking_history',
  version: 1,
  key: ({ stream, version }) => `${stream}:${version}`,
  insert: {
    BookingRequested: (_, stamp) => entry('requested', 'pending', stamp),
    BookingConfirmed: (_, stamp) => entry('confirmed', 'confirmed', stamp),
    BookingCancelled: ({ reason, departure = null }, stamp) =>
      entry('cancelled', 'cancelled', stamp, { notes: reason, reason: departure }),
    BookingCompleted: (_, stamp) => entry('completed', 'completed', stamp),
    BookingPaid: ({ part, status, payerId, amount }, stamp) =>
      entry(`${part}-paid`, status, stamp, { changedBy: payerId, amount }),
    BookingRefundDue: ({ status, amount, reason }, stamp) =>
      entry('refund-due', status, stamp, { amount, reason, notes: null }),
    BookingRefunded: ({ status, amount }, stamp) => entry('refunded', status, stamp, { amount, notes: null }),
  },
};
