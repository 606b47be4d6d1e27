import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { ChangeAvailability, catalogModule } from '#catalog';
import { creatorDay, creatorDayOf } from '#catalog/testing';
import { IdentityQueries } from '#identity';
import { type Actor, replay } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { originOf, outcomeOf, race, raceRuns, TestApp } from '#platform/testing';
import { type BookingEvents, booking } from './booking.ts';
import {
  AbandonConfirmation,
  AbandonConfirmationHandler,
  ConfirmBooking,
  ConfirmBookingHandler,
} from './booking-confirmation.commands.ts';
import { requestedFacts } from './booking-request.suite.ts';
import { CancelBooking, CancelBookingHandler } from './bookings.commands.ts';
import { OpenCheckouts } from './open-checkouts.gateway.ts';
import { StaffReasons } from './staff-reasons.checks.ts';

const client = (): Actor => ({ id: randomUUID(), kind: 'user', role: 'client' });
const creator = (): Actor => ({ id: randomUUID(), kind: 'user', role: 'creator' });
const worker: Actor = { id: 'bookings.release-unconfirmed-day', kind: 'worker', role: 'reaction' };
const date = '2999-06-20';
const openDay = { capacity: 1, blocked: false, settings: 0 };

const erasedPeople = new Set<string>();

let site: TestApp;
let app: TestApp['app'];
let store: EventStore;

beforeAll(async () => {
  site = await TestApp.start({
    imports: [catalogModule.nest],
    providers: [
      ConfirmBookingHandler,
      AbandonConfirmationHandler,
      CancelBookingHandler,
      // No staff act in these tests, so there are no staff reasons to check.
      { provide: StaffReasons, useValue: { check: async () => undefined } },
      // Nothing is paid in these tests.
      { provide: OpenCheckouts, useValue: { settle: async () => undefined } },
      {
        provide: IdentityQueries,
        useValue: { erasedAmong: async (ids: string[]) => ids.filter((id) => erasedPeople.has(id)) },
      },
    ],
    follows: false,
  });
  ({ app, store } = site);
});

afterAll(() => site.stop());

const runAs = <T>(by: Actor, work: () => Promise<T>, key?: string): Promise<T> =>
  app.get(Context).run(originOf(by), work, key);
const send = (by: Actor, command: ConfirmBooking | CancelBooking | AbandonConfirmation, key?: string): Promise<void> =>
  runAs(by, () => app.get(CommandBus).execute(command), key);

const requestBooking = async (by: Actor, creatorId: string, day = date): Promise<string> => {
  const id = `booking-${randomUUID()}`;
  const facts: BookingEvents['BookingRequested'] = {
    ...requestedFacts,
    clientId: by.id,
    creatorId,
    createdBy: by.id,
    packageId: randomUUID(),
    serviceType: 'photographer',
    expiresAt: '2999-01-01T00:00:00.000Z',
    eventDate: day,
    eventLocation: 'Old mill',
  };
  await runAs(by, () => store.append<BookingEvents>(id, 0, [{ type: 'BookingRequested', data: facts }]));
  return id;
};

const statusOf = async (id: string) => replay(booking, await store.read<BookingEvents>(id)).status;
const dayOf = async (creatorId: string, day = date) => {
  const events = await store.read(creatorDayOf(creatorId, day));
  return {
    types: events.map(({ type }) => type),
    held: (await store.load(creatorDay, creatorDayOf(creatorId, day))).state.held,
  };
};

test('of 30 concurrent confirmations for one creator and day exactly one wins', async () => {
  const [ann, bo] = [client(), creator()];
  const ids = await Promise.all(Array.from({ length: 30 }, () => requestBooking(ann, bo.id)));
  const outcomes = await Promise.all(ids.map((id) => outcomeOf(send(bo, new ConfirmBooking(id)))));
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'creator-day-taken')).toHaveLength(29);

  const winner = ids[outcomes.indexOf('done')] ?? '';
  const statuses = await Promise.all(ids.map(statusOf));
  expect(await statusOf(winner)).toBe('confirmed');
  expect(statuses.filter((status) => status === 'pending')).toHaveLength(29);
  expect(await dayOf(bo.id)).toEqual({ types: ['CreatorDayReserved'], held: [{ bookingId: winner, attempt: 0 }] });
});

test('a booking with an erased party is not confirmed and reserves no day', async () => {
  const [ann, bo] = [client(), creator()];
  const id = await requestBooking(ann, bo.id);
  erasedPeople.add(ann.id);
  expect(await outcomeOf(send(bo, new ConfirmBooking(id)))).toBe('booking-party-left');
  expect([await statusOf(id), await dayOf(bo.id)]).toEqual(['pending', { types: [], held: [] }]);
});

test('a refused confirmation explains that the date is taken', async () => {
  const [ann, bo] = [client(), creator()];
  const [first, second] = [await requestBooking(ann, bo.id), await requestBooking(ann, bo.id)];
  await send(bo, new ConfirmBooking(first));
  await expect(send(bo, new ConfirmBooking(second))).rejects.toThrow(/^This date is already booked\. /);
});

test('bookings on other days or for other creators can be confirmed', async () => {
  const [ann, bo, cy] = [client(), creator(), creator()];
  const ids = [
    await requestBooking(ann, bo.id),
    await requestBooking(ann, bo.id, '2999-06-21'),
    await requestBooking(ann, cy.id),
  ];
  const [one = '', two = '', three = ''] = ids;
  await Promise.all([
    send(bo, new ConfirmBooking(one)),
    send(bo, new ConfirmBooking(two)),
    send(cy, new ConfirmBooking(three)),
  ]);
  expect(await Promise.all(ids.map(statusOf))).toEqual(['confirmed', 'confirmed', 'confirmed']);
});

test('a booking confirmed concurrently many times is confirmed once and keeps its day', async () => {
  const [ann, bo] = [client(), creator()];
  const id = await requestBooking(ann, bo.id);
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcomeOf(send(bo, new ConfirmBooking(id)))));
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'booking-not-pending')).toHaveLength(19);
  expect(await dayOf(bo.id)).toEqual({ types: ['CreatorDayReserved'], held: [{ bookingId: id, attempt: 0 }] });
});

test('a user who may not confirm does not reserve the day', async () => {
  const [ann, bo] = [client(), creator()];
  const id = await requestBooking(ann, bo.id);
  expect(await outcomeOf(send(ann, new ConfirmBooking(id)))).toBe('booking-not-allowed');
  expect(await outcomeOf(send(creator(), new ConfirmBooking(id)))).toBe('booking-not-yours');
  expect(await dayOf(bo.id)).toEqual({ types: [], held: [] });
});

test('staff confirm with a reason, and the event log records for whom', async () => {
  const [ann, bo] = [client(), creator()];
  const sue: Actor = { id: randomUUID(), kind: 'staff', role: 'support' };
  const id = await requestBooking(ann, bo.id);
  expect(await outcomeOf(send(sue, new ConfirmBooking(id)))).toBe('booking-reason-missing');
  await send(sue, new ConfirmBooking(id, 'Requested by phone'));
  expect((await store.read(id)).at(-1)).toMatchObject({
    type: 'BookingConfirmed',
    by: sue,
    reason: 'Requested by phone',
    onBehalfOf: bo.id,
  });
});

test('a command repeated with its idempotency key confirms once and succeeds', async () => {
  const [ann, bo] = [client(), creator()];
  const id = await requestBooking(ann, bo.id);
  const key = randomUUID();
  await send(bo, new ConfirmBooking(id), key);
  await send(bo, new ConfirmBooking(id), key);
  expect((await store.read(id)).map(({ type }) => type)).toEqual(['BookingRequested', 'BookingConfirmed']);
  expect((await dayOf(bo.id)).types).toEqual(['CreatorDayReserved']);
});

test('the day reserved by a stopped process is released, and its late confirmation is refused', async () => {
  const [ann, bo] = [client(), creator()];
  const [abandoned, second] = [await requestBooking(ann, bo.id), await requestBooking(ann, bo.id)];
  const hold = { creatorId: bo.id, date, bookingId: abandoned, attempt: 0, terms: openDay };
  await runAs(bo, () => store.handle(creatorDay, creatorDayOf(bo.id, date), 'reserve', hold));
  expect(await outcomeOf(send(bo, new ConfirmBooking(second)))).toBe('creator-day-taken');

  await send(worker, new AbandonConfirmation(abandoned, 0));
  await send(bo, new ConfirmBooking(second));
  const lateConfirmation = runAs(bo, () =>
    store.handle(booking, abandoned, 'confirm', { reason: null, attempt: 0, partyLeft: false }),
  );
  expect(await outcomeOf(lateConfirmation)).toBe('booking-confirmation-timeout');
  expect(await outcomeOf(send(bo, new ConfirmBooking(abandoned)))).toBe('creator-day-taken');
  expect((await dayOf(bo.id)).held).toEqual([{ bookingId: second, attempt: 0 }]);
});

test('a booking can be confirmed again after its day was released', async () => {
  const [ann, bo] = [client(), creator()];
  const id = await requestBooking(ann, bo.id);
  await runAs(bo, () =>
    store.handle(creatorDay, creatorDayOf(bo.id, date), 'reserve', {
      creatorId: bo.id,
      date,
      bookingId: id,
      attempt: 0,
      terms: openDay,
    }),
  );
  await send(worker, new AbandonConfirmation(id, 0));
  await send(bo, new ConfirmBooking(id));
  expect(await statusOf(id)).toBe('confirmed');
  expect((await dayOf(bo.id)).held).toEqual([{ bookingId: id, attempt: 1 }]);
});

test('the day of a confirmed booking is never released by a later check', async () => {
  const [ann, bo] = [client(), creator()];
  const id = await requestBooking(ann, bo.id);
  await send(bo, new ConfirmBooking(id));
  await send(worker, new AbandonConfirmation(id, 0));
  await send(worker, new AbandonConfirmation(id));
  expect((await dayOf(bo.id)).held).toEqual([{ bookingId: id, attempt: 0 }]);
});

test('with concurrent confirming, cancelling and releasing, a day is reserved only for the confirmed booking', async () => {
  const [ann, bo] = [client(), creator()];
  const days = Array.from({ length: 20 }, (_, i) => `2999-07-${String(i + 1).padStart(2, '0')}`);
  const races = days.map(async (day) => {
    const [one, two] = await Promise.all([requestBooking(ann, bo.id, day), requestBooking(ann, bo.id, day)]);
    const outcomes = await Promise.all([
      outcomeOf(send(bo, new ConfirmBooking(one))),
      outcomeOf(send(worker, new AbandonConfirmation(one, 0))),
      outcomeOf(send(ann, new CancelBooking(two))),
      outcomeOf(send(bo, new ConfirmBooking(two))),
    ]);
    expect(
      outcomes.filter((code) => !/^(done|creator-day-taken|booking-(not-pending|confirmation-timeout))$/.test(code)),
    ).toEqual([]);
    for (const id of [one, two]) await send(worker, new AbandonConfirmation(id));
    const confirmedIds = [];
    for (const id of [one, two]) if ((await statusOf(id)) === 'confirmed') confirmedIds.push(id);
    const { held } = await dayOf(bo.id, day);
    expect(held.map(({ bookingId }) => bookingId)).toEqual(confirmedIds);
  });
  await Promise.all(races);
});

describe('races for a day of a creator with availability settings', () => {
  const open = { weekdays: [1, 2, 3, 4, 5, 6, 7], capacity: 1, noticeDays: 0, blocked: [] };
  const save = (by: Actor, change: Partial<typeof open> = {}) =>
    runAs(by, () => app.get(CommandBus).execute(new ChangeAvailability({ ...open, ...change })));
  const blockDay = (by: Actor) =>
    runAs(by, () =>
      app
        .get(CommandBus)
        .execute(new ChangeAvailability({ ...open, blocked: [{ from: date, to: date, reason: null }] })),
    );
  const confirm = (by: Actor, id: string) => outcomeOf(send(by, new ConfirmBooking(id)));
  const requestMany = (by: Actor, count: number) =>
    Promise.all(Array.from({ length: count }, () => requestBooking(client(), by.id)));
  /** Confirmed bookings and reservations of the day are the same. */
  const confirmedOf = async (by: Actor, ids: readonly string[]): Promise<readonly string[]> => {
    const statuses = await Promise.all(ids.map(statusOf));
    const confirmed = ids.filter((_, i) => statuses[i] === 'confirmed');
    const { held } = await dayOf(by.id);
    expect(held.map(({ bookingId }) => bookingId).sort()).toEqual([...confirmed].sort());
    return confirmed;
  };

  test('the last place of a day with two places goes to one booking', async () => {
    for (const _ of raceRuns) {
      const bo = creator();
      await save(bo, { capacity: 2 });
      const [first = '', ...others] = await requestMany(bo, 4);
      expect(await confirm(bo, first)).toBe('done');
      const outcomes = await Promise.all(others.map((id) => confirm(bo, id)));
      expect([...outcomes].sort()).toEqual(['creator-day-taken', 'creator-day-taken', 'done']);
      expect(await confirmedOf(bo, [first, ...others])).toHaveLength(2);
    }
  }, 600_000);

  test('a day that is blocked while a booking is confirmed is reserved or refused, and then takes no booking', async () => {
    for (const run of raceRuns) {
      const bo = creator();
      await save(bo, { capacity: 2 });
      const [first = '', second = ''] = await requestMany(bo, 2);
      const [confirmed, blocked] = await race(
        run,
        () => send(bo, new ConfirmBooking(first)),
        () => blockDay(bo),
      );
      expect(blocked).toBe('done');
      expect(['done', 'creator-day-blocked']).toContain(confirmed);
      expect(await confirm(bo, second)).toBe('creator-day-blocked');
      expect(await confirmedOf(bo, [first, second])).toEqual(confirmed === 'done' ? [first] : []);
    }
  }, 600_000);

  test('when the capacity of a day is reduced to one, it takes no second booking, even if confirmations run at that time', async () => {
    for (const _ of raceRuns) {
      const bo = creator();
      await save(bo, { capacity: 2 });
      const ids = await requestMany(bo, 3);
      const [one = '', two = '', three = ''] = ids;
      const results = await Promise.all([confirm(bo, one), confirm(bo, two), save(bo)]);
      const places = results.filter((result) => result === 'done').length;
      expect([1, 2]).toContain(places);
      expect(await confirm(bo, three)).toBe('creator-day-taken');
      expect(await confirmedOf(bo, ids)).toHaveLength(places);
    }
  }, 600_000);
});
