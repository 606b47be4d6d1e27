import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { Server } from 'socket.io';
import type { BookingHistoryMessage } from '#bookings/contract';
import { Sessions } from '#identity';
import { EventStore } from '#platform/event-store';
import { Metrics } from '#platform/metrics';
import { Projector } from '#platform/projections';
import { eventually, freePort } from '#platform/testing';
import { type Person, password, type Site } from './api.suite.ts';
import { Audiences } from './audiences.ts';
import { RealtimeGateway } from './realtime.gateway.ts';
import { SocketConnection } from './realtime.suite.ts';
import { leadPost } from './samples.suite.ts';
import { type Scenario, startScenarios } from './scenario.suite.ts';

let site: Site;
/** A second process on the same database, which only serves requests. */
let otherSite: Site;
let scenario: Scenario;
let stop: () => Promise<void>;
let ann: Person;
let bo: Person;
let cleo: Person;
let dan: Person;
const connections: SocketConnection[] = [];

beforeAll(async () => {
  ({ site, other: otherSite, scenario, ann, bo, stop } = await startScenarios());
  cleo = await site.signUp('client', 'Cleo Clark');
  dan = await site.signUp('vendor', 'Dan Dale');
  await scenario.offer(dan);
});
afterEach(() => {
  for (const connection of connections.splice(0)) connection.close();
});
afterAll(() => stop());

const open = async (...[at, auth, transport]: Parameters<typeof SocketConnection.open>): Promise<SocketConnection> => {
  const connection = await SocketConnection.open(at, auth, transport);
  connections.push(connection);
  return connection;
};
const path = (id: string) => `/api/v1/bookings/${id}`;

/** Records what a page would show if it refetched as soon as it gets a message. */
const recordRefetches = (connection: SocketConnection, at: Site, by: Person) => {
  const refetches: Promise<{ announced: string; shown: string; entries: readonly string[] }>[] = [];
  const refetch = async ({ bookingId, status, createdAt }: BookingHistoryMessage) => {
    const [booking, { items }] = [await at.get(path(bookingId), by), await at.get(`${path(bookingId)}/history`, by)];
    return {
      announced: `${status} ${createdAt}`,
      shown: `${booking.status}`,
      entries: items.map((entry: BookingHistoryMessage) => `${entry.status} ${entry.createdAt}`),
    };
  };
  connection.socket.on('booking.history', (message: BookingHistoryMessage) => refetches.push(refetch(message)));
  return refetches;
};

test('both parties get a message about each change of their booking, and a page that refetches afterwards shows it', async () => {
  const [hers, his] = [await open(site, ann), await open(otherSite, bo)];
  const refetches = [recordRefetches(hers, site, ann), recordRefetches(his, otherSite, bo)];
  const id = await scenario.book(ann, bo);
  await eventually(async () => his.history.length === 1 && hers.history.length === 1);
  await site.post(`${path(id)}/confirm`, bo);
  await eventually(async () => his.history.length === 2 && hers.history.length === 2);

  expect(hers.history).toEqual(his.history);
  const [newest, oldest] = (await site.get(`${path(id)}/history`, ann)).items;
  expect(hers.history).toMatchObject([
    { bookingId: id, status: 'pending', changedBy: ann.id, createdAt: oldest.createdAt },
    { bookingId: id, status: 'confirmed', changedBy: bo.id, createdAt: newest.createdAt },
  ]);
  for (const connection of [hers, his])
    expect(connection.changed.filter((change) => change.id === id)).toEqual(
      hers.history.map(({ position }) => ({ topic: 'bookings', id, position })),
    );
  for (const refetch of await Promise.all(refetches.flat())) {
    expect(refetch.entries).toContain(refetch.announced);
    // A slow refetch can already show the next change.
    const entriesSince = refetch.entries.slice(0, refetch.entries.indexOf(refetch.announced) + 1);
    expect(entriesSince.map((entry) => entry.split(' ')[0])).toContain(refetch.shown);
  }
});

test('a reserved day is announced to all open pages with its professional, but without its date and its booking', async () => {
  const others = await open(site, cleo);
  const id = await scenario.book(ann, bo);
  await site.post(`${path(id)}/confirm`, bo);
  await others.receives(bo.id, 'availability');
  expect(others.changed).toEqual([{ topic: 'availability', id: bo.id, position: expect.any(String) }]);
});

test('both parties get a message about a settled payment at once', async () => {
  const [hers, his] = [await open(site, ann), await open(site, bo, 'polling')];
  const id = await scenario.book(ann, bo);
  await Promise.all([hers.receives(id), his.receives(id)]);
  for (const { changed, history } of [hers, his]) {
    changed.length = 0;
    history.length = 0;
  }
  await scenario.payFor(ann, id, 'deposit');
  await Promise.all([hers.receives(id, 'bookings'), his.receives(id, 'bookings')]);
  expect(his.history).toMatchObject([{ bookingId: id, status: 'pending', changedBy: ann.id }]);
  // His earnings are recorded at some time afterwards.
  expect(his.changed.map(({ topic }) => topic).filter((topic) => topic !== 'payouts')).toEqual(['bookings']);
  expect(new Set(hers.changed.map(({ topic }) => topic))).toEqual(new Set(['bookings', 'payments']));
});

test('a third person gets no message about a booking', async () => {
  const [others, pro] = [await open(site, cleo), await open(site, dan)];
  const id = await scenario.book(ann, bo);
  await site.post(`${path(id)}/cancel`, ann, { reason: 'rain' });
  // Messages come in the order of the log: after the message about their own change, no older one can follow.
  const ownBooking = await scenario.book(cleo, dan);
  await Promise.all([others.receives(ownBooking), pro.receives(ownBooking)]);
  for (const connection of [others, pro]) {
    expect([...connection.ids]).toEqual([ownBooking]);
    expect(connection.history).toMatchObject([{ bookingId: ownBooking, status: 'pending' }]);
  }
});

test('a new lead is announced to its client and all professionals, a purchase to the client and the buyer', async () => {
  const [client, otherClient, buyer, pro] = [
    await open(site, ann),
    await open(site, cleo),
    await open(site, bo),
    await open(site, dan),
  ];
  const lead = await scenario.postLead(ann);
  await Promise.all([client.receives(lead, 'leads'), buyer.receives(lead, 'leads'), pro.receives(lead, 'leads')]);
  const countBefore = pro.changed.length;
  await scenario.unlock(bo, lead);
  const ownBooking = await scenario.book(cleo, dan);
  await Promise.all([otherClient.receives(ownBooking), pro.receives(ownBooking)]);
  expect([...otherClient.ids]).toEqual([ownBooking]);
  expect(pro.changed.slice(countBefore).map(({ id }) => id)).toEqual([ownBooking]);
  await eventually(async () => client.changed.filter(({ id }) => id === lead).length > 1);
  expect(JSON.stringify([client.changed, buyer.changed, pro.changed])).not.toContain(ann.email);
});

test('without a valid session a socket cannot connect', async () => {
  const signedOut = await site.signIn(ann);
  await site.signOut(signedOut);
  const expiredSession = await site.signIn(ann, 7_200_000);
  for (const auth of [{}, { token: '' }, { token: 'garbage' }, signedOut, expiredSession, { token: `${ann.token}x` }])
    for (const at of [site, otherSite])
      await expect(SocketConnection.open(at, { ...auth })).rejects.toThrow('Authentication required');
});

test('a suspended user and a user without the required second factor cannot connect', async () => {
  const [eve, fay] = [await site.signUp('client', 'Eve East'), await site.signUp('client', 'Fay Frost')];
  await scenario.suspend(eve);
  const { person: aal2Session } = await scenario.addSecondFactor(fay);
  const aal1Session = await site.signIn(fay);
  for (const { token } of [eve, aal1Session])
    for (const at of [site, otherSite])
      await expect(SocketConnection.open(at, { token })).rejects.toThrow('Authentication required');
  expect((await open(site, aal2Session)).ended).toBeUndefined();
});

test('a session that was signed out gets no more messages; another session of the same person does', async () => {
  const gateway = site.api.get(RealtimeGateway);
  const usualInterval = gateway.recheckEvery;
  gateway.recheckEvery = 50;
  const session = await site.signIn(ann);
  const [ending, staying] = [await open(site, session), await open(site, ann)];
  gateway.recheckEvery = usualInterval;
  await site.signOut(session);
  await eventually(async () => ending.ended);
  expect(ending.ended).toBe('io server disconnect');
  const id = await scenario.book(ann, bo);
  await staying.receives(id);
  expect([...ending.ids]).not.toContain(id);
});

test('sockets of every process end at once when their session ends', async () => {
  const gus = await site.signUp('client', 'Gus Gray');
  const endings: readonly [string, () => Promise<unknown>][] = [
    ['signed out everywhere', () => site.post('/auth/v1/logout?scope=global', gus)],
    ['suspended', () => scenario.suspend(gus)],
  ];
  for (const [cause, end] of endings) {
    const { token } = cause === 'suspended' ? await site.signIn(gus) : gus;
    const [here, there, another] = [
      await open(site, { token }),
      await open(otherSite, { token }),
      await open(otherSite, ann),
    ];
    await end();
    // The regular check is 30 seconds away.
    await eventually(async () => here.ended && there.ended, `the end of a socket whose user was ${cause}`, 20_000);
    expect(another.ended).toBeUndefined();
  }
});

test('sockets end at once when their account is closed', async () => {
  const hal = await site.signUp('client', 'Hal Hill');
  const connection = await open(otherSite, hal);
  await site.request('DELETE', '/api/v1/me', { by: hal, body: { password } });
  await eventually(async () => connection.ended, 'the end of the socket', 20_000);
});

test('a socket ends with its session also while the read tables are behind', async () => {
  const connection = await open(site, await site.signIn(ann));
  const behind = jest.spyOn(site.api.get(Projector), 'waitUntilProjected').mockImplementation(() => sleep(20, false));
  try {
    await otherSite.post('/api/v1/leads', ann, leadPost);
    await otherSite.post('/auth/v1/logout?scope=others', ann);
    await eventually(async () => connection.ended, 'the end of the socket', 20_000);
  } finally {
    behind.mockRestore();
  }
});

test('a socket whose session ends while it connects does not stay', async () => {
  const session = await site.signIn(ann);
  const witness = await open(site, session);
  const sessions = site.api.get(Sessions);
  const lookUp = sessions.caller.bind(sessions);
  const lookingUp = jest.spyOn(sessions, 'caller').mockImplementationOnce(async (token) => {
    const caller = await lookUp(token);
    await site.signOut(session);
    await eventually(async () => witness.ended, 'the end of the socket that was connected before');
    return caller;
  });
  const late = await open(site, session);
  await eventually(async () => late.ended, 'the end of the socket that connected meanwhile', 20_000);
  lookingUp.mockRestore();
});

test('a socket ends with its token', async () => {
  const sessions = site.api.get(Sessions);
  const lookUp = sessions.caller.bind(sessions);
  // The token is valid for an hour, of which two seconds are left.
  const lookingUp = jest.spyOn(sessions, 'caller').mockImplementationOnce(async (token) => {
    const caller = await lookUp(token);
    return caller && { ...caller, expiresAt: caller.expiresAt - 3_598 };
  });
  const connection = await open(site, await site.signIn(ann));
  await eventually(async () => connection.ended);
  lookingUp.mockRestore();
  expect(connection.ended).toBe('io server disconnect');
});

test('a client that reconnects sends the last position it saw and gets the missed messages', async () => {
  const witnesses = [await open(site, cleo), await open(otherSite, cleo)];
  const firstPage = await open(site, bo);
  const first = await scenario.book(ann, bo);
  await firstPage.receives(first);
  firstPage.close();
  const missedBooking = await scenario.book(ann, bo);
  await site.post(`${path(missedBooking)}/confirm`, bo);
  // Messages come in the order of the log: both processes have sent the missed ones before the page connects again.
  const later = await scenario.book(cleo, dan);
  await Promise.all(witnesses.map((witness) => witness.receives(later)));

  const auth = { token: bo.token, position: firstPage.lastPosition };
  const reconnected = [await open(site, auth), await open(otherSite, auth)];
  const expected = [
    [missedBooking, 'pending'],
    [missedBooking, 'confirmed'],
  ];
  for (const { history } of reconnected) {
    await eventually(async () => history.length === expected.length);
    expect(history.map(({ bookingId, status }) => [bookingId, status])).toEqual(expected);
  }
  const nextBooking = await scenario.book(ann, bo);
  for (const connection of reconnected) {
    await connection.receives(nextBooking);
    // The confirmation reserved a day of the professional.
    expect([...connection.ids]).toEqual([missedBooking, bo.id, nextBooking]);
  }
});

test('a client that missed too many events receives `outdated`, and an unknown position has no effect', async () => {
  const gateway = site.api.get(RealtimeGateway);
  const { maxMissedEvents } = gateway;
  gateway.maxMissedEvents = 3;
  const after = jest.spyOn(site.api.get(EventStore), 'after');
  const outdated = await open(site, { token: bo.token, position: '0' });
  await eventually(async () => outdated.isOutdated);
  gateway.maxMissedEvents = maxMissedEvents;
  expect(outdated.changed).toEqual([]);
  // Where positions have no gaps, their distance is enough to know it.
  const readsMissedEvents = !site.api.get(EventStore).densePositions;
  expect(after.mock.calls.some(([position]) => position === 0n)).toBe(readsMissedEvents);
  after.mockRestore();
  const ahead = await open(site, { token: bo.token, position: '9'.repeat(18) });
  const id = await scenario.book(ann, bo);
  await ahead.receives(id);
  expect([...ahead.ids]).toEqual([id]);
});

test('a process accepts sockets only when it knows from which position on it sends messages', async () => {
  const { api } = site;
  const head = Promise.withResolvers<bigint>();
  const headSpy = jest.spyOn(api.get(EventStore), 'head').mockReturnValueOnce(head.promise);
  const dependencies = [api.get(EventStore), api.get(Projector), api.get(Sessions), api.get(Audiences)] as const;
  const gateway = new RealtimeGateway(...dependencies, api.get(Metrics));
  const port = await freePort();
  const server = new Server(port, { serveClient: false });
  Object.assign(gateway, { server });
  gateway.afterInit(server);
  gateway.onApplicationBootstrap();
  const connecting = open({ url: `http://127.0.0.1:${port}` }, { token: cleo.token });
  const first = await Promise.race([connecting.then(() => 'accepted'), sleep(300, 'waiting')]);
  headSpy.mockRestore();
  head.resolve(await api.get(EventStore).head());
  expect(first).toBe('waiting');
  const connection = await connecting;
  const { body } = await site.request('POST', '/api/v1/leads', { by: cleo, body: leadPost });
  await connection.receives(body.id);
  await gateway.onApplicationShutdown();
  await server.close();
});

test('a user can open only so many sockets, and others still can', async () => {
  const gateway = site.api.get(RealtimeGateway);
  const { maxSocketsPerUser } = gateway;
  gateway.maxSocketsPerUser = 2;
  const [first] = [await open(site, cleo), await open(site, cleo)];
  await expect(open(site, cleo)).rejects.toThrow('Too many open pages. Please close some of them.');
  await open(site, dan);
  first.close();
  await eventually(() => open(site, cleo).catch(() => undefined));
  gateway.maxSocketsPerUser = maxSocketsPerUser;
});

test('a client that receives too slowly is disconnected, and gets what it missed when it connects again', async () => {
  const gateway = site.api.get(RealtimeGateway);
  const { maxBufferedBytes } = gateway;
  const [slow, other] = [await open(site, bo), await open(otherSite, bo)];
  await slow.receives(await scenario.book(ann, bo));
  // Less than a message.
  gateway.maxBufferedBytes = 10;
  const id = await scenario.book(ann, bo);
  await eventually(async () => slow.ended, 'the end of the slow socket');
  gateway.maxBufferedBytes = maxBufferedBytes;
  expect([slow.ended, slow.ids.has(id)]).toEqual(['transport close', false]);
  const again = await open(site, { token: bo.token, position: slow.lastPosition });
  await Promise.all([again.receives(id), other.receives(id)]);
  expect(other.ended).toBeUndefined();
});

test('a page that stayed connected gets no message twice', async () => {
  const connection = await open(site, ann);
  const id = await scenario.book(ann, bo);
  await connection.receives(id);
  const nextBooking = await scenario.book(ann, bo);
  await connection.receives(nextBooking);
  expect(connection.history.map(({ bookingId }) => bookingId)).toEqual([id, nextBooking]);
});

test('two processes both notify their sockets, whichever of them handled the request', async () => {
  const listening = await Promise.all([site, otherSite].flatMap((at) => [open(at, ann), open(at, bo)]));
  const id = await scenario.book(ann, bo);
  await otherSite.post(`${path(id)}/confirm`, bo);
  // A message about an earlier booking can still arrive.
  const historyOf = ({ history }: SocketConnection) => history.filter(({ bookingId }) => bookingId === id);
  await Promise.all(listening.map((connection) => eventually(async () => historyOf(connection).length === 2)));
  const [first, ...others] = listening.map(historyOf);
  for (const history of others) expect(history).toEqual(first);
});

test('a socket that requests messages of others gets none', async () => {
  const connection = await open(site, dan);
  for (const name of ['join', 'subscribe', 'room', 'message']) connection.socket.emit(name, `user:${ann.id}`);
  const id = await scenario.book(ann, bo);
  const ownBooking = await scenario.book(cleo, dan);
  await connection.receives(ownBooking);
  expect([...connection.ids]).not.toContain(id);
});

test('after all requests of this file the read tables match the event log', async () => {
  expect(await site.readModelDifferences()).toEqual([]);
});
