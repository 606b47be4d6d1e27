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
/** Money of one booking in a payout. */
export type BookingShare = { readonly bookingId: string; readonly amount: Cents };
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
  recordTransfer: { payoutId: string; reference: string };
  /** `destinationWrong`: the bank did not accept the bank details, so nothing more is paid to them. */
  recordFailure: { payoutId: string; reason: string; destinationWrong: boolean };
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
  /** Finance has transferred the money. `reference` is what the bank calls the transfer. */
  PayoutMade: PayoutEnd & { reference: string };
  /** The money did not arrive, and is available again. */
  PayoutFailed: PayoutEnd & { reason: string; destinationWrong: boolean };
};

type RecordedBooking = {
  readonly version: number;
  readonly asOf: string;
  readonly state: EarningsState;
  readonly changesAt: string | null;
};
type StartedPayout = {
  readonly outcome: 'started' | 'made' | 'failed';
  readonly amount: Cents;
  readonly destination: number;
  readonly lines: readonly Line[];
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
      if (state.payouts[payoutId] || run <= state.latestRun || obstacleTo(state, facts, at)) return [];
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
        bookings: sharesOf(lines),
        postings: moved(lines, 'available', 'in-transfer'),
      };
      return [{ type: 'PayoutStarted', data }];
    },

    // A transfer that was made is a fact, also if a problem was reported in the meantime.
    recordTransfer(state, { facts: { payoutId, reference }, by }) {
      requireFinance(state, by);
      const payout = state.payouts[payoutId] ?? refuse('payout-not-found', 'This payout does not exist');
      if (payout.outcome === 'made') return [];
      if (payout.outcome === 'failed')
        refuse('payout-ended', 'This payout is marked as failed. Its money is part of a later payout.');
      return [{ type: 'PayoutMade', data: { ...endOf(state, payoutId, payout, 'paid-out'), reference } }];
    },

    recordFailure(state, { facts: { payoutId, reason, destinationWrong }, by }) {
      requireFinance(state, by);
      const payout = state.payouts[payoutId] ?? refuse('payout-not-found', 'This payout does not exist');
      if (payout.outcome === 'failed') return [];
      if (payout.outcome === 'made') refuse('payout-ended', 'This payout is marked as paid');
      const end = endOf(state, payoutId, payout, 'available');
      return [{ type: 'PayoutFailed', data: { ...end, reason, destinationWrong } }];
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
    PayoutStarted: (state, { payoutId, run, amount, destination, lines, postings }) => ({
      ...state,
      latestRun: run,
      ledger: post(state.ledger, postings),
      payouts: { ...state.payouts, [payoutId]: { outcome: 'started', amount, destination, lines } },
    }),
    PayoutMade: (state, end) => ended(state, end, 'made'),
    PayoutFailed: (state, end) => ({
      ...ended(state, end, 'failed'),
      wrongDestination: end.destinationWrong
        ? (state.payouts[end.payoutId]?.destination ?? null)
        : state.wrongDestination,
    }),
  },
});

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

/** Staff neither pay themselves nor confirm a transfer to bank details that are their own. */
function requireFinance({ userId }: PayoutAccount, { id, kind, role }: Actor): void {
  if (kind !== 'staff' || (role !== 'finance' && role !== 'admin'))
    refuse('payout-not-allowed', 'Only finance staff can end a payout');
  if (userId === '') refuse('payout-not-found', 'This payout does not exist');
  if (id === userId)
    refuse('payout-own-not-allowed', 'You cannot end a payout to yourself. Ask another member of staff.');
}

const sum = (lines: readonly { readonly amount: Cents }[]): Cents =>
  lines.reduce((total, { amount }) => total + amount, 0);

const sharesOf = (lines: readonly Line[]): readonly BookingShare[] =>
  [...new Set(lines.map(({ bookingId }) => bookingId))].map((bookingId) => ({
    bookingId,
    amount: sum(lines.filter((line) => line.bookingId === bookingId)),
  }));

const moved = (lines: readonly Line[], from: LedgerAccount, to: LedgerAccount): readonly Posting[] =>
  lines.map(({ paymentId, amount }) =>
    amount < 0
      ? { paymentId, debit: to, credit: from, amount: -amount }
      : { paymentId, debit: from, credit: to, amount },
  );

const endOf = (
  { userId }: PayoutAccount,
  payoutId: string,
  { amount, lines }: StartedPayout,
  to: 'paid-out' | 'available',
): PayoutEnd => ({ userId, payoutId, amount, bookings: sharesOf(lines), postings: moved(lines, 'in-transfer', to) });

const ended = (state: PayoutAccount, end: Readonly<PayoutEnd>, outcome: 'made' | 'failed'): PayoutAccount => {
  const payout = state.payouts[end.payoutId];
  return {
    ...state,
    ledger: post(state.ledger, end.postings),
    payouts: payout ? { ...state.payouts, [end.payoutId]: { ...payout, outcome } } : state.payouts,
  };
};
