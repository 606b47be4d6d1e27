import { type Actor, aggregate, type Cents, refuse } from '#kernel';
import {
  type Balances,
  balancesOf,
  earningPostings,
  type Ledger,
  type LedgerAccount,
  noBalances,
  type Posting,
  post,
  type RecordedAmounts,
  totalOf,
} from './payout-ledger.ts';
import { minimumPayout } from './payout-schedule.ts';

/** The state of the money of a booking; see `EarningsState` of bookings. */
export type EarningsState = 'requested' | 'refundable' | 'awaiting-completion' | 'disputed' | 'reopened' | 'earned';
/** A booking's earnings; see `BookingsQueries.earnings`. `asOf` is when they were read. */
export type Earnings = {
  readonly bookingId: string;
  readonly version: number;
  readonly asOf: string;
  readonly state: EarningsState;
  readonly changesAt: string | null;
  readonly payments: readonly (RecordedAmounts & { readonly paymentId: string; readonly earned: Cents })[];
};
/** Where payouts go: the number of the bank details, and from when on payouts go to them. */
type Destination = { readonly number: number; readonly heldUntil: string };
/** Money of one payment in a payout. Negative if it offsets a refund made after a payout. */
type Line = { readonly bookingId: string; readonly paymentId: string; readonly amount: Cents };
/** Money of one booking in a payout. `completed`: whether everything was earned with the booking when it started. */
export type BookingShare = { readonly bookingId: string; readonly amount: Cents; readonly completed: boolean };
type PayoutEnd = {
  userId: string;
  payoutId: string;
  amount: Cents;
  bookings: readonly BookingShare[];
  postings: readonly Posting[];
};

export type PayoutAccountCommands = {
  recordEarnings: { userId: string; earnings: Earnings };
  /**
   * `run`: when it was due. `destination` is null without bank details; `hasAccess`: whether the professional may use
   * the product.
   */
  startPayout: { payoutId: string; run: string; destination: Destination | null; hasAccess: boolean };
  /**
   * The bank details of these payouts are given to finance, to transfer the money. Without `again`, payouts that were
   * handed over before are left out.
   */
  handOver: { payoutIds: readonly string[]; again: boolean };
  recordTransfer: { payoutId: string; reference: string };
  /**
   * `destinationWrong`: the bank did not accept the bank details, so nothing more is paid to them. `notTransferred`:
   * staff have checked that the money was not transferred, or came back.
   */
  recordFailure: { payoutId: string; reason: string; destinationWrong: boolean; notTransferred: boolean };
  /** The bank returned a transfer that was made. */
  recordReturn: { payoutId: string; reason: string; destinationWrong: boolean };
};

export type PayoutAccountEvents = {
  /** Money arrived for a booking of this professional for the first time. */
  PayoutAccountOpened: { userId: string };
  /**
   * Money of a booking arrived, was returned, earned, or held again. `postings` are empty if only the state changed.
   */
  BookingEarningsRecorded: {
    userId: string;
    bookingId: string;
    bookingVersion: number;
    asOf: string;
    state: EarningsState;
    changesAt: string | null;
    payments: readonly (RecordedAmounts & { readonly paymentId: string })[];
    postings: readonly Posting[];
  };
  /**
   * `number` counts the professional's payouts from 1; `destination` is the number of the bank details; `run` is when
   * the payout was due.
   */
  PayoutStarted: {
    userId: string;
    payoutId: string;
    number: number;
    run: string;
    amount: Cents;
    destination: number;
    lines: readonly Line[];
    bookings: readonly BookingShare[];
    postings: readonly Posting[];
  };
  /** Staff were given the bank details to transfer the money. Who it was is the event's actor. */
  PayoutHandedOver: { userId: string; payoutId: string };
  /** Finance has transferred the money. `reference` is what the bank calls the transfer. */
  PayoutMade: PayoutEnd & { reference: string };
  /** The money was not transferred. It is available again, or held if a problem was reported. */
  PayoutFailed: PayoutEnd & { reason: string; destinationWrong: boolean };
  /** A transfer that was made came back. The money is available again, or held if a problem was reported. */
  PayoutReturned: PayoutEnd & { reason: string; destinationWrong: boolean };
};

type RecordedBooking = {
  readonly version: number;
  readonly asOf: string;
  readonly state: EarningsState;
  readonly changesAt: string | null;
};
type StartedPayout = {
  readonly outcome: 'started' | 'made' | 'failed' | 'returned';
  readonly amount: Cents;
  readonly destination: number;
  readonly handedOver: boolean;
  /** What the bank calls the transfer. */
  readonly reference: string | null;
  /** Empty once the money is available again. */
  readonly lines: readonly Line[];
  readonly bookings: readonly BookingShare[];
};

export type PayoutAccount = {
  readonly userId: string;
  readonly ledger: Ledger;
  /** What was received and returned of each payment, and the booking that it belongs to. */
  readonly payments: Readonly<Record<string, RecordedAmounts & { readonly bookingId: string }>>;
  readonly bookings: Readonly<Record<string, RecordedBooking>>;
  readonly payouts: Readonly<Record<string, StartedPayout>>;
  /** When the latest payout was due. */
  readonly latestRun: string;
  /** The bank details that a bank did not accept. */
  readonly wrongDestination: number | null;
};

const nothing: RecordedAmounts = { received: 0, returned: 0 };

export const payoutAccount = aggregate<PayoutAccountCommands, PayoutAccountEvents, PayoutAccount, 'payout-account'>({
  stream: 'payout-account',
  initial: { userId: '', ledger: {}, payments: {}, bookings: {}, payouts: {}, latestRun: '', wrongDestination: null },

  decide: {
    // A report replaces the earlier one of the same booking. A report that is older than the recorded one is ignored,
    // so reports can arrive repeatedly and in any order.
    recordEarnings(state, { facts: { userId, earnings }, by }) {
      if (isPerson(by)) refuse('payout-not-allowed', 'Earnings are recorded automatically');
      const { bookingId, version: bookingVersion, asOf, changesAt } = earnings;
      const known = state.bookings[bookingId];
      if (known ? isOlder(earnings, known) : earnings.payments.length === 0) return [];
      const postings = earnings.payments.flatMap((payment) =>
        earningPostings(
          balancesOf(state.ledger, payment.paymentId),
          state.payments[payment.paymentId] ?? nothing,
          payment,
        ),
      );
      const isUnchanged =
        known?.version === bookingVersion &&
        known.state === earnings.state &&
        known.changesAt === changesAt &&
        postings.length === 0;
      if (isUnchanged) return [];
      const payments = earnings.payments.map(({ paymentId, received, returned }) => ({
        paymentId,
        received,
        returned,
      }));
      const data = {
        userId,
        bookingId,
        bookingVersion,
        asOf,
        state: earnings.state,
        changesAt,
        payments,
        postings,
      };
      const opened = state.userId === '' ? [{ type: 'PayoutAccountOpened' as const, data: { userId } }] : [];
      return [...opened, { type: 'BookingEarningsRecorded', data }];
    },

    // Several jobs are due at the same time. The first one starts a payout of everything, and a late one starts none.
    startPayout(state, { facts: { payoutId, run, ...facts }, by, at }) {
      if (isPerson(by)) refuse('payout-not-allowed', 'Payouts start automatically');
      if (state.payouts[payoutId] || !isDue(state, run) || obstacleTo(state, facts, at)) return [];
      const { userId } = state;
      const lines = Object.entries(state.ledger).flatMap(([paymentId, { available }]): Line[] => {
        const bookingId = state.payments[paymentId]?.bookingId;
        return available !== 0 && bookingId ? [{ bookingId, paymentId, amount: available }] : [];
      });
      const data = {
        userId,
        payoutId,
        number: Object.keys(state.payouts).length + 1,
        run,
        amount: sum(lines),
        destination: facts.destination?.number ?? 0,
        lines,
        bookings: sharesOf(state, lines),
        postings: movementsOf(lines, 'available', 'in-transfer'),
      };
      return [{ type: 'PayoutStarted', data }];
    },

    // A payout that has ended is left out: its bank details are not needed for a transfer.
    handOver(state, { facts: { payoutIds, again }, by }) {
      requireFinance(state, by);
      const { userId } = state;
      const waiting = payoutIds.filter((payoutId) => {
        const payout = state.payouts[payoutId];
        return payout?.outcome === 'started' && (again || !payout.handedOver);
      });
      return waiting.map((payoutId) => ({ type: 'PayoutHandedOver', data: { userId, payoutId } }));
    },

    // A transfer that was made is a fact, also if a problem was reported in the meantime.
    recordTransfer(state, { facts: { payoutId, reference }, by }) {
      const payout = payoutToEnd(state, payoutId, by);
      if (payout.outcome === 'failed')
        refuse('payout-ended', 'This payout is marked as failed. Its money is part of a later payout.');
      if (payout.outcome === 'returned')
        refuse('payout-ended', 'This payout came back. Its money is in a later payout.');
      if (payout.outcome === 'made' && payout.reference !== reference)
        refuse(
          'payout-ended',
          'This payout is marked as paid with another reference. Check that it was transferred once.',
        );
      if (payout.outcome === 'made') return [];
      return [{ type: 'PayoutMade', data: { ...endOf(state, payoutId, payout, 'paid-out'), reference } }];
    },

    recordFailure(state, { facts: { payoutId, notTransferred, ...failure }, by }) {
      const payout = payoutToEnd(state, payoutId, by);
      if (payout.outcome === 'failed') return [];
      if (payout.outcome === 'returned') refuse('payout-ended', 'This payout came back already');
      if (payout.outcome === 'made')
        refuse('payout-ended', 'This payout is marked as paid. If the transfer came back, record that it came back.');
      if (payout.handedOver && !notTransferred)
        refuse(
          'payout-handed-over',
          'The bank details of this payout were handed over. Confirm that the money was not transferred, or came back.',
        );
      return [{ type: 'PayoutFailed', data: { ...endOf(state, payoutId, payout, 'available'), ...failure } }];
    },

    recordReturn(state, { facts: { payoutId, ...failure }, by }) {
      const payout = payoutToEnd(state, payoutId, by);
      if (payout.outcome === 'returned') return [];
      if (payout.outcome === 'failed') refuse('payout-ended', 'This payout is marked as failed');
      if (payout.outcome === 'started')
        refuse('payout-not-made', 'This payout is not marked as paid. Mark it as failed.');
      return [{ type: 'PayoutReturned', data: { ...endOf(state, payoutId, payout, 'available'), ...failure } }];
    },
  },

  evolve: {
    PayoutAccountOpened: (state, { userId }) => ({ ...state, userId }),
    BookingEarningsRecorded: (state, { bookingId, bookingVersion: version, asOf, ...recorded }) => ({
      ...state,
      ledger: post(state.ledger, recorded.postings),
      payments: {
        ...state.payments,
        ...Object.fromEntries(
          recorded.payments.map(({ paymentId, received, returned }) => [paymentId, { received, returned, bookingId }]),
        ),
      },
      bookings: {
        ...state.bookings,
        [bookingId]: { version, asOf, state: recorded.state, changesAt: recorded.changesAt },
      },
    }),
    PayoutStarted: (state, { payoutId, run, amount, destination, lines, bookings, postings }) => ({
      ...state,
      latestRun: run,
      ledger: post(state.ledger, postings),
      payouts: {
        ...state.payouts,
        [payoutId]: { outcome: 'started', amount, destination, handedOver: false, reference: null, lines, bookings },
      },
    }),
    PayoutHandedOver: (state, { payoutId }) => withPayoutChange(state, payoutId, { handedOver: true }),
    PayoutMade: (state, { reference, ...end }) => withPayoutEnd(state, end, { outcome: 'made', reference }),
    PayoutFailed: (state, end) => withReturnedMoney(state, end, 'failed'),
    PayoutReturned: (state, end) => withReturnedMoney(state, end, 'returned'),
  },
});

/** Whether no payout was started that was due at this time, or later. */
export const isDue = ({ latestRun }: Pick<PayoutAccount, 'latestRun'>, run: string): boolean => run > latestRun;

/** Why no payout can start. */
type PayoutObstacle = 'suspended' | 'no-destination' | 'wrong-destination' | 'destination-held' | 'below-minimum';

/** The first reason why no payout can start at this instant; undefined if one can. */
export const obstacleTo = (
  { ledger, wrongDestination }: Pick<PayoutAccount, 'ledger' | 'wrongDestination'>,
  { destination, hasAccess }: Omit<PayoutAccountCommands['startPayout'], 'payoutId' | 'run'>,
  at: string,
): PayoutObstacle | undefined => {
  if (!hasAccess) return 'suspended';
  if (destination === null) return 'no-destination';
  if (destination.number === wrongDestination) return 'wrong-destination';
  if (at < destination.heldUntil) return 'destination-held';
  return totalOf(ledger).available < minimumPayout ? 'below-minimum' : undefined;
};

/**
 * Bookings with money that is held or available. Their earnings are read again before a payout starts.
 */
export const unsettledBookings = ({ ledger, payments }: PayoutAccount): readonly string[] => [
  ...new Set(
    Object.entries(payments)
      .filter(
        ([paymentId]) => balancesOf(ledger, paymentId).held !== 0 || balancesOf(ledger, paymentId).available !== 0,
      )
      .map(([, { bookingId }]) => bookingId),
  ),
];

/** The balances of the payments of one booking. */
export const bookingBalances = ({ ledger, payments }: PayoutAccount, bookingId: string): Balances =>
  Object.entries(payments)
    .filter(([, payment]) => payment.bookingId === bookingId)
    .reduce((sum, [paymentId]) => totalOf({ sum, next: balancesOf(ledger, paymentId) }), noBalances);

const isPerson = ({ kind }: Actor): boolean => kind === 'user' || kind === 'staff';

const isOlder = (earnings: Earnings, known: RecordedBooking): boolean =>
  earnings.version < known.version || (earnings.version === known.version && earnings.asOf < known.asOf);

function requireFinance({ userId }: PayoutAccount, { kind, role }: Actor): void {
  if (kind !== 'staff' || (role !== 'finance' && role !== 'admin'))
    refuse('payout-not-allowed', 'Only finance staff can end a payout');
  if (userId === '') refuse('payout-not-found', 'This payout does not exist');
}

/** Staff neither pay themselves nor confirm a transfer to bank details that are their own. */
const payoutToEnd = (state: PayoutAccount, payoutId: string, by: Actor): StartedPayout => {
  requireFinance(state, by);
  if (by.id === state.userId)
    refuse('payout-own-not-allowed', 'You cannot end a payout to yourself. Ask another member of staff.');
  return state.payouts[payoutId] ?? refuse('payout-not-found', 'This payout does not exist');
};

const sum = (lines: readonly { readonly amount: Cents }[]): Cents =>
  lines.reduce((total, { amount }) => total + amount, 0);

const sharesOf = ({ bookings }: PayoutAccount, lines: readonly Line[]): readonly BookingShare[] =>
  [...new Set(lines.map(({ bookingId }) => bookingId))].map((bookingId) => ({
    bookingId,
    amount: sum(lines.filter((line) => line.bookingId === bookingId)),
    completed: bookings[bookingId]?.state === 'earned',
  }));

const movementsOf = (lines: readonly Line[], from: LedgerAccount, to: LedgerAccount): readonly Posting[] =>
  lines.map(({ paymentId, amount }) =>
    amount < 0
      ? { paymentId, debit: to, credit: from, amount: -amount }
      : { paymentId, debit: from, credit: to, amount },
  );

const endOf = (
  { userId }: PayoutAccount,
  payoutId: string,
  { outcome, amount, lines, bookings }: StartedPayout,
  to: 'paid-out' | 'available',
): PayoutEnd => {
  const postings = movementsOf(lines, outcome === 'made' ? 'paid-out' : 'in-transfer', to);
  return { userId, payoutId, amount, bookings, postings };
};

const withPayoutChange = (state: PayoutAccount, payoutId: string, change: Partial<StartedPayout>): PayoutAccount => {
  const payout = state.payouts[payoutId];
  return payout ? { ...state, payouts: { ...state.payouts, [payoutId]: { ...payout, ...change } } } : state;
};

const withPayoutEnd = (
  state: PayoutAccount,
  { payoutId, postings }: Readonly<PayoutEnd>,
  change: Partial<StartedPayout>,
): PayoutAccount => withPayoutChange({ ...state, ledger: post(state.ledger, postings) }, payoutId, change);

const withReturnedMoney = (
  state: PayoutAccount,
  end: Readonly<PayoutAccountEvents['PayoutFailed']>,
  outcome: 'failed' | 'returned',
): PayoutAccount => ({
  ...withPayoutEnd(state, end, { outcome, lines: [] }),
  wrongDestination: end.destinationWrong
    ? latest(state.wrongDestination, state.payouts[end.payoutId]?.destination)
    : state.wrongDestination,
});

/** An older payout does not make newer bank details usable again that a bank did not accept. */
const latest = (known: number | null, number: number | undefined): number | null =>
  number === undefined ? known : Math.max(known ?? 0, number);
