import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { catalogModule } from '#catalog';
import { creatorDay, creatorDayOf } from '#catalog/testing';
import { IdentityQueries } from '#identity';
import type { Actor } from '#kernel';
import { Context } from '#platform/context';
import { race, raceRuns, TestApp } from '#platform/testing';
import { type BookingEvents, booking } from './booking.ts';
import {
  AbandonConfirmation,
  AbandonConfirmationHandler,
  ConfirmBooking,
  ConfirmBookingHandler,
} from './booking-confirmation.commands.ts';
import {
  CancelUnpaidBooking,
  CancelUnpaidBookingHandler,
  ExpireBooking,
  ExpireBookingHandler,
} from './booking-deadlines.commands.ts';
import { AcceptBookingProposal, AcceptBookingProposalHandler } from './booking-proposals.commands.ts';
import { RecordBookingPayment, RecordBookingPaymentHandler } from './booking-receipts.commands.ts';
import { requestedFacts } from './booking-request.suite.ts';
import { CancelBooking, CancelBookingHandler } from './bookings.commands.ts';
import { daysOf } from './event-time.ts';
import { OpenCheckouts } from './open-checkouts.gateway.ts';
import { StaffReasons } from './staff-reasons.checks.ts';

const client = (): Actor => ({ id: randomUUID(), kind: 'user', role: 'client' });
const creator = (): Actor => ({ id: randomUUID(), kind: 'user', role: 'creator' });
const worker: Actor = { id: 'bookings.race', kind: 'worker', role: 'reaction' };
const eventDate = '2999-06-20';
const deadline = '2030-01-07T00:00:00.000Z';

let site: TestApp;
/** Bookings of which the provider has received the balance, whose webhook has not arrived. */
const paidAtProvider = new Set<string>();
const settle = async (id: string, part: 'deposit' | 'balance', clientId: string): Promise<void> => {
  if (paidAtProvider.has(id)) await arrive(id, part, clientId);
};

beforeAll(async () => {
  site = await TestApp.start({
    imports: [catalogModule.nest],
    providers: [
      ConfirmBookingHandler,
      AbandonConfirmationHandler,
      CancelBookingHandler,
      RecordBookingPaymentHandler,
      ExpireBookingHandler,
      CancelUnpaidBookingHandler,
      AcceptBookingProposalHandler,
      // No staff act in these tests, so there are no staff reasons to check.
      { provide: StaffReasons, useValue: { check: async () => undefined } },
      { provide: OpenCheckouts, useValue: { settle } },
      { provide: IdentityQueries, useValue: { erasedAmong: async () => [] } },
    ],
    follows: false,
  });
});
afterAll(() => site.stop());

/** The clock of every command from now on. */
const setNow = (clock: () => string): void => {
  site.app.get(Context).now = () => new Date(clock());
};

type Parties = { readonly ann: Actor; readonly bo: Actor; readonly id: string };

/** A request that expires at the deadline; with `confirmed`, a booking whose deposit is due then. */
const bookingOf = async (confirmed = false, durationDays = 1): Promise<Parties> => {
  const [ann, bo, id] = [client(), creator(), `booking-${randomUUID()}`];
  const requested: BookingEvents['BookingRequested'] = {
    ...requestedFacts,
    clientId: ann.id,
    creatorId: bo.id,
    createdBy: ann.id,
    packageId: randomUUID(),
    refundTerms: { policy: 'strict', fullRefundDays: 500_000, halfRefundDays: 0 },
    expiresAt: deadline,
    eventDate,
    durationDays,
    eventLocation: 'Old mill',
  };
  const confirmation = {
    eventDate,
    durationDays,
    startTime: null,
    timeZone: 'UTC',
    graceUntil: null,
    depositDueAt: deadline,
    balanceDueDate: '2999-06-06',
    unpaidCancellableFrom: '2999-06-17T00:00:00.000Z',
  };
  await site.as(ann, () =>
    site.store.append<BookingEvents>(id, 0, [
      { type: 'BookingRequested', data: requested },
      ...(confirmed ? [{ type: 'BookingConfirmed' as const, data: confirmation }] : []),
    ]),
  );
  return { ann, bo, id };
};

const amounts = { deposit: 30_000, balance: 70_000 };
const arrive = (id: string, part: 'deposit' | 'balance', payerId: string) =>
  site.send(worker, new RecordBookingPayment(id, { part, paymentId: `${id}/${part}`, amount: amounts[part], payerId }));
const stateOf = async (id: string) => (await site.store.load(booking, id)).state;
const dueOf = async (id: string, part: 'deposit' | 'balance') => (await stateOf(id)).ledger[`${id}/${part}`]?.refundDue;

test('expiry and payment at the same time: the request is cancelled, and everything is refunded once', async () => {
  setNow(() => deadline);
  for (const run of raceRuns) {
    const { ann, id } = await bookingOf();
    const outcomes = await race(
      run,
      () => site.send(worker, new ExpireBooking(id, deadline)),
      () => arrive(id, 'deposit', ann.id),
    );
    expect(outcomes).toEqual(['done', 'done']);
    const { status, paid, ledger } = await stateOf(id);
    expect({ status, paid, ledger }).toEqual({
      status: 'cancelled',
      paid: {},
      ledger: { [`${id}/deposit`]: { received: 30_000, refunded: 0, refundDue: 30_000 } },
    });
  }
}, 600_000);

test('the deadline of the deposit against its payment: it is kept and the booking stays, or both end', async () => {
  setNow(() => deadline);
  for (const run of raceRuns) {
    const { ann, id } = await bookingOf(true);
    await race(
      run,
      () => site.send(worker, new CancelUnpaidBooking(id, deadline)),
      () => arrive(id, 'deposit', ann.id),
    );
    const { status } = await stateOf(id);
    expect(['confirmed', 'cancelled']).toContain(status);
    expect(await dueOf(id, 'deposit')).toBe(status === 'confirmed' ? 0 : 30_000);
  }
}, 600_000);

test('cancel against pay: what arrives before is refunded by the rules, what arrives later in full', async () => {
  setNow(() => '2030-01-01T00:00:00.000Z');
  for (const run of raceRuns) {
    const { ann, id } = await bookingOf(true);
    await arrive(id, 'deposit', ann.id);
    const outcomes = await race(
      run,
      () => site.send(ann, new CancelBooking(id)),
      () => arrive(id, 'balance', ann.id),
    );
    expect(outcomes).toEqual(['done', 'done']);
    expect((await stateOf(id)).status).toBe('cancelled');
    expect(await dueOf(id, 'deposit')).toBe(15_000);
    const types = await site.typesOf(id);
    const arrivedBefore = types.filter((type) => type === 'BookingPaid').length === 2;
    expect(await dueOf(id, 'balance')).toBe(arrivedBefore ? 35_000 : 70_000);
  }
}, 600_000);

test('a cancellation whose refund changes because money arrives is refused, and then nothing is refunded', async () => {
  setNow(() => '2030-01-01T00:00:00.000Z');
  for (const run of raceRuns) {
    const { ann, id } = await bookingOf(true);
    await arrive(id, 'deposit', ann.id);
    const [cancelled] = await race(
      run,
      () => site.send(ann, new CancelBooking(id, undefined, 15_000)),
      () => arrive(id, 'balance', ann.id),
    );
    const refused = cancelled === 'booking-refund-changed';
    expect(refused || cancelled === 'done').toBe(true);
    expect([(await stateOf(id)).status, await dueOf(id, 'deposit'), await dueOf(id, 'balance')]).toEqual(
      refused ? ['confirmed', 0, 0] : ['cancelled', 15_000, 70_000],
    );
  }
}, 600_000);

test('cancelling an unpaid booking while its balance is being paid: whichever is first, the client gets everything back', async () => {
  setNow(() => '2999-06-18T00:00:00.000Z');
  for (const run of raceRuns) {
    const { ann, bo, id } = await bookingOf(true);
    await arrive(id, 'deposit', ann.id);
    paidAtProvider.add(id);
    const outcomes = await race(
      run,
      () => site.send(bo, new CancelBooking(id)),
      () => arrive(id, 'balance', ann.id),
    );
    expect(outcomes).toEqual(['done', 'done']);
    expect([await dueOf(id, 'deposit'), await dueOf(id, 'balance')]).toEqual([30_000, 70_000]);
  }
  const { ann, bo, id } = await bookingOf(true);
  await arrive(id, 'deposit', ann.id);
  await site.send(bo, new CancelBooking(id, undefined, 0));
  expect([(await stateOf(id)).status, await dueOf(id, 'deposit')]).toEqual(['cancelled', 0]);
}, 600_000);

test('a deposit that the provider received before its deadline keeps the booking, even if its webhook is late', async () => {
  setNow(() => deadline);
  const { id } = await bookingOf(true);
  paidAtProvider.add(id);
  await site.send(worker, new CancelUnpaidBooking(id, deadline));
  expect((await stateOf(id)).status).toBe('confirmed');
  const other = await bookingOf(true);
  await site.send(worker, new CancelUnpaidBooking(other.id, deadline));
  expect((await stateOf(other.id)).status).toBe('cancelled');
}, 600_000);

test('expiry and confirmation on machines whose clocks differ: one succeeds, and the day is reserved only if the booking is confirmed', async () => {
  const justBefore = '2030-01-06T23:59:59.999Z';
  const statuses = new Set<string>();
  for (const run of raceRuns) {
    const { bo, id } = await bookingOf();
    // Both clocks are behind, both are at the deadline, or they alternate.
    let readings = run;
    const times = [[justBefore], [deadline], [justBefore, deadline]][run % 3] ?? [deadline];
    setNow(() => times[readings++ % times.length] ?? deadline);
    const [expired, confirmed] = await race(
      run,
      () => site.send(worker, new ExpireBooking(id, deadline)),
      () => site.send(bo, new ConfirmBooking(id)),
    );
    expect(expired).toMatch(/^(done|booking-deadline-ahead)$/);
    expect(confirmed).toMatch(/^(done|booking-expired|booking-not-pending|booking-confirmation-timeout)$/);
    const { status } = await stateOf(id);
    statuses.add(status);
    // What the reactions to a cancellation and to a reservation do later.
    if (status !== 'confirmed') await site.send(worker, new AbandonConfirmation(id));
    const { held } = (await site.store.load(creatorDay, creatorDayOf(bo.id, eventDate))).state;
    expect(held.map(({ bookingId }) => bookingId)).toEqual(status === 'confirmed' ? [id] : []);
    const types = await site.typesOf(id);
    expect(types.filter((type) => /^Booking(Confirmed|Cancelled)$/.test(type)).length).toBeLessThanOrEqual(1);
  }
  expect([...statuses]).toEqual(expect.arrayContaining(['confirmed', 'cancelled']));
}, 600_000);

const otherDate = '2999-07-04';
/** Proposes another date for this booking, as the professional. */
const proposeOtherDate = async ({ bo, id }: Parties, date = otherDate): Promise<void> => {
  const changes = {
    eventDate: date,
    durationDays: null,
    startTime: null,
    eventLocation: null,
    timeZone: null,
    package: null,
  };
  const day = { taken: false, blocked: false, off: false, noticeDays: 0 };
  await site.as(bo, () => site.store.handle(booking, id, 'propose', { changes, offer: null, day }));
};
const holdOf = (data: object): [string, number] => {
  const { bookingId, attempt } = data as { bookingId: string; attempt: number };
  return [bookingId, attempt];
};
/** A request of the same client for other days of the same professional. */
const anotherRequest = async (
  { ann, id }: Parties,
  days: { eventDate: string; durationDays: number },
): Promise<string> => {
  const requested = (await site.store.read<BookingEvents>(id))[0]?.data;
  const other = `booking-${randomUUID()}`;
  const data = { ...requested, ...days } as BookingEvents['BookingRequested'];
  await site.as(ann, () => site.store.append<BookingEvents>(other, 0, [{ type: 'BookingRequested', data }]));
  return other;
};
/** What the reactions to reservations and changes do later, in any order. Returns the bookings that hold each day. */
const settledDays = async (
  { bo }: Parties,
  ids: readonly string[],
  dates: readonly string[] = [eventDate, otherDate],
): Promise<string[][]> => {
  const days = dates.map((date) => ({ date, stream: creatorDayOf(bo.id, date) }));
  for (const { date, stream } of days)
    for (const { type, data } of await site.store.read(stream))
      if (type === 'CreatorDayReserved') await site.send(worker, new AbandonConfirmation(...holdOf(data), [date]));
  for (const id of ids)
    for (const { type, data } of await site.store.read<BookingEvents>(id))
      if (type === 'BookingChanged') {
        const previous = daysOf({ eventDate: data.previousDate, durationDays: data.previousDurationDays });
        const left = previous.filter((date) => !daysOf(data).includes(date));
        await site.send(worker, new AbandonConfirmation(id, data.attempt, left));
      }
  const held = await Promise.all(
    days.map(async ({ stream }) => (await site.store.load(creatorDay, stream)).state.held),
  );
  return held.map((holds) => holds.map(({ bookingId }) => bookingId).sort());
};
/** The bookings among these that are confirmed for each of the days. */
const confirmedDays = async (
  ids: readonly string[],
  dates: readonly string[] = [eventDate, otherDate],
): Promise<string[][]> => {
  const states = await Promise.all(ids.map(async (id) => ({ id, ...(await stateOf(id)) })));
  const confirmedFor = (date: string) =>
    states.filter((one) => one.status === 'confirmed' && daysOf(one).includes(date)).map(({ id }) => id);
  return dates.map((date) => confirmedFor(date).sort());
};

test('change and confirmation at the same time: a request moves, is confirmed, or both, and only its day is reserved', async () => {
  setNow(() => '2030-01-01T00:00:00.000Z');
  for (const run of raceRuns) {
    const parties = await bookingOf();
    const { ann, bo, id } = parties;
    await proposeOtherDate(parties);
    const outcomes = await race(
      run,
      () => site.send(ann, new AcceptBookingProposal(id, 1)),
      () => site.send(bo, new ConfirmBooking(id)),
    );
    expect(outcomes).toContain('done');
    for (const code of outcomes)
      expect(code).toMatch(
        /^(done|booking-changed-concurrently|booking-confirmation-timeout|booking-proposal-outdated)$/,
      );
    expect(await settledDays(parties, [id])).toEqual(await confirmedDays([id]));
    // The day of the request that moved can be confirmed.
    if ((await stateOf(id)).status === 'pending') {
      await site.send(bo, new ConfirmBooking(id));
      expect(await settledDays(parties, [id])).toEqual([[], [id]]);
    }
  }
}, 600_000);

test('a booking that moves to a day on which another one is confirmed: one of them gets the day', async () => {
  setNow(() => '2030-01-01T00:00:00.000Z');
  for (const run of raceRuns) {
    const parties = await bookingOf();
    const { ann, bo, id } = parties;
    await site.send(bo, new ConfirmBooking(id));
    await proposeOtherDate(parties);
    const other = await anotherRequest(parties, { eventDate: otherDate, durationDays: 1 });
    const outcomes = await race(
      run,
      () => site.send(ann, new AcceptBookingProposal(id, 1)),
      () => site.send(bo, new ConfirmBooking(other)),
    );
    expect([...outcomes].sort()).toEqual(['creator-day-taken', 'done']);
    const held = await settledDays(parties, [id, other]);
    expect(held).toEqual(await confirmedDays([id, other]));
    expect(held[1]).toHaveLength(1);
  }
}, 600_000);

test('two bookings of three days that overlap in one day: one gets all of its days, the other none', async () => {
  setNow(() => '2030-01-01T00:00:00.000Z');
  const dates = daysOf({ eventDate, durationDays: 5 });
  for (const run of raceRuns) {
    const parties = await bookingOf(false, 3);
    const { bo, id } = parties;
    const other = await anotherRequest(parties, { eventDate: dates[2] ?? '', durationDays: 3 });
    const outcomes = await race(
      run,
      () => site.send(bo, new ConfirmBooking(id)),
      () => site.send(bo, new ConfirmBooking(other)),
    );
    expect([...outcomes].sort()).toEqual(['creator-day-taken', 'done']);
    const held = await settledDays(parties, [id, other], dates);
    expect(held).toEqual(await confirmedDays([id, other], dates));
    expect(held.flat()).toHaveLength(3);
  }
}, 600_000);

test('a booking of three days moves to days that overlap with another booking: only one of the two gets its days', async () => {
  setNow(() => '2030-01-01T00:00:00.000Z');
  const dates = daysOf({ eventDate, durationDays: 7 });
  for (const run of raceRuns) {
    const parties = await bookingOf(false, 3);
    const { ann, bo, id } = parties;
    await site.send(bo, new ConfirmBooking(id));
    // One of the days is part of both the old and the new days.
    await proposeOtherDate(parties, dates[2]);
    const other = await anotherRequest(parties, { eventDate: dates[4] ?? '', durationDays: 3 });
    const outcomes = await race(
      run,
      () => site.send(ann, new AcceptBookingProposal(id, 1)),
      () => site.send(bo, new ConfirmBooking(other)),
    );
    expect([...outcomes].sort()).toEqual(['creator-day-taken', 'done']);
    const held = await settledDays(parties, [id, other], dates);
    expect(held).toEqual(await confirmedDays([id, other], dates));
    expect(held.flat()).toHaveLength(outcomes[0] === 'done' ? 3 : 6);
  }
}, 600_000);
