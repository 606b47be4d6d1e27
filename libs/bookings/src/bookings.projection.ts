import type { Projection, Stamp } from '#kernel';
import type { BookingEvents, Status } from './booking.ts';
import { cameIn, dueBack, isKept, isToGoBack, type Purse, wentBack } from './booking-money.ts';
import type { BookingHistoryRow, BookingRow, Entry } from './bookings.rows.ts';

const becomes =
  (status: Status) =>
  (row: BookingRow): BookingRow => ({ ...row, status });

const kept = (purse: Purse, id: string | null | undefined): string | null => (id && isKept(purse, id) ? id : null);

const weighed = (row: BookingRow, purse: Purse): BookingRow => ({
  ...row,
  purse,
  depositPaymentId: kept(purse, row.depositPaymentId),
  balancePaymentId: kept(purse, row.balancePaymentId),
  refundDue: dueBack(purse),
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
      purse: {},
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
      weighed({ ...row, [`${payment.part}PaymentId`]: payment.paymentId }, cameIn(row.purse, payment)),
    BookingRefundDue: (row, payment) => weighed(row, isToGoBack(row.purse, payment)),
    BookingRefunded: (row, refund) => weighed(row, wentBack(row.purse, refund)),
  },
};

type Said = Partial<Pick<BookingHistoryRow, 'changedBy' | 'notes' | 'amount' | 'why'>>;

const entry = (entry: Entry, status: Status, stamp: Stamp, said: Said = {}): BookingHistoryRow => ({
  id: `${stamp.stream}:${stamp.version}`,
  bookingId: stamp.stream,
  version: stamp.version,
  status,
  entry,
  changedBy: stamp.by.id,
  notes: stamp.reason ?? null,
  amount: null,
  why: null,
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
    BookingCancelled: ({ reason, why = null }, stamp) => entry('cancelled', 'cancelled', stamp, { notes: reason, why }),
    BookingCompleted: (_, stamp) => entry('completed', 'completed', stamp),
    BookingPaid: ({ part, status, payerId, amount }, stamp) =>
      entry(`${part}-paid`, status, stamp, { changedBy: payerId, amount }),
    BookingRefundDue: ({ status, amount, why }, stamp) =>
      entry('refund-due', status, stamp, { amount, why, notes: null }),
    BookingRefunded: ({ status, amount }, stamp) => entry('refunded', status, stamp, { amount, notes: null }),
  },
};
