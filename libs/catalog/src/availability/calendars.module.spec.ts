import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CatalogQueries, catalogModule, ReserveCreatorDays } from '#catalog';
import { RegisterUser, type Role } from '#identity';
import { type Actor, dayAfter } from '#kernel';
import { CalendarSource, CalendarUnreadable } from '#platform/calendars';
import { Context } from '#platform/context';
import { eventually, TestApp } from '#platform/testing';
import { CloseProfile } from '../catalog.commands.ts';
import {
  ChangeAvailability,
  CheckCalendar,
  RotateCalendarFeed,
  SubscribeToCalendar,
  UnsubscribeFromCalendar,
} from './availability.commands.ts';
import { AvailabilityQueries } from './availability.queries.ts';
import { AvailabilityReactions } from './availability.reactions.ts';
import type { AvailabilityEvents } from './availability.ts';
import { calendarSubscription } from './contract.ts';

let site: TestApp;
/** What the other server sends for each address. */
const calendars = new Map<string, string>();
const textAt = async (url: string): Promise<string> => {
  const text = calendars.get(url);
  if (text === undefined) throw new CalendarUnreadable('The other server answered with 404. Check the address.');
  return text;
};
beforeAll(async () => {
  site = await TestApp.start({
    imports: [catalogModule.nest],
    override: (builder) => builder.overrideProvider(CalendarSource).useValue({ textAt }),
  });
  site.app.get(Context).now = () => noon;
});
afterAll(() => site.stop());

const testSystem: Actor = { id: 'catalog.test', kind: 'system', role: 'test' };
const worker: Actor = { id: 'catalog.read-calendar', kind: 'worker', role: 'reaction' };
/** The test's present time: no day ends while the tests run. */
const noon = new Date(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`);
const today = noon.toISOString().slice(0, 10);
const inDays = (count: number) => dayAfter(today, count);

const registered = async (role: Role = 'creator'): Promise<Actor> => {
  const names = { firstName: 'Bo', lastName: 'Stone', email: `${randomUUID()}@example.com`, phone: '876-555-0100' };
  const id = await site.send(testSystem, new RegisterUser({ ...names, password: 'Orchard-Lane-7', role }));
  return { id, kind: 'user', role };
};
const queries = () => site.app.get(AvailabilityQueries);
const own = (of: Actor) => queries().own(of.id);
const stateOf = async (of: Actor, date: string) =>
  (await queries().days(of.id, { from: date, to: date })).items[0]?.state;
const open = { weekdays: [1, 2, 3, 4, 5, 6, 7], capacity: 1, noticeDays: 0, blocked: [] };
const calendarWith = (...days: string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Test//EN',
    ...days.flatMap((day, i) => [
      'BEGIN:VEVENT',
      `UID:${i}`,
      `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
      'SUMMARY:Surgery',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n');
const newUrl = () => `https://calendar.example/${randomUUID()}.ics`;
const checked = (of: Actor) => eventually(async () => (await own(of)).subscriptions[0]?.checkedAt);
const feedPath = async (of: Actor): Promise<string> =>
  queries().feedPath(await site.send(of, new RotateCalendarFeed()));
const get = (url: string) => site.app.inject({ method: 'GET', url });

test('the busy days of another calendar count as busy, and nothing else of it is stored', async () => {
  const bo = await registered();
  await site.send(bo, new ChangeAvailability(open));
  const url = newUrl();
  calendars.set(url, calendarWith(inDays(3), inDays(4), inDays(40)));
  await site.send(bo, new SubscribeToCalendar(url));
  expect(await checked(bo)).toBeTruthy();
  expect((await own(bo)).subscriptions[0]).toMatchObject({ url, problem: null, busyDays: 3 });
  expect(await Promise.all([3, 4, 5].map((days) => stateOf(bo, inDays(days))))).toEqual(['busy', 'busy', 'free']);
  expect(await site.app.get(CatalogQueries).day(bo.id, [inDays(3)])).toMatchObject({ off: true, blocked: false });
  const stored = (await site.store.read(`availability-${bo.id}`)).map(({ data }) => data);
  expect(JSON.stringify(stored)).not.toContain('Surgery');
  expect(
    await site.send(bo, new ReserveCreatorDays({ creatorId: bo.id, dates: [inDays(3)], bookingId: 'b', attempt: 0 })),
  ).toEqual({ reserved: [inDays(3)], refusal: null });
});

/** A professional whose calendar at `url` has been read: it is busy in three days. */
const subscribed = async () => {
  const bo = await registered();
  await site.send(bo, new ChangeAvailability(open));
  const url = newUrl();
  calendars.set(url, calendarWith(inDays(3)));
  await site.send(bo, new SubscribeToCalendar(url));
  await checked(bo);
  return { bo, url };
};

test('a calendar is read again after six hours; unchanged days are not stored again, and a problem keeps them', async () => {
  const reactions = site.app.get(AvailabilityReactions);
  expect(reactions.readCalendarAgain).toMatchObject({ to: 'CalendarChecked', delay: 6 * 3_600_000 });
  const { bo, url } = await subscribed();
  const checks = async () =>
    (await site.store.read<AvailabilityEvents>(`availability-${bo.id}`)).filter(
      ({ type }) => type === 'CalendarChecked',
    );
  const again = async () => {
    const [event] = (await checks()).slice(-1);
    await site.as(worker, () =>
      reactions.readCalendarAgain.react(event as never, { number: 1, isLast: false } as never),
    );
  };
  await again();
  calendars.set(url, calendarWith(inDays(9)));
  await again();
  calendars.delete(url);
  await again();
  expect((await checks()).map(({ data }) => 'busy' in data && data.busy)).toEqual([
    [[inDays(3), inDays(3)]],
    null,
    [[inDays(9), inDays(9)]],
    null,
  ]);
  expect((await own(bo)).subscriptions[0]).toMatchObject({
    problem: 'The other server answered with 404. Check the address.',
    busyDays: 1,
  });
  expect([await stateOf(bo, inDays(3)), await stateOf(bo, inDays(9))]).toEqual(['free', 'busy']);
});

test('a calendar that is read again at the same address keeps its busy days if it cannot be read; another one does not', async () => {
  const { bo, url } = await subscribed();
  calendars.delete(url);
  await site.send(bo, new SubscribeToCalendar(url));
  expect((await own(bo)).subscriptions[0]).toMatchObject({ checkedAt: null, readAt: expect.any(String), busyDays: 1 });
  await checked(bo);
  expect((await own(bo)).subscriptions[0]).toMatchObject({ problem: expect.any(String), busyDays: 1 });
  expect([await stateOf(bo, inDays(3)), await stateOf(bo, inDays(4))]).toEqual(['busy', 'free']);
  await site.send(bo, new SubscribeToCalendar(newUrl()));
  expect((await own(bo)).subscriptions[0]).toMatchObject({ readAt: null, busyDays: 0 });
});

test('free days are unknown as long as the other calendar could not be read', async () => {
  const bo = await registered();
  await site.send(bo, new ChangeAvailability(open));
  await site.send(bo, new SubscribeToCalendar(newUrl()));
  await checked(bo);
  expect(await stateOf(bo, inDays(5))).toBe('unknown');
  await site.send(bo, new UnsubscribeFromCalendar());
  expect(await stateOf(bo, inDays(5))).toBe('free');
  expect((await own(bo)).subscriptions).toEqual([]);
});

test('a calendar that was replaced or removed is not read again', async () => {
  const bo = await registered();
  const url = newUrl();
  calendars.set(url, calendarWith(inDays(3)));
  await site.send(bo, new SubscribeToCalendar(url));
  await checked(bo);
  const stream = `availability-${bo.id}`;
  const events = await site.store.read<AvailabilityEvents>(stream);
  const subscribed = events.find(({ type }) => type === 'CalendarSubscribed')?.data;
  const first = subscribed && 'subscriptionId' in subscribed ? subscribed.subscriptionId : '';
  await site.send(bo, new UnsubscribeFromCalendar());
  const before = (await site.store.read(stream)).length;
  await site.send(worker, new CheckCalendar(bo.id, first));
  expect(await site.store.read(stream)).toHaveLength(before);
});

test('the feed has the days of the bookings, at an address that can be replaced', async () => {
  const bo = await registered();
  expect((await own(bo)).feedPath).toBeNull();
  const path = await feedPath(bo);
  expect((await own(bo)).feedPath).toBe(path);
  const bookingId = `booking-${randomUUID()}`;
  await site.send(bo, new ReserveCreatorDays({ creatorId: bo.id, dates: [inDays(9)], bookingId, attempt: 0 }));
  const { statusCode, headers, body } = await get(path);
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  const unfolded = body.replace(/\r\n /g, '');
  expect(unfolded).toContain(`UID:${bookingId}@festoon\r\n`);
  expect(unfolded).toContain(`DTSTART;VALUE=DATE:${inDays(9).replaceAll('-', '')}\r\n`);
  expect(unfolded).toContain(`/bookings/${bookingId}\r\n`);

  const next = await feedPath(bo);
  expect(next).not.toBe(path);
  await expect(queries().feed(tokenIn(path))).rejects.toMatchObject({ code: 'calendar-not-found' });
  expect((await get(next)).statusCode).toBe(200);
  await site.send({ ...testSystem, kind: 'worker' }, new CloseProfile(bo.id));
  await expect(queries().feed(tokenIn(next))).rejects.toMatchObject({ code: 'calendar-not-found' });
});
const tokenIn = (path: string): string => path.replace(/^.*\/|\.ics$/g, '');

test('an address with letters of two bytes is no feed, also for creators with one', async () => {
  const bo = await registered();
  await feedPath(bo);
  const token = `${bo.id}.${'A'.repeat(21)}é`;
  await expect(queries().feed(token)).rejects.toMatchObject({ code: 'calendar-not-found' });
});

test.each(['', 'x', `${randomUUID()}.${'A'.repeat(22)}`, "' or 1=1", '../../etc/passwd'])(
  'no feed has the address %j',
  async (token) => {
    await expect(queries().feed(token)).rejects.toMatchObject({ code: 'calendar-not-found' });
  },
);

test('only professionals have a feed and subscriptions', async () => {
  const ann = await registered('client');
  const refused = { code: 'availability-not-allowed' };
  await expect(site.send(ann, new RotateCalendarFeed())).rejects.toMatchObject(refused);
  await expect(site.send(ann, new SubscribeToCalendar(newUrl()))).rejects.toMatchObject(refused);
  await expect(site.send(ann, new UnsubscribeFromCalendar())).rejects.toMatchObject(refused);
});

test('an address is read through HTTPS', () => {
  const parsed = (url: string) => calendarSubscription.safeParse({ url });
  expect(parsed(' webcal://calendar.example/a.ics ').data).toEqual({ url: 'https://calendar.example/a.ics' });
  for (const url of ['http://calendar.example/', 'ftp://calendar.example/', 'calendar.example', ''])
    expect(parsed(url).error?.issues[0]?.message).toBe('Please enter an address that begins with https://');
});

test('every read table equals a fresh fold of the event log', async () => {
  expect(await site.differences()).toEqual(new Map());
});
