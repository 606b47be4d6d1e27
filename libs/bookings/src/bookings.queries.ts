import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { CatalogQueries } from '#catalog';
import { IdentityQueries } from '#identity';
import { type Recorded, refuse, writtenDay } from '#kernel';
import { PaymentsQueries } from '#payments';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { allPages, olderThan, type Page, pageOf, placeIn } from '#platform/reads';
import { type BookingEvents, booking, isPaid, isParty, otherPartyOf, refundFor } from './booking.ts';
import { type BookingEarnings, earningsOf } from './booking-earnings.ts';
import { bookingHistory } from './bookings.projection.ts';
import {
  bookingOf,
  type DayOfBooking,
  disputedBookingOf,
  historyEntryOf,
  peopleIn,
  previewOf,
} from './bookings.resources.ts';
import { type BookingRow, bookingHistoryRows, bookingRows } from './bookings.rows.ts';
import {
  type Booking,
  type BookingCounts,
  type BookingFilter,
  type BookingHistory,
  type BookingHistoryMessage,
  type BookingStatus,
  type BookingsPage,
  type CancellationPreview,
  type DisputedBooking,
} from './contract.ts';
import { latestCompletableEnd } from './deadlines.ts';
import { daysOf, lastDayOf } from './event-time.ts';
import { ReviewsQueries } from './reviews/index.ts';

/** What a module that builds on bookings needs to know about one. `paid`: whether deposit and balance are paid. */
export type BookingSummary = {
  readonly id: string;
  readonly clientId: string;
  readonly creatorId: string;
  readonly status: BookingStatus;
  readonly eventType: string;
  readonly eventName: string | null;
  /** The first day of the event, and the last. */
  readonly eventDate: string;
  readonly lastDate: string;
  readonly paid: boolean;
};

/** `lastDate` is the last day of the event; `serviceType` is null if it is not known. */
type ConfirmedBooking = Pick<BookingSummary, 'id' | 'creatorId' | 'lastDate'> & { readonly serviceType: string | null };

type Condition = FilterQuery<BookingRow>;

const newestFirst = { createdAt: 'desc', id: 'desc' } as const;
const dateAndId = z.tuple([z.iso.date(), z.string()]);
const open: Condition = {
  $or: [
    { status: 'confirmed' },
    { disputed: true },
    { status: 'pending', $or: [{ depositPaymentId: { $ne: null } }, { balancePaymentId: { $ne: null } }] },
  ],
};
const ofPerson = (id: string) => ({ $or: [{ clientId: id }, { creatorId: id }] });
/**
 * Paid bookings for which only the gallery is missing. They prevent the professional from closing their account, but
 * not the client. The aggregate's `abandon` completes these bookings.
 */
const waitsForGallery = (at: string): Condition => ({
  status: 'confirmed',
  disputed: false,
  reopened: false,
  endsAt: { $lte: latestCompletableEnd(at) },
  $and: [
    { $or: [{ depositPaymentId: { $ne: null } }, { depositAmount: 0 }] },
    { $or: [{ balancePaymentId: { $ne: null } }, { balanceAmount: 0 }] },
  ],
});
/** The bookings because of which this person cannot close their account. */
const openOf = (id: string, at: string): Condition => ({
  $and: [open, { $or: [{ creatorId: id }, { clientId: id, $not: waitsForGallery(at) }] }],
});

@Injectable()
export class BookingsQueries {
  constructor(
    private readonly em: EntityManager,
    private readonly identity: IdentityQueries,
    private readonly catalog: CatalogQueries,
    private readonly context: Context,
    private readonly store: EventStore,
    private readonly reviews: ReviewsQueries,
    private readonly payments: PaymentsQueries,
  ) {}

  /** The caller's own bookings, newest first. The first page also has the number of bookings in each status. */
  async mine({ status, limit, cursor }: BookingFilter): Promise<BookingsPage> {
    const me = this.context.origin.by.id;
    const conditions: Condition[] = [ofPerson(me), ...olderThan(cursor)];
    if (status) conditions.push({ status });
    const rows = await this.em.find(bookingRows, { $and: conditions }, { orderBy: newestFirst, limit: limit + 1 });
    const { items, nextCursor } = pageOf(rows, limit, ({ createdAt, id }) => [createdAt, id]);
    const page = { items: await this.#bookings(items), nextCursor };
    return cursor === undefined ? { ...page, counts: await this.counts(me) } : page;
  }

  /**
   * For the booking's parties. Refuses `booking-not-found`, and `booking-not-yours` for everyone else. Staff read the
   * timeline instead.
   */
  async byId(id: string): Promise<Booking> {
    const [booking] = await this.#bookings([await this.#visible(id)]);
    return booking ?? refuse('booking-not-found', 'This booking does not exist');
  }

  /** The changes of a booking and its payments, newest first. Access and refusals are those of {@link byId}. */
  async history(id: string): Promise<BookingHistory> {
    const parties = await this.#visible(id);
    const rows = await this.em.find(bookingHistoryRows, { bookingId: id }, { orderBy: { version: 'desc' } });
    const names = await this.identity.names(peopleIn(rows.map(({ changedBy }) => changedBy)));
    return { items: rows.map((row) => historyEntryOf(row, names, parties)) };
  }

  /** The parties of a booking of the caller. Access and refusals are those of {@link byId}. */
  async ownParties(id: string): Promise<{ readonly clientId: string; readonly creatorId: string }> {
    const { clientId, creatorId } = await this.#visible(id);
    return { clientId, creatorId };
  }

  /** What would be refunded if the caller cancelled now. Has the refusals of the cancellation and of {@link byId}. */
  async cancellation(id: string): Promise<CancellationPreview> {
    const { state } = await this.#visible(id);
    const { by } = this.context.origin;
    const at = this.#now();
    booking.decide.cancel(state, { facts: { reason: 'preview', refundAmount: null }, by, at });
    return previewOf(state, refundFor(state, by.id, { at }));
  }

  /** How many bookings a person has in each status, as client or as creator. */
  async counts(userId: string): Promise<BookingCounts> {
    const rows = await this.em
      .getKysely<{ BookingRow: BookingRow }>({ tableNamingStrategy: 'entity', columnNamingStrategy: 'property' })
      .withSchema('read')
      .selectFrom('BookingRow')
      .select(({ fn }) => ['status', fn.countAll<string>().as('count')])
      .where(({ eb, or }) => or([eb('clientId', '=', userId), eb('creatorId', '=', userId)]))
      .groupBy('status')
      .execute();
    const counts = { all: 0, pending: 0, confirmed: 0, completed: 0, cancelled: 0 };
    for (const { status, count } of rows) counts[status] = Number(count);
    counts.all = counts.pending + counts.confirmed + counts.completed + counts.cancelled;
    return counts;
  }

  /** How many bookings of all users are completed. */
  countCompleted(): Promise<number> {
    return this.em.count(bookingRows, { status: 'completed' });
  }

  /** The caller's own bookings, each with its history. */
  async ownWithHistory() {
    const bookings = await allPages((page) => this.mine(page));
    return Promise.all(
      // The other party's contact details are not the caller's data.
      bookings.map(async ({ contact: _, ...booking }) => ({
        ...booking,
        history: (await this.history(booking.id)).items,
      })),
    );
  }

  /** The reviews and replies that a person has written, oldest first. */
  reviewsBy(personId: string) {
    return this.reviews.writtenBy(personId);
  }

  /** Refuses `account-has-open-bookings` as long as someone depends on a booking of this person. */
  async requireNoOpenBookings(userId: string): Promise<void> {
    const rows = await this.#openRows(userId);
    if (rows.length === 0) return;
    const dates = rows.map(({ eventDate }) => eventDate);
    refuse('account-has-open-bookings', openBookingsText(dates, rows.filter(({ disputed }) => disputed).length));
  }

  /** For staff. Refuses `account-has-open-bookings` as long as a booking of this person has not ended. */
  async requireEndedBookings(userId: string): Promise<void> {
    const [pending, open] = await Promise.all([this.endingWith(userId), this.#openRows(userId)]);
    if (pending.length + open.length > 0)
      refuse(
        'account-has-open-bookings',
        'This person has bookings that have not ended. Their role can change once all are completed or cancelled.',
      );
  }

  /**
   * A person's bookings that are confirmed, disputed or paid for, the next event first. For a client, bookings that are
   * paid and over and for which only the gallery is missing are left out. `eventDate` is YYYY-MM-DD.
   */
  async openBookingsOf(userId: string): Promise<readonly { id: string; status: BookingStatus; eventDate: string }[]> {
    return (await this.#openRows(userId)).map(({ id, status, eventDate }) => ({ id, status, eventDate }));
  }

  /** The ids of all bookings in which a person is a party. */
  async idsOf(userId: string): Promise<readonly string[]> {
    return (await this.em.find(bookingRows, ofPerson(userId), { fields: ['id'] })).map(({ id }) => id);
  }

  /** The ids of the bookings that end when this person closes their account. */
  async endingWith(userId: string): Promise<readonly string[]> {
    const where: Condition = {
      $or: [
        { ...ofPerson(userId), status: 'pending' },
        { clientId: userId, $and: [waitsForGallery(this.#now())] },
      ],
    };
    return (await this.em.find(bookingRows, where, { fields: ['id'] })).map(({ id }) => id);
  }

  /** A person's newest bookings, as the caller sees them. */
  async newest(userId: string, limit: number): Promise<Booking[]> {
    return this.#bookings(await this.em.find(bookingRows, ofPerson(userId), { orderBy: newestFirst, limit }));
  }

  /** Bookings by their ids. The calling module decides who may see them; unknown ids are left out. */
  async summaries(ids: readonly string[]): Promise<ReadonlyMap<string, BookingSummary>> {
    const rows = await this.em.find(bookingRows, { id: { $in: [...new Set(ids)] } });
    return new Map(rows.map((row) => [row.id, summaryOf(row)]));
  }

  /**
   * The last change that the parties of a booking agreed on: its number, and the last day of the event since. Undefined
   * if there was none. From the booking's stream, because read tables may be behind.
   */
  async latestChange(id: string): Promise<{ readonly number: number; readonly lastDate: string } | undefined> {
    const { state } = await this.store.load(booking, id);
    return state.latestChange === 0 ? undefined : { number: state.latestChange, lastDate: lastDayOf(state) };
  }

  /**
   * What the professional of a booking has earned with it now, undefined if it does not exist. `version` is the number
   * of the booking's events so far. From the event log, because read tables may be behind.
   */
  async earnings(
    id: string,
  ): Promise<(BookingEarnings & { readonly creatorId: string; readonly version: number }) | undefined> {
    const { state, version } = await this.store.load(booking, id);
    if (state.status === 'none') return undefined;
    const payments = Object.keys(state.ledger);
    const decisions = await Promise.all(payments.map((paymentId) => this.payments.isDisputed(paymentId)));
    const earnings = earningsOf(state, this.#now(), decisions.includes(true));
    return { ...earnings, creatorId: state.creatorId, version };
  }

  /** The confirmed bookings of a creator, the latest event first. */
  async confirmedOf(creatorId: string): Promise<readonly BookingSummary[]> {
    const orderBy = { eventDate: 'desc', id: 'desc' } as const;
    return (await this.em.find(bookingRows, { creatorId, status: 'confirmed' }, { orderBy })).map(summaryOf);
  }

  /**
   * The confirmed bookings whose event ended on this day (YYYY-MM-DD) or before, and the service that was booked. For
   * staff.
   */
  async confirmedUntil(lastDate: string): Promise<readonly ConfirmedBooking[]> {
    const fields = ['id', 'creatorId', 'lastDate', 'serviceType'] as const;
    const rows = await this.em.find(bookingRows, { status: 'confirmed', lastDate: { $lte: lastDate } }, { fields });
    return rows.map(({ id, creatorId, lastDate: ended, serviceType }) => ({
      id,
      creatorId,
      lastDate: ended,
      serviceType: serviceType ?? null,
    }));
  }

  /** The bookings with a problem that is not resolved, the next event first. For staff. */
  async disputed(limit: number, cursor?: string): Promise<Page<DisputedBooking>> {
    const after = placeIn(dateAndId, cursor);
    const rest = after && { $or: [{ eventDate: { $gt: after[0] } }, { eventDate: after[0], id: { $gt: after[1] } }] };
    const orderBy = { eventDate: 'asc', id: 'asc' } as const;
    const found = await this.em.find(bookingRows, { disputed: true, ...rest }, { orderBy, limit: limit + 1 });
    const { items: rows, nextCursor } = pageOf(found, limit, ({ eventDate, id }) => [eventDate, id]);
    const where = { bookingId: { $in: rows.map(({ id }) => id) }, entry: 'disputed' as const };
    const [names, entries] = await Promise.all([
      this.identity.names(rows.map(({ creatorId }) => creatorId)),
      this.em.find(bookingHistoryRows, where, { orderBy: { version: 'desc' } }),
    ]);
    return { items: rows.map((row) => disputedBookingOf(row, entries, names)), nextCursor };
  }

  /** The parties of a booking; undefined if it does not exist. */
  async parties(bookingId: string): Promise<{ clientId: string; creatorId: string } | undefined> {
    const row = await this.em.findOne(bookingRows, { id: bookingId });
    return row ? { clientId: row.clientId, creatorId: row.creatorId } : undefined;
  }

  /**
   * Refuses `booking-not-allowed` for staff who are not a party: they act for the parties in the back office, with a
   * reason.
   */
  async requireOwn(bookingId: string): Promise<void> {
    const { by } = this.context.origin;
    const parties = by.kind === 'staff' ? await this.parties(bookingId) : undefined;
    if (parties && !isParty(parties, by))
      refuse('booking-not-allowed', 'Staff act for the parties of a booking in the back office, with a reason');
  }

  /** The socket message for an event; undefined if the event does not appear in a booking's history. */
  messageOf(event: Recorded): BookingHistoryMessage | undefined {
    const { type, data, position } = event as Recorded<BookingEvents>;
    const row = bookingHistory.insert[type]?.(data as never, event);
    if (!row) return undefined;
    const { bookingId, status, changedBy, createdAt } = row;
    return {
      bookingId: bookingId as BookingHistoryMessage['bookingId'],
      status,
      changedBy,
      createdAt,
      position: `${position}`,
    };
  }

  #openRows(userId: string) {
    const fields = ['id', 'status', 'eventDate', 'disputed'] as const;
    const orderBy = { eventDate: 'asc', id: 'asc' } as const;
    return this.em.find(bookingRows, openOf(userId, this.#now()), { fields, orderBy });
  }

  #now(): string {
    return this.context.now().toISOString();
  }

  async #visible(id: string): Promise<BookingRow> {
    const { by } = this.context.origin;
    const row = await this.em.findOne(bookingRows, { id });
    if (!row) refuse('booking-not-found', 'This booking does not exist');
    if (!isParty(row, by)) refuse('booking-not-yours', 'This booking belongs to other users');
    return row;
  }

  async #bookings(rows: readonly BookingRow[]): Promise<Booking[]> {
    const names = await this.identity.names(peopleIn(rows.flatMap(({ clientId, creatorId }) => [clientId, creatorId])));
    const viewer = { by: this.context.origin.by, at: this.#now() };
    const days = await this.#daysOfPending(rows);
    const contacts = await this.#contacts(rows);
    return rows.map((row) => ({
      ...bookingOf(row, names, viewer, days.get(row.id)),
      contact: contacts.get(row.id) ?? null,
    }));
  }

  /** How the caller reaches the other party of each of their bookings that is confirmed or completed. */
  async #contacts(rows: readonly BookingRow[]): Promise<ReadonlyMap<string, NonNullable<Booking['contact']>>> {
    const me = this.context.origin.by.id;
    const open = rows.filter((row) => isParty(row, { id: me }) && hasContacts(row));
    const people = await this.identity.contacts(open.map((row) => otherPartyOf(row, me)));
    return new Map(
      open.flatMap((row) => {
        const contact = people.get(otherPartyOf(row, me));
        return contact ? [[row.id, { email: contact.email, phone: contact.phone }]] : [];
      }),
    );
  }

  /**
   * Whether the days of pending bookings can still take them, and for their professional how many other bookings there
   * are.
   */
  async #daysOfPending(rows: readonly BookingRow[]): Promise<ReadonlyMap<string, DayOfBooking>> {
    const pending = rows.filter(({ status }) => status === 'pending');
    if (pending.length === 0) return new Map();
    const events = pending.map((row) => ({ id: row.id, creatorId: row.creatorId, dates: daysOf(row) }));
    const [sameDay, days] = await Promise.all([this.#onSameDays(pending), this.catalog.eventDayFacts(events)]);
    return new Map(
      pending.map(({ id }) => {
        const { taken = false, blocked = false } = days.get(id) ?? {};
        return [id, { sameDay: sameDay.get(id) ?? { confirmed: 0, pending: 0 }, taken, blocked }];
      }),
    );
  }

  /** For each of these bookings of the caller as a professional, how many others share a day with it, in one query. */
  async #onSameDays(rows: readonly BookingRow[]): Promise<ReadonlyMap<string, Booking['sameDay']>> {
    const me = this.context.origin.by.id;
    const own = rows.filter(({ creatorId }) => creatorId === me);
    if (own.length === 0) return new Map();
    const fields = ['id', 'eventDate', 'lastDate', 'status'] as const;
    const $or = own.map(({ eventDate, lastDate }) => ({
      eventDate: { $lte: lastDate },
      lastDate: { $gte: eventDate },
    }));
    const where: Condition = { creatorId: me, status: { $in: ['pending', 'confirmed'] }, $or };
    const found = await this.em.find(bookingRows, where, { fields });
    return new Map(
      own.map(({ id, eventDate, lastDate }) => {
        const others = found.filter(
          (other) => other.id !== id && other.eventDate <= lastDate && other.lastDate >= eventDate,
        );
        const confirmed = others.filter(({ status }) => status === 'confirmed').length;
        return [id, { confirmed, pending: others.length - confirmed }];
      }),
    );
  }
}

/** The message for a person who cannot close their account before these bookings have ended. */
export const openBookingsText = (dates: readonly string[], disputed: number): string => {
  const last = writtenDay(dates.at(-1) ?? '');
  const bookings =
    dates.length === 1
      ? `a booking on ${last} that is confirmed or paid for`
      : `${dates.length} bookings that are confirmed or paid for, the last on ${last}`;
  const problems = disputed > 0 ? ' Problems that are reported with them have to be resolved first.' : '';
  const [they, have] = dates.length === 1 ? ['it', 'has'] : ['they', 'have'];
  return `You have ${bookings}. You can delete your account once ${they} ${have} ended: bookings are completed after their event, or you cancel them before.${problems}`;
};

const hasContacts = ({ status }: BookingRow): boolean => status === 'confirmed' || status === 'completed';

const summaryOf = ({
  id,
  clientId,
  creatorId,
  status,
  eventType,
  eventName,
  eventDate,
  lastDate,
  state,
}: BookingRow) => ({
  id,
  clientId,
  creatorId,
  status,
  eventType,
  eventName: eventName ?? null,
  eventDate,
  lastDate,
  paid: isPaid(state, 'deposit') && isPaid(state, 'balance'),
});
