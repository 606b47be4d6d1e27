import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type BookingSummary, BookingsQueries } from '#bookings';
import { IdentityQueries } from '#identity';
import { type Cents, refuse, writtenAmount } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { type Page, pageOf, placeIn, timeAndId } from '#platform/reads';
import type {
  BankScheme,
  BookingEarnings,
  EarningsEntry,
  NegativeBalance,
  Payout,
  PayoutBalances,
  PayoutOverview,
  PayoutProblem,
  PayoutStatus,
  ShownDestination,
} from './contract.ts';
import { bookingBalances, obstacleTo, type PayoutAccount, payoutAccount } from './payout-account.ts';
import { isProfessional, payoutDestination } from './payout-destination.ts';
import { type Balances, totalOf } from './payout-ledger.ts';
import { minimumPayout, nextRun } from './payout-schedule.ts';
import {
  type PayoutDestinationRow,
  type PayoutRow,
  payoutAccountRows,
  payoutDestinationRows,
  payoutRows,
} from './payouts.rows.ts';

/** A payout as staff see it. `problems` are why one that waits for its transfer should not be transferred. */
export type StaffPayout = Payout & {
  readonly professional: { readonly id: string; readonly shortName: string };
  readonly handedOverBy: { id: string; role: string } | null;
  readonly scheme: BankScheme | null;
  readonly lastFour: string | null;
  readonly problems: PayoutProblem[];
};
/** All given filters apply. `person` is the professional's id. */
type StaffPayoutFilter = {
  readonly status?: PayoutStatus | undefined;
  readonly person?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};
const maxListed = 200;

@Injectable()
export class PayoutsQueries {
  constructor(
    private readonly em: EntityManager,
    private readonly store: EventStore,
    private readonly bookings: BookingsQueries,
    private readonly people: IdentityQueries,
    private readonly context: Context,
  ) {}

  /** The caller's money, bank details and payouts. Refuses `payout-not-allowed` for everyone but professionals. */
  async own(): Promise<PayoutOverview> {
    const userId = await this.#professional();
    const [state, destination, rows, hasAccess] = await Promise.all([
      this.#account(userId),
      this.em.findOne(payoutDestinationRows, { id: `payout-destination-${userId}` }),
      this.em.find(payoutRows, { userId }, { orderBy: { startedAt: 'desc', id: 'desc' }, limit: maxListed }),
      this.people.hasAccess(userId),
    ]);
    return {
      balances: shown(totalOf(state.ledger)),
      ...nextPayout(state, destination, { hasAccess, at: this.context.now().toISOString() }),
      destination: destination && shownDestination(destination),
      entries: await this.#entries(state),
      payouts: rows.map(payoutOf),
    };
  }

  /** What the caller has earned with a booking. Refuses `booking-not-found` and `booking-not-yours`. */
  async ofBooking(bookingId: string): Promise<BookingEarnings> {
    const { creatorId } = await this.bookings.ownParties(bookingId);
    if (creatorId !== this.context.origin.by.id) refuse('booking-not-yours', 'This booking belongs to other users');
    const state = await this.#account(creatorId);
    return earningsIn(state, bookingId);
  }

  /**
   * Refuses `account-has-payouts` as long as money of this person is on its way to them, or will be, and
   * `account-owes-money` if more was paid to them than they have earned.
   */
  async requireSettled(userId: string): Promise<void> {
    const state = await this.#account(userId);
    const { held, available, inTransfer } = shown(totalOf(state.ledger));
    // Money of a pending request is refunded, because closing the account ends the request.
    const requested = Object.entries(state.bookings)
      .filter(([, booking]) => booking.state === 'requested')
      .reduce((sum, [bookingId]) => sum + bookingBalances(state, bookingId).held, 0);
    const owed = held - requested + inTransfer + (available >= minimumPayout ? available : 0);
    if (owed > 0) refuse('account-has-payouts', owedText(owed));
    if (available < 0) refuse('account-owes-money', debtText(-available));
  }

  /** What the product holds about the payouts of a person. */
  async exportOf(userId: string) {
    const [state, destination, rows] = await Promise.all([
      this.#account(userId),
      this.store.load(payoutDestination, `payout-destination-${userId}`),
      this.em.find(payoutRows, { userId }, { orderBy: { startedAt: 'asc', id: 'asc' } }),
    ]);
    const row = await this.em.findOne(payoutDestinationRows, { id: `payout-destination-${userId}` });
    return {
      balances: shown(totalOf(state.ledger)),
      bankDetails: row && { ...shownDestination(row), holder: destination.state.holder },
      bookings: Object.keys(state.bookings).map((bookingId) => earningsIn(state, bookingId)),
      payouts: rows.map(payoutOf),
    };
  }

  /** A payout by its id. Refuses `payout-not-found`. */
  async require(payoutId: string): Promise<PayoutRow> {
    const row = await this.em.findOne(payoutRows, { id: payoutId });
    return row ?? refuse('payout-not-found', 'This payout does not exist');
  }

  /** Payouts for staff, the newest first. */
  async search(filter: StaffPayoutFilter, limit: number, cursor?: string): Promise<Page<StaffPayout>> {
    const after = placeIn(timeAndId, cursor);
    const conditions: FilterQuery<PayoutRow>[] = [
      ...(filter.status === undefined ? [] : [{ status: filter.status }]),
      ...(filter.person === undefined ? [] : [{ userId: filter.person }]),
      ...(filter.from === undefined ? [] : [{ startedAt: { $gte: `${filter.from}T00:00:00.000Z` } }]),
      ...(filter.to === undefined ? [] : [{ startedAt: { $lte: `${filter.to}T23:59:59.999Z` } }]),
      ...(after ? [{ $or: [{ startedAt: { $lt: after[0] } }, { startedAt: after[0], id: { $lt: after[1] } }] }] : []),
    ];
    const orderBy = { startedAt: 'desc', id: 'desc' } as const;
    const rows = await this.em.find(payoutRows, { $and: conditions }, { orderBy, limit: limit + 1 });
    const { items, nextCursor } = pageOf(rows, limit, ({ startedAt, id }) => [startedAt, id]);
    return { items: await this.#forStaff(items), nextCursor };
  }

  /** How many payouts are to be paid. */
  countWaiting(): Promise<number> {
    return this.em.count(payoutRows, { status: 'started' });
  }

  /** The professionals with a negative balance, the largest debt first. The list ends at 200 entries. */
  async negativeBalances(): Promise<NegativeBalance[]> {
    const orderBy = { available: 'asc', id: 'asc' } as const;
    const rows = await this.em.find(payoutAccountRows, { available: { $lt: 0 } }, { orderBy, limit: maxListed });
    const names = await this.people.names(rows.map(({ userId }) => userId));
    return rows.map(({ userId, available }) => ({ professional: professionalIn(names, userId), available }));
  }

  /**
   * A payout that waits for its transfer, to bank details that still exist. Refuses `payout-not-found`, `payout-ended`,
   * and `payout-destination-replaced` if they were replaced or erased since.
   */
  async requirePayable(payoutId: string): Promise<PayoutRow> {
    const row = await this.require(payoutId);
    if (row.status !== 'started') refuse('payout-ended', 'This payout is no longer waiting for its transfer');
    const { number, numbers } = (await this.store.load(payoutDestination, `payout-destination-${row.userId}`)).state;
    if (number !== row.destination || numbers === null)
      refuse(
        'payout-destination-replaced',
        'The bank details were replaced: do not transfer this payout. If it was transferred already, mark it as paid.',
      );
    return row;
  }

  async #forStaff(rows: readonly PayoutRow[]): Promise<StaffPayout[]> {
    const ids = [...new Set(rows.map(({ userId }) => userId))];
    const started = rows.filter(({ status }) => status === 'started');
    const [suspended, names, destinations, accounts] = await Promise.all([
      this.people.suspendedAmong(started.map(({ userId }) => userId)),
      this.people.names(ids),
      this.em.find(payoutDestinationRows, { userId: { $in: ids } }),
      this.em.find(payoutAccountRows, { userId: { $in: ids } }),
    ]);
    return rows.map((row) => {
      const bank = destinations.find(({ userId, number }) => userId === row.userId && number === row.destination);
      const state = accounts.find(({ userId }) => userId === row.userId)?.state;
      const isSuspended = suspended.has(row.userId);
      return {
        ...payoutOf(row),
        professional: professionalIn(names, row.userId),
        handedOverBy: row.handedOverBy ? { ...row.handedOverBy } : null,
        scheme: bank?.scheme ?? null,
        lastFour: bank?.lastFour ?? null,
        problems: row.status === 'started' && state ? problemsOf(row, state, isSuspended) : [],
      };
    });
  }

  async #entries(state: PayoutAccount): Promise<EarningsEntry[]> {
    const earnings = Object.entries(state.bookings)
      .sort(([, one], [, other]) => (one.asOf > other.asOf ? -1 : 1))
      .map(([bookingId]) => earningsIn(state, bookingId))
      .filter(({ held, available, inTransfer, paidOut }) => [held, available, inTransfer, paidOut].some(Boolean))
      .slice(0, maxListed);
    const summaries = await this.bookings.summaries(earnings.map(({ bookingId }) => bookingId));
    const named = earnings.flatMap((entry): EarningsEntry[] => {
      const summary = summaries.get(entry.bookingId);
      return summary ? [{ ...entry, ...eventOf(summary) }] : [];
    });
    return named.sort((one, other) => (one.eventDate > other.eventDate ? -1 : 1));
  }

  async #account(userId: string): Promise<PayoutAccount> {
    const row = await this.em.findOne(payoutAccountRows, { id: `payout-account-${userId}` });
    return row?.state ?? payoutAccount.initial;
  }

  /** Staff act in their staff role, so the sign-up role counts. */
  async #professional(): Promise<string> {
    const { id } = this.context.origin.by;
    if (!isProfessional((await this.people.names([id])).get(id)?.role))
      refuse('payout-not-allowed', 'Only professionals get payouts');
    return id;
  }
}

const shown = ({ held, available, ...balances }: Balances): PayoutBalances => ({
  held,
  available,
  inTransfer: balances['in-transfer'],
  paidOut: balances['paid-out'],
});

const earningsIn = (state: PayoutAccount, bookingId: string): BookingEarnings => {
  const { state: earnings = 'requested', changesAt = null } = state.bookings[bookingId] ?? {};
  const balances = shown(bookingBalances(state, bookingId));
  return { bookingId: bookingId as BookingEarnings['bookingId'], state: earnings, changesAt, ...balances };
};

const eventOf = ({ eventName, eventType, eventDate }: BookingSummary) => ({ eventName, eventType, eventDate });

const shownDestination = ({ scheme, lastFour, heldUntil, changedAt }: PayoutDestinationRow): ShownDestination => ({
  scheme,
  lastFour: lastFour ?? '',
  heldUntil,
  changedAt,
});

const payoutOf = (row: PayoutRow): Payout => ({
  id: row.id as Payout['id'],
  number: row.number,
  amount: row.amount,
  status: row.status,
  startedAt: row.startedAt,
  handedOverAt: row.handedOverAt ?? null,
  endedAt: row.endedAt ?? null,
  reference: row.reference ?? null,
  reason: row.reason ?? null,
  bookings: row.bookings.map(({ bookingId, amount }) => ({ bookingId, amount })),
});

/** When the next payout starts, and what prevents it. */
const nextPayout = (
  state: PayoutAccount,
  row: PayoutDestinationRow | null,
  { hasAccess, at }: { hasAccess: boolean; at: string },
): Pick<PayoutOverview, 'nextPayoutAt' | 'obstacle'> => {
  const destination = row?.lastFour ? { number: row.number, heldUntil: row.heldUntil } : null;
  const obstacle = obstacleTo(state, { destination, hasAccess }, at) ?? null;
  if (obstacle === null) return { nextPayoutAt: nextRun(at), obstacle };
  const isLater = obstacle === 'destination-held' && totalOf(state.ledger).available >= minimumPayout;
  return { nextPayoutAt: isLater && destination ? nextRun(destination.heldUntil) : null, obstacle };
};

const professionalIn = (names: ReadonlyMap<string, { readonly shortName: string }>, id: string) => ({
  id,
  shortName: names.get(id)?.shortName ?? 'Former member',
});

/** Why a payout should not be transferred, although it has started. */
const problemsOf = ({ bookings }: PayoutRow, state: PayoutAccount, isSuspended: boolean): PayoutProblem[] => [
  ...(isSuspended ? [{ problem: 'suspended' as const, bookingId: null }] : []),
  ...bookings.flatMap(({ bookingId }) => {
    const { state: now, available } = earningsIn(state, bookingId);
    const stopped = stoppedBy[now];
    return [
      ...(stopped ? [{ problem: stopped, bookingId }] : []),
      ...(available < 0 ? [{ problem: 'refunded' as const, bookingId }] : []),
    ];
  }),
];

const stoppedBy: Readonly<Record<BookingEarnings['state'], PayoutProblem['problem'] | null>> = {
  requested: 'not-earned',
  refundable: 'not-earned',
  'awaiting-completion': null,
  disputed: 'disputed',
  reopened: 'reopened',
  earned: null,
};

const debtText = (debt: Cents): string =>
  `${writtenAmount(debt)} that was paid out to you went back to clients, so you owe it to Festoon. Contact support to settle it; then you can delete your account.`;

const owedText = (owed: Cents): string =>
  `${writtenAmount(owed)} from your bookings has not been paid out yet. Enter your bank details in Settings and wait for the payout; then you can delete your account.`;
