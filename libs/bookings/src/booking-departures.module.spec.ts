import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { ConfirmBooking, RequestBooking } from '#bookings';
import { ErasePerson, IdentityQueries } from '#identity';
import type { Actor } from '#kernel';
import { Modules } from '#platform/module';
import { PersonalDataKeys } from '#platform/personal-data';
import { Projector } from '#platform/projections';
import { Reactor } from '#platform/reactions';
import { eventually, untilCaughtUp } from '#platform/testing';
import type { BookingEvents } from './booking.ts';
import { occasion, Site, worker } from './bookings.suite.ts';

let site: Site;
let ann: Actor;
let bo: Actor;

beforeAll(async () => {
  site = await Site.start();
  ann = await site.register('client', 'Ann');
  bo = await site.professional('creator', 'Bo');
});

afterAll(() => site.stop());

/**
 * Runs one of identity's reactions to the erasure of this person, as the worker does. The worker tries it again if the
 * read tables have not caught up yet; this waits for them.
 */
const react = async (userId: string, name: 'identity.end-participation' | 'identity.finish-erasure') => {
  const erased = (await site.store.read(`user-${userId}`)).at(-1);
  const reactions = site.app.get(Modules).all.flatMap((module) => module.reactions);
  await untilCaughtUp(site.app);
  await site.as(worker, async () => reactions.find((each) => each.name === name)?.react(erased as never));
};

/** What the remaining party reads after the booking is cancelled. */
const historyAfterCancellation = async (other: Actor, id: string) => {
  await eventually(async () => (await site.seenBy(other, id)).status === 'cancelled');
  return site.historyOf(id, other);
};

test('if the client closes their account, a pending booking is cancelled once, and the creator sees the reason', async () => {
  const hal = await site.register('client', 'Hal');
  const [pending, confirmed, others] = [await site.book(hal, bo), await site.book(hal, bo), await site.book(ann, bo)];
  await site.send(bo, new ConfirmBooking(confirmed));
  await site.send(hal, new ErasePerson(hal.id));
  expect((await historyAfterCancellation(bo, pending))[0]).toMatchObject({
    entry: 'cancelled',
    changedByName: 'Festoon',
    notes: 'The client has closed their account',
  });
  const erased = (await site.store.read(`user-${hal.id}`)).at(-1);
  const cancelled = (await site.store.read<BookingEvents>(pending)).at(-1);
  expect(cancelled).toMatchObject({
    data: { reason: null, cancelledBy: hal.id, cause: 'client-left' },
    by: { id: expect.stringMatching(/^identity\.(end-participation|finish-erasure)$/), kind: 'worker' },
    causation: erased?.id,
  });
  await react(hal.id, 'identity.end-participation');
  await react(hal.id, 'identity.finish-erasure');
  expect(await site.typesOf(pending)).toEqual(['BookingRequested', 'BookingCancelled']);
  expect((await site.seenBy(bo, confirmed)).status).toBe('confirmed');
  expect((await site.seenBy(bo, others)).status).toBe('pending');
});

test('if the creator closes their account, the client sees the reason and is refunded', async () => {
  const ida = await site.professional('creator', 'Ida');
  const id = await site.book(ann, ida);
  await site.payDeposit(ann, id);
  await site.send(ida, new ErasePerson(ida.id));
  const cancellation = (await historyAfterCancellation(ann, id)).find(({ entry }) => entry === 'cancelled');
  expect(cancellation?.notes).toBe('The creator has closed their account');
  await eventually(async () => (await site.historyOf(id))[0]?.entry === 'refunded');
  expect(await site.seenBy(ann, id)).toMatchObject({ depositPaid: false, refundDue: 0 });
});

test('a booking requested while projections are stopped is cancelled later', async () => {
  const [lou, projector] = [await site.register('client', 'Lou'), site.app.get(Projector)];
  const tables = projector.names.filter((name) => name.startsWith('bookings_v'));
  await projector.pause(tables);
  const id = await site.book(lou, bo);
  await site.send(lou, new ErasePerson(lou.id));
  await expect(react(lou.id, 'identity.finish-erasure')).rejects.toThrow('The read table bookings has not caught up');
  await projector.pause(tables, false);
  await untilCaughtUp(site.app);
  await react(lou.id, 'identity.finish-erasure');
  expect(await site.typesOf(id)).toEqual(['BookingRequested', 'BookingCancelled']);
});

test('a booking whose request was running during the erasure is cancelled when the erasure is finished', async () => {
  const pam = await site.register('client', 'Pam');
  await site.send(pam, new ErasePerson(pam.id));
  const erased = (await site.store.read(`user-${pam.id}`)).at(-1);
  // The reaction to the erasure would cancel the booking, if it ran after the request.
  expect(erased && (await site.app.get(Reactor).waitForReactions(erased, 20_000))).toBe(true);
  await react(pam.id, 'identity.end-participation');
  const checkedBefore = jest.spyOn(site.app.get(IdentityQueries), 'erasedAmong').mockResolvedValue([]);
  const id = await site.book(pam, bo);
  checkedBefore.mockRestore();
  expect(await site.typesOf(id)).toEqual(['BookingRequested']);
  await react(pam.id, 'identity.finish-erasure');
  expect(await site.typesOf(id)).toEqual(['BookingRequested', 'BookingCancelled']);
});

test('an account cannot be closed while a booking is confirmed or paid for', async () => {
  const [jo, kim] = [await site.register('client', 'Jo'), await site.professional('creator', 'Kim')];
  const [second, first, pending] = [await site.book(jo, kim), await site.book(jo, kim), await site.book(jo, kim)];
  await site.bookings.requireNoOpenBookings(jo.id);
  await site.bookings.requireEndedBookings(randomUUID());
  await expect(site.bookings.requireEndedBookings(kim.id)).rejects.toMatchObject({ code: 'account-has-open-bookings' });
  expect(await site.bookings.openBookingsOf(kim.id)).toEqual([]);
  await site.send(kim, new ConfirmBooking(second));
  await site.payDeposit(jo, first);
  for (const { id } of [jo, kim]) {
    await expect(site.bookings.requireNoOpenBookings(id)).rejects.toMatchObject({ code: 'account-has-open-bookings' });
    expect(await site.bookings.openBookingsOf(id)).toEqual([
      { id: second, status: 'confirmed', eventDate: expect.any(String) },
      { id: first, status: 'pending', eventDate: expect.any(String) },
    ]);
    expect(await site.bookings.endingWith(id)).toEqual(expect.arrayContaining([first, pending]));
  }
});

test('bookings of an erased person no longer contain their texts', async () => {
  const gil = await site.register('client', 'Gil');
  const request = { ...(await site.detailsFor(bo)), eventName: 'Gil turns 40', eventDescription: 'Surprise!' };
  const id = await site.send(gil, new RequestBooking(request));
  expect(await site.seenBy(bo, id)).toMatchObject({ eventName: 'Gil turns 40', eventLocation: occasion.eventLocation });
  await site.app.get(PersonalDataKeys).erase(gil.id);
  for (const name of ['bookings_v3', 'booking_history_v2', 'users_v1']) await site.app.get(Projector).rebuild(name);
  expect(await site.seenBy(bo, id)).toMatchObject({
    client: { id: gil.id, displayName: 'Former member', avatarUrl: null },
    eventName: null,
    eventDescription: null,
    eventLocation: '',
    totalAmount: 120_050,
  });
});

test('every read table equals a fresh fold of the event log', async () => {
  expect(await site.differences()).toEqual(new Map());
});
