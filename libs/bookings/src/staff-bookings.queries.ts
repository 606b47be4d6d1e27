import { raw } from '@mikro-orm/core';
import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '#identity';
import { refuse } from '#kernel';
import { gazetteer } from '#leads';
import { LogReader } from '#platform/audit';
import { Context } from '#platform/context';
import { Modules } from '#platform/module';
import { olderThan, type Page, pageOf } from '#platform/reads';
import { type Booking, isPaid } from './booking.ts';
import { versionsOf } from './booking-versions.resources.ts';
import { staffActionsOf } from './bookings.resources.ts';
import { type BookingRow, bookingRows } from './bookings.rows.ts';
import type { BookingStatus, BookingVersions, PaymentState, StaffBookingActions } from './contract.ts';
import { totalReceived, totalRefunded } from './payment-ledger.ts';

/** All conditions apply together. Dates are days of the event, inclusive; amounts are whole cents, inclusive. */
export type StaffBookingFilter = {
  /** The id of a booking, also without `booking-`, or of a party. */
  readonly id?: string | undefined;
  /** Only bookings with these ids. */
  readonly ids?: readonly string[] | undefined;
  /** The exact email address or the whole name of a party. */
  readonly party?: string | undefined;
  /** A word of the professional's name. */
  readonly professional?: string | undefined;
  /**
   * The city or the region of the event, as a whole. No other part of the address is compared, because it is not shown
   * either.
   */
  readonly place?: string | undefined;
  readonly status?: BookingStatus | undefined;
  readonly payment?: PaymentState | undefined;
  /** Whether only bookings with a problem that is not resolved are found. */
  readonly disputed?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly minAmount?: number | undefined;
  readonly maxAmount?: number | undefined;
};

/** A booking as a list of staff shows it: without personal data, except the public name of the professional. */
export type StaffBooking = {
  readonly id: string;
  readonly status: BookingStatus;
  readonly payment: PaymentState;
  readonly disputed: boolean;
  readonly eventType: string;
  readonly eventDate: string;
  readonly lastDate: string;
  readonly totalAmount: number;
  /** What arrived, whatever was refunded of it since. */
  readonly paidAmount: number;
  readonly refundedAmount: number;
  readonly refundDue: number;
  readonly createdAt: string;
  readonly clientId: string;
  readonly creator: { readonly id: string; readonly shortName: string };
};

type Condition = FilterQuery<BookingRow>;

/** What the deposit and the balance of a booking must be for each of the states. */
const paidParts = {
  deposit: { $or: [{ depositPaymentId: { $ne: null } }, { depositAmount: 0 }] },
  balance: { $or: [{ balancePaymentId: { $ne: null } }, { balanceAmount: 0 }] },
} satisfies Record<string, Condition>;
const isRefundDue: Condition = { refundDue: { $gt: 0 } };
const isOverdue: Condition = { refundDue: 0, balanceOverdue: true };
const conditionOf = (payment: PaymentState): Condition => {
  const settled = { refundDue: 0, balanceOverdue: false };
  const ledger = raw((alias) => `(${alias}.state ->> 'ledger')`);
  const refunded = { depositPaymentId: null, balancePaymentId: null, [ledger]: { $ne: '{}' } } as Condition;
  const states: Readonly<Record<PaymentState, Condition>> = {
    'refund-due': isRefundDue,
    overdue: isOverdue,
    refunded: { $and: [settled, refunded] },
    paid: { $and: [settled, { $not: refunded }, paidParts.deposit, paidParts.balance] },
    'deposit-paid': { $and: [settled, { $not: refunded }, paidParts.deposit, { $not: paidParts.balance }] },
    unpaid: { $and: [settled, { $not: refunded }, { $not: paidParts.deposit }] },
  };
  return states[payment];
};

/** Whether money arrived, and all of it was returned. */
const isRefunded = ({ paid, ledger }: Booking): boolean => Object.keys(paid).length === 0 && totalReceived(ledger) > 0;

const paymentOf = ({ refundDue, balanceOverdue, state }: BookingRow): PaymentState => {
  if (refundDue > 0) return 'refund-due';
  if (balanceOverdue) return 'overdue';
  if (isRefunded(state)) return 'refunded';
  if (!isPaid(state, 'deposit')) return 'unpaid';
  return isPaid(state, 'balance') ? 'paid' : 'deposit-paid';
};

/** All bookings, for staff. */
@Injectable()
export class StaffBookingsQueries {
  constructor(
    private readonly em: EntityManager,
    private readonly identity: IdentityQueries,
    private readonly context: Context,
    private readonly log: LogReader,
    private readonly modules: Modules,
  ) {}

  /** The bookings that match the filter, the newest request first. */
  async search(filter: StaffBookingFilter, limit: number, cursor?: string): Promise<Page<StaffBooking>> {
    const conditions: Condition[] = [...(await this.#people(filter)), ...ownConditions(filter), ...olderThan(cursor)];
    const orderBy = { createdAt: 'desc', id: 'desc' } as const;
    const rows = await this.em.find(bookingRows, { $and: conditions }, { orderBy, limit: limit + 1 });
    const { items, nextCursor } = pageOf(rows, limit, ({ createdAt, id }) => [createdAt, id]);
    const names = await this.identity.names(items.map(({ creatorId }) => creatorId));
    return { items: items.map((row) => staffBookingOf(row, names.get(row.creatorId)?.shortName)), nextCursor };
  }

  /** What the caller may do now on behalf of the parties. Refuses `booking-not-found`. */
  async actions(id: string): Promise<StaffBookingActions> {
    const row = await this.em.findOne(bookingRows, { id });
    if (!row) refuse('booking-not-found', 'This booking does not exist');
    return staffActionsOf(row.state, { by: this.context.origin.by, at: this.context.now().toISOString() });
  }

  /** The booking as it was after each of its events, without personal data. Refuses `booking-not-found`. */
  async versions(id: string): Promise<BookingVersions> {
    const events = await this.log.withoutPersonalData(id);
    if (events.length === 0) refuse('booking-not-found', 'This booking does not exist');
    return { items: [...versionsOf(events, (type) => this.modules.auditTitle(type) ?? type)] };
  }

  /** How many bookings have a problem that is not resolved, are in arrears, or have money that must go back. */
  async attention(): Promise<{ disputed: number; overdue: number; refundsDue: number }> {
    const [disputed, late, refundsDue] = await Promise.all([
      this.em.count(bookingRows, { disputed: true }),
      this.em.count(bookingRows, isOverdue),
      this.em.count(bookingRows, isRefundDue),
    ]);
    return { disputed, overdue: late, refundsDue };
  }

  async #people({ party, professional }: StaffBookingFilter): Promise<readonly Condition[]> {
    const [parties, professionals] = await Promise.all([
      party === undefined ? [] : this.identity.byEmailOrName(party),
      professional === undefined ? [] : this.identity.professionalsNamed(professional),
    ]);
    return [
      ...(party === undefined
        ? []
        : [{ $or: [{ clientId: { $in: [...parties] } }, { creatorId: { $in: [...parties] } }] }]),
      ...(professional === undefined ? [] : [{ creatorId: { $in: [...professionals] } }]),
    ];
  }
}

const ownConditions = (filter: StaffBookingFilter): readonly Condition[] => {
  const { id, ids, place: text, status, payment, disputed, from, to, minAmount, maxAmount } = filter;
  const amount = raw((alias) => `(${alias}.deposit_amount + ${alias}.balance_amount)`);
  return [
    ...(id === undefined ? [] : [{ $or: [{ id }, { id: `booking-${id}` }, { clientId: id }, { creatorId: id }] }]),
    ...(ids === undefined ? [] : [{ id: { $in: [...ids] } }]),
    ...(text === undefined ? [] : [placeCondition(text)]),
    ...(status === undefined ? [] : [{ status }]),
    ...(payment === undefined ? [] : [conditionOf(payment)]),
    ...(disputed ? [{ disputed }] : []),
    ...(from === undefined ? [] : [{ eventDate: { $gte: from } }]),
    ...(to === undefined ? [] : [{ eventDate: { $lte: to } }]),
    ...(minAmount === undefined ? [] : [{ [amount]: { $gte: minAmount } } as Condition]),
    ...(maxAmount === undefined ? [] : [{ [amount]: { $lte: maxAmount } } as Condition]),
  ];
};

const isCityOrRegion = (text: string): boolean =>
  gazetteer.citiesNamed(text).length > 0 || gazetteer.center(text) !== undefined;

/** The part of an address that names a city or region, between commas and perhaps with a postal code. */
const placeCondition = (text: string): Condition => {
  // No booking has the id ''.
  if (!isCityOrRegion(text)) return { id: '' };
  const name = text.replace(/[^\p{L}\p{N}\s]/gu, '\\$&');
  return { eventLocation: { $re: `(?i)(^|[,;\\n])\\s*${name}(\\s+[a-z0-9 -]*[0-9][a-z0-9 -]*)?\\s*($|[,;\\n])` } };
};

const staffBookingOf = (row: BookingRow, creatorName = 'Former member'): StaffBooking => ({
  id: row.id,
  status: row.status,
  payment: paymentOf(row),
  disputed: row.disputed,
  eventType: row.eventType,
  eventDate: row.eventDate,
  lastDate: row.lastDate,
  totalAmount: row.depositAmount + row.balanceAmount,
  paidAmount: totalReceived(row.state.ledger),
  refundedAmount: totalRefunded(row.state.ledger),
  refundDue: row.refundDue,
  createdAt: row.createdAt,
  clientId: row.clientId,
  creator: { id: row.creatorId, shortName: creatorName },
});
