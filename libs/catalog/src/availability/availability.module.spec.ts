import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CatalogQueries, CompleteOnboarding, catalogModule, ReleaseCreatorDay, ReserveCreatorDays } from '#catalog';
import { onboarding } from '#catalog/contract';
import { RegisterUser, type Role } from '#identity';
import { type Actor, dayAfter, weekdayOf } from '#kernel';
import { Context } from '#platform/context';
import { TestApp } from '#platform/testing';
import { CloseProfile } from '../catalog.commands.ts';
import { ChangeAvailability } from './availability.commands.ts';
import { AvailabilityQueries } from './availability.queries.ts';
import { availabilitySettings } from './contract.ts';

let site: TestApp;
beforeAll(async () => {
  site = await TestApp.start({ imports: [catalogModule.nest], actorHeader: true });
  site.app.get(Context).now = () => noon;
});
afterAll(() => site.stop());

const testSystem: Actor = { id: 'catalog.test', kind: 'system', role: 'test' };
/** The test's present time: no day ends while the tests run. */
const noon = new Date(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`);
const today = noon.toISOString().slice(0, 10);
const inDays = (count: number) => dayAfter(today, count);

const registered = async (role: Role = 'creator'): Promise<Actor> => {
  const names = { firstName: 'Bo', lastName: 'Stone', email: `${randomUUID()}@example.com`, phone: '876-555-0100' };
  const id = await site.send(testSystem, new RegisterUser({ ...names, password: 'Orchard-Lane-7', role }));
  return { id, kind: 'user', role };
};
const professional = async (): Promise<Actor> => {
  const bo = await registered();
  const answers = {
    serviceType: 'photographer',
    specialties: ['Weddings'],
    yearsExperience: 7,
    bio: 'Light.',
    country: 'US',
    city: 'Austin',
    state: 'TX',
    packages: [{ name: 'Day', price: 100_000, durationHours: 8, deliverables: [] }],
  };
  await site.send(bo, new CompleteOnboarding(onboarding.parse(answers)));
  return bo;
};
const call = async (method: 'GET' | 'PUT', url: string, by?: Actor, payload?: object) => {
  const headers = by ? { 'x-actor': JSON.stringify(by) } : {};
  const response = await site.app.inject({ method, url: `/api/v1${url}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
};
const everyDay = { weekdays: [1, 2, 3, 4, 5, 6, 7], capacity: 1, noticeDays: 0, blocked: [] };
const save = (by: Actor, change: object = {}) =>
  site.send(by, new ChangeAvailability(availabilitySettings.parse({ ...everyDay, ...change })));
const states = async (of: Actor, from: string, to: string): Promise<string[]> => {
  const { status, body } = await call('GET', `/creators/${of.id}/availability?from=${from}&to=${to}`, testSystem);
  expect(status).toBe(200);
  return body.items.map(({ state }: { state: string }) => state);
};
const reserve = async (of: Actor, date: string, bookingId = `booking-${randomUUID()}`): Promise<readonly string[]> => {
  const reservation = { creatorId: of.id, dates: [date], bookingId, attempt: 0 };
  const { reserved, refusal } = await site.send(of, new ReserveCreatorDays(reservation));
  if (refusal) throw refusal;
  return reserved;
};

test.each([
  ['9999-12-31', '9999-12-31'],
  ['0000-01-01', '0000-01-02'],
])('days from %s to %s are refused, and cannot be blocked', async (from, to) => {
  const bo = await professional();
  expect((await call('GET', `/creators/${bo.id}/availability?from=${from}&to=${to}`, testSystem)).status).toBe(400);
  expect((await call('PUT', '/profile/availability', bo, { ...everyDay, blocked: [{ from, to }] })).status).toBe(400);
});

test('the last day that can be asked for ends the list', async () => {
  const bo = await professional();
  expect(await states(bo, '2999-12-30', '2999-12-31')).toHaveLength(2);
});

describe('the settings', () => {
  test('have defaults until they are saved, and are returned as they were saved', async () => {
    const bo = await professional();
    const noCalendars = { feedPath: null, subscriptions: [] };
    expect((await call('GET', '/profile/availability', bo)).body).toEqual({
      isSet: false,
      ...everyDay,
      ...noCalendars,
      booked: [],
    });
    const blocked = [
      { from: inDays(40), to: inDays(50), reason: 'Holidays' },
      { from: inDays(20), to: inDays(20), reason: null },
    ];
    await save(bo, { weekdays: [7, 5, 6, 5], capacity: 2, noticeDays: 14, blocked });
    expect((await call('GET', '/profile/availability', bo)).body).toEqual({
      isSet: true,
      weekdays: [5, 6, 7],
      capacity: 2,
      noticeDays: 14,
      blocked: [blocked[1], blocked[0]],
      ...noCalendars,
      booked: [],
    });
  });

  test('are refused if they were changed elsewhere since they were read', async () => {
    const bo = await professional();
    const { isSet: _, booked: __, ...known } = (await call('GET', '/profile/availability', bo)).body;
    const blocked = [{ from: inDays(20), to: inDays(20), reason: null }];
    await save(bo, { blocked });
    const response = await call('PUT', '/profile/availability', bo, { ...everyDay, capacity: 2, known });
    expect([response.status, response.body.code]).toEqual([409, 'availability-changed']);
    expect((await call('GET', '/profile/availability', bo)).body).toMatchObject({ capacity: 1, blocked });
  });

  test('are for professionals only', async () => {
    const ann = await registered('client');
    const mine = site.as(ann, () => site.app.get(AvailabilityQueries).mine());
    await expect(mine).rejects.toMatchObject({ code: 'availability-not-allowed' });
    await expect(save(ann)).rejects.toMatchObject({ code: 'availability-not-allowed' });
  });

  test.each([
    [{ weekdays: [] }, 'Please choose at least one day'],
    [{ capacity: 0 }, 'Events on one day must be between 1 and 20'],
    [{ capacity: 21 }, 'Events on one day must be between 1 and 20'],
    [{ noticeDays: 366 }, 'Notice must be between 0 and 365 days'],
    [{ blocked: [{ from: '2027-02-30', to: '2027-03-01' }] }, 'Please enter a date, like 2027-06-20'],
    [{ blocked: [{ from: '2027-03-02', to: '2027-03-01' }] }, 'The last day must not be before the first'],
    [
      { blocked: [{ from: '2027-03-01', to: '2027-03-01', reason: 'x'.repeat(201) }] },
      'Please use at most 200 characters',
    ],
  ])('that are wrong are refused: %j', (change, message) => {
    const parsed = availabilitySettings.safeParse({ ...everyDay, ...change });
    expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});

describe('the days that everyone sees', () => {
  test('are unknown until the professional has said when they work, except those with a booking', async () => {
    const bo = await professional();
    await reserve(bo, inDays(3));
    expect(await states(bo, inDays(2), inDays(4))).toEqual(['unknown', 'busy', 'unknown']);
  });

  test('are busy when blocked, on days off and within the notice, and unknown in the past', async () => {
    const bo = await professional();
    const off = weekdayOf(inDays(6));
    const weekdays = everyDay.weekdays.filter((day) => day !== off);
    await save(bo, { weekdays, noticeDays: 3, blocked: [{ from: inDays(4), to: inDays(5), reason: 'Surgery' }] });
    expect(await states(bo, inDays(-1), inDays(7))).toEqual([
      'unknown',
      ...['busy', 'busy', 'busy'],
      'free',
      ...['busy', 'busy', 'busy'],
      'free',
    ]);
    const { body } = await call('GET', `/creators/${bo.id}/availability`, testSystem);
    expect(JSON.stringify(body)).not.toContain('Surgery');
    expect([body.items[0].date, body.items.at(-1).date]).toEqual([today, inDays(30)]);
  });

  test('are busy once they have as many bookings as the professional takes, and free again when one is released', async () => {
    const bo = await professional();
    await save(bo, { capacity: 2 });
    const second = `booking-${randomUUID()}`;
    await reserve(bo, inDays(9));
    expect(await states(bo, inDays(9), inDays(9))).toEqual(['free']);
    await reserve(bo, inDays(9), second);
    expect(await states(bo, inDays(9), inDays(9))).toEqual(['busy']);
    expect((await call('GET', '/profile/availability', bo)).body.booked).toEqual([{ date: inDays(9), bookings: 2 }]);
    await expect(reserve(bo, inDays(9))).rejects.toMatchObject({ code: 'creator-day-taken' });
    await site.send(bo, new ReleaseCreatorDay({ creatorId: bo.id, date: inDays(9), bookingId: second, attempt: 0 }));
    expect(await states(bo, inDays(9), inDays(9))).toEqual(['free']);
  });

  test('are past or within the notice according to the reader’s day, if that is one day before or after the day in UTC', async () => {
    const bo = await professional();
    await save(bo, { noticeDays: 1 });
    const statesFor = async (today: string): Promise<string[]> => {
      const period = `from=${inDays(-1)}&to=${inDays(2)}`;
      const { body } = await call('GET', `/creators/${bo.id}/availability?${period}&today=${today}`, testSystem);
      return body.items.map(({ state }: { state: string }) => state);
    };
    expect(await statesFor(inDays(0))).toEqual(['unknown', 'busy', 'free', 'free']);
    expect(await statesFor(inDays(-1))).toEqual(['busy', 'free', 'free', 'free']);
    expect(await statesFor(inDays(1))).toEqual(['unknown', 'unknown', 'busy', 'free']);
    expect(await statesFor(inDays(9))).toEqual(await statesFor(inDays(0)));
  });

  test('cannot be reserved while they are blocked', async () => {
    const bo = await professional();
    await save(bo, { blocked: [{ from: inDays(9), to: inDays(12), reason: null }] });
    await expect(reserve(bo, inDays(12))).rejects.toMatchObject({
      code: 'creator-day-blocked',
      message: 'The professional is not available on this date. Please agree on another date.',
    });
    await save(bo);
    expect(await reserve(bo, inDays(12))).toEqual([inDays(12)]);
  });

  test.each([
    ['from=2027-06-20&to=2027-06-19', 'The last day must not be before the first'],
    ['from=2027-06-20&to=2027-10-01', 'Please ask for at most 3 months'],
    ['to=2027-10-01', 'Please enter the first day too'],
    ['from=tomorrow', 'Please enter a date, like 2027-06-20'],
  ])('are not shown for a wrong period: %s', async (query, message) => {
    const bo = await professional();
    const { status, body } = await call('GET', `/creators/${bo.id}/availability?${query}`, testSystem);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(message)]);
  });
});

test('the search finds those who are free on a date', async () => {
  const bo = await professional();
  const found = async (days: number) => {
    const date = inDays(days);
    const { items } = (await call('GET', `/creators?date=${date}&limit=100`, testSystem)).body;
    const isFound = items.some(({ id }: { id: string }) => id === bo.id);
    expect(isFound).toBe((await states(bo, date, date))[0] === 'free');
    return isFound;
  };
  expect(await found(9)).toBe(false);
  const off = weekdayOf(inDays(13));
  const weekdays = everyDay.weekdays.filter((day) => day !== off);
  await save(bo, {
    weekdays,
    capacity: 2,
    noticeDays: 5,
    blocked: [{ from: inDays(10), to: inDays(11), reason: null }],
  });
  expect(await Promise.all([-1, 4, 5, 9, 10, 11, 12, 13].map(found))).toEqual([
    false,
    false,
    true,
    true,
    false,
    false,
    true,
    false,
  ]);
  await reserve(bo, inDays(9));
  expect(await found(9)).toBe(true);
  await reserve(bo, inDays(9));
  expect(await found(9)).toBe(false);
});

test('the search finds those who are free today where the day has not ended yet, as their calendars say there', async () => {
  const bo = await professional();
  await save(bo);
  const context = site.app.get(Context);
  // Eight in the evening in New York.
  context.now = () => new Date(`${inDays(1)}T00:30:00Z`);
  try {
    const period = `from=${today}&to=${today}&today=${today}`;
    const { body } = await call('GET', `/creators/${bo.id}/availability?${period}`, testSystem);
    expect(body.items).toEqual([{ date: today, state: 'free' }]);
    for (const [date, isFound] of [
      [inDays(-1), false],
      [today, true],
    ]) {
      const { items } = (await call('GET', `/creators?date=${date}&limit=100`, testSystem)).body;
      expect(items.some(({ id }: { id: string }) => id === bo.id)).toBe(isFound);
    }
  } finally {
    context.now = () => noon;
  }
});

test('closing an account removes its settings', async () => {
  const bo = await professional();
  await save(bo, { blocked: [{ from: inDays(9), to: inDays(12), reason: 'Surgery' }] });
  await site.send({ ...testSystem, kind: 'worker' }, new CloseProfile(bo.id));
  expect((await site.app.get(CatalogQueries).ownAvailability(bo.id)).isSet).toBe(false);
  expect((await site.app.get(CatalogQueries).ownAvailability(bo.id)).blocked).toEqual([]);
  expect(await site.app.get(CatalogQueries).openStreams(bo.id)).toEqual([]);
  expect(await site.differences()).toEqual(new Map());
});
