import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database } from '#platform/postgres';
import { eventually, uploadHeaders } from '#platform/testing';
import { SocketConnection } from '../../apps/api/src/realtime.suite.ts';
import { occasion, onboarding, pictureFile } from '../../apps/api/src/samples.suite.ts';
import { type Send, sender } from '../browser/http.suite.ts';
import { Cluster } from './cluster.suite.ts';

const password = 'Sunflower7';

type SignedInUser = {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly refreshToken: string;
};

let cluster: Cluster;
let database: Database;
/** The addresses of both APIs and of the proxy. */
let [one, two, site] = ['', '', ''];
let onOne: Send;
let onTwo: Send;
let client: SignedInUser;
let creator: SignedInUser;
let booking: object;

const signUp = async (send: Send, role: string): Promise<SignedInUser> => {
  const email = `${randomUUID()}@example.com`;
  const data = { first_name: 'Ann', last_name: 'Archer', role, phone: `+1 512 555 01${role.length}0` };
  const { user, access_token, refresh_token } = await send('POST', '/auth/v1/signup', undefined, {
    email,
    password,
    data,
  });
  const { id } = user as { id: string };
  return { id, email, token: String(access_token), refreshToken: String(refresh_token) };
};

beforeAll(async () => {
  cluster = await Cluster.start();
  database = new Database(cluster.databaseUrl);
  [one, two, site] = [cluster.urlOf('api 1'), cluster.urlOf('api 2'), cluster.urlOf('proxy')];
  [onOne, onTwo] = [sender(one), sender(two)];
  creator = await signUp(onOne, 'creator');
  client = await signUp(onTwo, 'client');
  await onOne('POST', '/api/v1/profile/onboarding', creator, onboarding);
  const { packages } = (await onTwo('GET', '/api/v1/profile', creator)) as { packages: { id: string }[] };
  booking = { ...occasion, creatorId: creator.id, packageId: packages[0]?.id };
}, 120_000);

afterAll(async () => {
  await database?.onApplicationShutdown();
  await cluster?.stop();
  await cluster?.drop();
}, 120_000);

test('sockets at one API, and those that poll through the proxy, are notified of a booking that the other API wrote', async () => {
  const sockets = await Promise.all([
    SocketConnection.open({ url: one }, { token: creator.token }),
    SocketConnection.open({ url: site }, { token: creator.token }),
    SocketConnection.open({ url: site }, { token: client.token }, 'polling'),
  ]);
  const { id } = await onTwo('POST', '/api/v1/bookings', client, booking);
  await Promise.all(sockets.map((socket) => socket.receives(String(id), 'bookings')));
  for (const socket of sockets) socket.close();
});

test('a session begins at one API, is renewed at the other, and ends at both', async () => {
  const { token, refreshToken } = await signUp(onOne, 'client');
  const renewed = await onTwo('POST', '/auth/v1/token?grant_type=refresh_token', undefined, {
    refresh_token: refreshToken,
  });
  const session = { token: String(renewed.access_token) };
  expect([session.token === token, (await onOne('GET', '/api/v1/me', session)).role]).toEqual([false, 'client']);
  await onOne('POST', '/auth/v1/logout?scope=local', session);
  await expect(onTwo('GET', '/api/v1/me', session)).rejects.toThrow('returned 401');
});

test('an idempotency key that one API has used is known to the other', async () => {
  const headers = {
    authorization: `Bearer ${client.token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  const send = async (url: string, eventDate: string) => {
    const body = JSON.stringify({ ...booking, eventDate });
    const response = await fetch(`${url}/api/v1/bookings`, { method: 'POST', headers, body });
    return { status: response.status, id: (await response.json()).id };
  };
  const first = await send(one, '2999-07-01');
  expect(first.status).toBe(201);
  expect([await send(two, '2999-07-01'), (await send(two, '2999-07-02')).status]).toEqual([first, 422]);
});

test('an upload that began at one API is finished at the other, and its picture is processed', async () => {
  const file = await pictureFile('portfolio');
  const common = { authorization: `Bearer ${creator.token}`, 'tus-resumable': '1.0.0' };
  const begun = await fetch(`${one}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: { ...common, ...uploadHeaders(file) },
  });
  const path = begun.headers.get('location');
  const half = Math.floor(file.content.length / 2);
  const sendFrom = (url: string, offset: number, content: Uint8Array) =>
    fetch(`${url}${path}`, {
      method: 'PATCH',
      headers: { ...common, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
      body: content as BodyInit,
    });
  expect((await sendFrom(one, 0, file.content.subarray(0, half))).status).toBe(204);
  const state = await fetch(`${two}${path}`, { method: 'HEAD', headers: common });
  expect(state.headers.get('upload-offset')).toBe(String(half));
  expect((await sendFrom(two, half, file.content.subarray(half))).status).toBe(204);
  await eventually(async () => {
    const { portfolio } = (await onOne('GET', '/api/v1/profile', creator)) as { portfolio: { state: string }[] };
    return portfolio.length === 1 && portfolio[0]?.state !== 'processing';
  }, 'the picture to be processed');
});

test('sign-ups at both APIs are counted together', async () => {
  const statuses: number[] = [];
  for (const url of [one, two, one, two, one, two]) {
    const data = { first_name: 'Ann', last_name: 'Archer', role: 'client', phone: '+1 512 555 0199' };
    const response = await fetch(`${url}/auth/v1/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: client.email, password, data }),
    });
    await response.text();
    statuses.push(response.status);
  }
  // Each API alone has seen at most the five that an hour allows.
  expect(statuses.at(-1)).toBe(429);
});

/** The process that holds most projections; all of them name themselves on the connection that holds their locks. */
const projecting = async (): Promise<number> => {
  const [row] = await database.query<{ pid: string }>(
    `select substring(application_name from '^festoon (\\d+)@') as pid from pg_locks join pg_stat_activity a using (pid)
     where locktype = 'advisory' and a.datname = current_database() and application_name like 'festoon %@%'
     group by application_name order by count(*) desc limit 1`,
  );
  return Number(row?.pid);
};

test('another worker takes over from one that is killed, and another API from one that is killed', async () => {
  const killed = await projecting();
  cluster.kill(({ pid }) => pid === killed);
  cluster.kill(({ name }) => name === 'api 1');
  const startedAt = performance.now();
  const onSite = sender(site);
  const sent = { ...booking, eventDate: '2999-08-01' };
  const { id } = await eventually(() => onSite('POST', '/api/v1/bookings', client, sent).catch(() => undefined));
  expect(await onTwo('GET', `/api/v1/bookings/${id}`, creator)).toMatchObject({ id, status: 'pending' });
  process.stdout.write(`Cluster: taken over after ${(performance.now() - startedAt).toFixed(0)} ms\n`);
  expect(await projecting()).not.toBe(killed);
});

test('it ends with all its processes', async () => {
  expect(await cluster.stop()).toBe(0);
  for (const pid of cluster.pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
