import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Sessions } from '#identity';
import { eventually } from '#platform/testing';
import { type Person, password, type Site, startSite } from './api.suite.ts';
import { slots } from './load-shedding.ts';

/** Fewer slots than usual, so that a few requests fill them. */
const maximumConcurrentRequests = 16;
let site: Site;
let stop: () => Promise<void>;
let ann: Person;

beforeAll(async () => {
  ({ site, stop } = await startSite());
  ann = await site.signUp('client');
});
beforeEach(() => {
  expect(slots).toMatchObject({ reads: 128, writes: 128 });
  for (const name of ['reads', 'writes'] as const) jest.replaceProperty(slots, name, maximumConcurrentRequests);
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => stop());

const busy = { code: 'busy', message: 'Festoon is busy. Try again in a moment.' };

/** Blocks the lookup of sessions, so that every request waits, without a connection to the database. */
const whileRequestsWait = async <T>(work: () => Promise<T>): Promise<T> => {
  const sessions = site.api.get(Sessions, { strict: false });
  const authenticate = sessions.authenticate.bind(sessions);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const spy = jest.spyOn(sessions, 'authenticate').mockImplementation(async (token) => {
    await released;
    return authenticate(token);
  });
  try {
    return await work();
  } finally {
    spy.mockRestore();
    release();
  }
};

test('with too many requests in progress, a new one is refused at once with a Retry-After header', async () => {
  const warnSpy = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const [statuses, tooMany]: [number[], number] = [[], 20];
  const send = async () => {
    const response = await site.request('GET', '/api/v1/me', { by: ann });
    statuses.push(response.status);
    return response;
  };
  const pendingResponses = await whileRequestsWait(async () => {
    const waitingResponses = Array.from({ length: maximumConcurrentRequests + tooMany }, send);
    await eventually(async () => statuses.length >= tooMany);
    expect(statuses).toEqual(Array(tooMany).fill(503));
    expect(await site.request('GET', '/health/live')).toMatchObject({ status: 200 });
    // Writes have slots of their own: this one is refused only because it has no session.
    expect((await site.request('POST', '/api/v1/leads', { body: {} })).status).toBe(401);
    const { status, body, headers } = await site.request('GET', '/auth/v1/user', { by: ann });
    expect([status, body.error_code, headers.get('retry-after')]).toEqual([503, 'unexpected_failure', '1']);
    return waitingResponses;
  });
  const responses = await Promise.all(pendingResponses);
  const refusals = responses.filter(({ status }) => status !== 200);
  expect(refusals.map(({ status, body, headers }) => [status, body, headers.get('retry-after')])).toEqual(
    Array(tooMany).fill([503, busy, '1']),
  );
  const lines = warnSpy.mock.calls.filter(([line]) => /^Requests refused/.test(String(line)));
  expect(lines).toEqual([['Requests refused with 503 because too many were in progress: 1.']]);
});

test('a request whose body arrives slowly holds no slot', async () => {
  const { port } = new URL(site.url);
  const slowConnections = Array.from({ length: maximumConcurrentRequests }, () => connect(Number(port), '127.0.0.1'));
  const head = 'POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: localhost\r\n';
  await Promise.all(slowConnections.map((socket) => once(socket, 'connect')));
  for (const socket of slowConnections)
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{`);
  // When this response arrives, the server has read everything that was sent before its request.
  for (let i = 0; i < 3; i++) expect((await site.request('GET', '/api/v1/me', { by: ann })).status).toBe(200);
  for (const socket of slowConnections) socket.destroy();
});

test('if a client disconnects, its slot is released when the handler has finished', async () => {
  const [disconnect, seen] = [new AbortController(), { leaving: 0 }];
  site.api.getHttpServer().on('request', (_: object, response: ServerResponse) => {
    response.once('close', () => {
      seen.leaving += 1;
    });
  });
  const headers = { authorization: `Bearer ${ann.token}` };
  const statusOf = async (path: string) => (await site.request('GET', path)).status;
  await whileRequestsWait(async () => {
    const send = () => fetch(`${site.url}/api/v1/me`, { headers, signal: disconnect.signal }).catch(() => undefined);
    const waitingResponses = Array.from({ length: maximumConcurrentRequests }, send);
    await eventually(async () => (await statusOf('/auth/v1/health')) === 503);
    const leavingBefore = seen.leaving;
    disconnect.abort();
    await Promise.all(waitingResponses);
    await eventually(async () => seen.leaving >= leavingBefore + maximumConcurrentRequests);
    expect(await statusOf('/auth/v1/health')).toBe(503);
  });
  await eventually(async () => (await statusOf('/auth/v1/health')) === 200);
  expect((await site.request('GET', '/api/v1/me', { by: ann })).status).toBe(200);
});

test('many sessions that refresh at the same time all succeed, and use none of the other slots', async () => {
  const body = { email: ann.email, password };
  const { body: session } = await site.request('POST', '/auth/v1/token?grant_type=password', { body });
  const refresh = { body: { refresh_token: session.refresh_token } };
  const warnSpy = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const send = async (): Promise<number> => {
    const { status } = await site.request('POST', '/auth/v1/token?grant_type=refresh_token', refresh);
    // On a slow machine, the database may have no free connection for a while.
    return status === 503 ? send() : status;
  };
  const statuses = await Promise.all(Array.from({ length: maximumConcurrentRequests + 20 }, send));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(warnSpy.mock.calls.filter(([line]) => /^Requests refused/.test(String(line)))).toEqual([]);
});
