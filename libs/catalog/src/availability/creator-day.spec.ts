import { describe, expect, test } from '@jest/globals';
import { type Actor, type Message, refuse, replay } from '#kernel';
import { given } from '#kernel/testing';
import type { EventStore } from '#platform/event-store';
import { ReserveCreatorDays, ReserveCreatorDaysHandler } from './availability.commands.ts';
import { availability } from './availability.ts';
import { type CreatorDayEvents, creatorDay, creatorDayOf, creatorIdOf, holds } from './creator-day.ts';

type Event = Message<CreatorDayEvents>;
const bo: Actor = { id: 'bo', kind: 'user', role: 'creator' };
const day = { creatorId: 'bo', date: '2026-06-20' };
const first = { bookingId: 'booking-1', attempt: 0 };
const secondAttempt = { bookingId: 'booking-1', attempt: 1 };
const otherBooking = { bookingId: 'booking-2', attempt: 0 };
/** The default settings for a day. */
const terms = { capacity: 1, blocked: false, settings: 3 };
const settings = 3;
const reserved: Event = { type: 'CreatorDayReserved', data: { ...day, ...first, settings } };
const reservedAgain: Event = { type: 'CreatorDayReserved', data: { ...day, ...secondAttempt, settings } };
const released: Event = { type: 'CreatorDayReleased', data: first };

test('its stream names the creator', () => expect(creatorIdOf(creatorDayOf('bo', '2026-06-20'))).toBe('bo'));

test('a free day is reserved', () =>
  given(creatorDay)
    .when('reserve', { ...day, ...first, terms }, bo)
    .emits(reserved));

test('a day takes one booking', () =>
  given(creatorDay, reserved)
    .when('reserve', { ...day, ...otherBooking, terms }, bo)
    .refuses('creator-day-taken'));

test('a refusal names the day if the booking needs several', () => {
  const facts = { ...day, ...otherBooking, amongSeveral: true, terms };
  const reserve = (more: object, ...past: Event[]) =>
    creatorDay.decide.reserve(replay(creatorDay, past), { facts: { ...facts, ...more }, by: bo, at: '' });
  expect(() => reserve({}, reserved)).toThrow('June 20, 2026 is already booked. Please agree on other days.');
  expect(() => reserve({ terms: { ...terms, blocked: true } })).toThrow(
    'The professional is not available on June 20, 2026. Please agree on other days.',
  );
});

test('a day takes as many bookings as its capacity', () => {
  const two = { ...terms, capacity: 2 };
  const second: Event = { type: 'CreatorDayReserved', data: { ...day, ...otherBooking, settings } };
  given(creatorDay, reserved)
    .when('reserve', { ...day, ...otherBooking, terms: two }, bo)
    .emits(second);
  given(creatorDay, reserved, second)
    .when('reserve', { ...day, bookingId: 'booking-3', attempt: 0, terms: two }, bo)
    .refuses('creator-day-taken');
});

test('a day whose capacity was reduced keeps its bookings, and takes no others', () =>
  given(creatorDay, reserved, { type: 'CreatorDayReserved', data: { ...day, ...otherBooking, settings } })
    .when('reserve', { ...day, bookingId: 'booking-3', attempt: 0, terms }, bo)
    .refuses('creator-day-taken'));

test('a blocked day takes no booking, but keeps the one it has', () => {
  const blocked = { ...terms, blocked: true };
  given(creatorDay)
    .when('reserve', { ...day, ...first, terms: blocked }, bo)
    .refuses('creator-day-blocked');
  given(creatorDay, reserved)
    .when('reserve', { ...day, ...first, terms: blocked }, bo)
    .emits();
});

test('settings from before those of the last reservation are not used', () => {
  const outdated = { capacity: 5, blocked: false, settings: 2 };
  given(creatorDay, reserved)
    .when('reserve', { ...day, ...otherBooking, terms: outdated }, bo)
    .refuses('creator-day-settings-outdated');
});

test('repeating an attempt does not reserve the day again', () =>
  given(creatorDay, reserved)
    .when('reserve', { ...day, ...first, terms }, bo)
    .emits());

test('a later attempt of the same booking replaces the reservation, and an earlier attempt does not', () => {
  given(creatorDay, reserved)
    .when('reserve', { ...day, ...secondAttempt, terms }, bo)
    .emits(reservedAgain);
  given(creatorDay, reserved, reservedAgain)
    .when('reserve', { ...day, ...first, terms }, bo)
    .emits();
});

test('a released day can be reserved again', () => {
  given(creatorDay, reserved).when('release', first, bo).emits(released);
  given(creatorDay, reserved, released)
    .when('reserve', { ...day, ...otherBooking, terms }, bo)
    .emits({ type: 'CreatorDayReserved', data: { ...day, ...otherBooking, settings } });
});

test('the attempt that reserved the day can release it, and a later one, but not an earlier one', () => {
  given(creatorDay, reserved)
    .when('release', secondAttempt, bo)
    .emits({ type: 'CreatorDayReleased', data: secondAttempt });
  given(creatorDay).when('release', first, bo).emits();
  given(creatorDay, reserved).when('release', otherBooking, bo).emits();
  given(creatorDay, reserved, reservedAgain).when('release', first, bo).emits();
  given(creatorDay, reserved, released).when('release', first, bo).emits();
});

test('the state shows which attempt reserved the day', () => {
  const state = replay(creatorDay, [reserved, reservedAgain]);
  expect([holds(state, 'booking-1', 1), holds(state, 'booking-1', 0), holds(state, 'booking-2', 0)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('each creator has a separate stream for each day', () =>
  expect(creatorDayOf('bo', '2026-06-20')).toBe('creator-day-bo-2026-06-20'));

describe('reserving days while the creator changes the settings', () => {
  const block = { blockId: 'b', from: day.date, to: day.date, reason: null };
  const open = { state: availability.initial, version: settings };
  const blocked = { state: { ...availability.initial, blocks: [block] }, version: settings + 1 };
  /** Reserves days of a creator whose settings are at these versions, one after the other. */
  const reserveWith = (versions: readonly (typeof open)[], dates = [day.date], outdated: readonly string[] = []) => {
    const ahead = [...versions];
    const store = {
      load: async () => ahead.shift(),
      hasChanged: async (found: typeof open) => ahead[0] !== undefined && ahead[0].version > found.version,
      handle: async (_: object, stream: string, __: string, { terms: read }: { terms: { settings: number } }) => {
        if (outdated.some((date) => stream.endsWith(date)) && read.settings === settings)
          refuse('creator-day-settings-outdated', 'Please try again.');
        const data = { ...reserved.data, settings: read.settings };
        return { state: { held: [first], settings: read.settings }, events: [{ ...reserved, data }] };
      },
    };
    const handler = new ReserveCreatorDaysHandler(store as unknown as EventStore);
    return handler.execute(new ReserveCreatorDays({ creatorId: 'bo', dates, ...first }));
  };

  test('a day that is blocked in the meantime is refused; one that was reserved before keeps its booking', async () => {
    expect(await reserveWith([open])).toEqual({ reserved: [day.date], refusal: null });
    expect(await reserveWith([open, blocked])).toMatchObject({
      reserved: [day.date],
      refusal: { code: 'creator-day-blocked' },
    });
  });

  test('the first of two days is refused if newer settings, which only the second one needed, block it', async () => {
    const dates = [day.date, '2026-06-21'];
    expect(await reserveWith([open, blocked], dates, ['2026-06-21'])).toMatchObject({
      reserved: dates,
      refusal: { code: 'creator-day-blocked' },
    });
  });

  test('a repeated command gets the event of the first one', async () => {
    const store = {
      load: async () => blocked,
      hasChanged: async () => false,
      handle: async () => ({ state: { held: [first], settings }, events: [reserved] }),
    };
    const handler = new ReserveCreatorDaysHandler(store as unknown as EventStore);
    const command = new ReserveCreatorDays({ creatorId: 'bo', dates: [day.date], ...first });
    expect(await handler.execute(command)).toEqual({ reserved: [day.date], refusal: null });
  });
});
