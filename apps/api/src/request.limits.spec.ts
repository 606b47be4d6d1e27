import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Config } from '#platform/config';
import { Limits } from '#platform/rate-limits';
import { eventually, testConfig } from '#platform/testing';
import { type ApiResponse, isRendered, type Person, Site } from './api.suite.ts';
import { PageRenderer } from './page-renderer.ts';
import { SocketConnection } from './realtime.suite.ts';
import { RequestLimits } from './request.limits.ts';

let site: Site;
let ann: Person;
let bo: Person;
let cleo: Person;
let dora: Person;
let stop: () => Promise<void>;
beforeAll(async () => {
  const { config, drop } = await testConfig({ RATE_LIMITS: '1', TRUSTED_PROXIES: '127.0.0.1' });
  site = await Site.on(config);
  [ann, bo] = [await site.signUp('client'), await site.signUp('creator', 'Bo Baker')];
  [cleo, dora] = [await site.signUp('client'), await site.signUp('client')];
  stop = async () => {
    await site.api.close();
    await drop();
  };
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => stop());

let minutes = 0;
/** The time at which the counts of requests start again, later at each call. */
const nextMinute = () => {
  minutes += 1;
  const nextPeriod = Date.now() + minutes * 61_000;
  jest.spyOn(Date, 'now').mockImplementation(() => nextPeriod);
};
const limitOf = ({ headers }: ApiResponse) => [headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')];
const expectTooManyRequests = (response: ApiResponse, limit: string) => {
  const seconds = Number(response.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect([response.status, response.body, ...limitOf(response)]).toEqual([
    429,
    { code: 'too-many-requests', message: `Too many requests. Try again in ${seconds} seconds.` },
    limit,
    '0',
  ]);
  expect(response.headers.get('ratelimit-reset')).toBe(String(seconds));
};
/** Multiplies all limits until the end of the test, so that few requests reach them. */
const multiplyLimits = (factor: number) => jest.replaceProperty(site.api.get(Config), 'rateLimits', factor);
/**
 * Sends one request, which must show the whole limit. Then lowers all limits to a tenth and sends requests until this
 * limit is reached. Returns the refusal.
 */
const reachLimit = async (limit: number, status: number, send: () => Promise<ApiResponse>): Promise<ApiResponse> => {
  const first = await send();
  expect([first.status, ...limitOf(first)]).toEqual([status, String(limit), String(limit - 1)]);
  multiplyLimits(0.1);
  expect(await sendAll(limit / 10 - 1, send)).toEqual(limit > 10 ? [status] : []);
  const refusal = await send();
  expect([refusal.status, ...limitOf(refusal)]).toEqual([429, String(limit / 10), '0']);
  return refusal;
};
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const sendAll = async (count: number, send: () => Promise<ApiResponse>): Promise<readonly number[]> => {
  const statuses = new Set<number>();
  for (let i = 0; i < count; i += 50) {
    const batchSize = Math.min(50, count - i);
    for (const { status } of await Promise.all(Array.from({ length: batchSize }, send))) statuses.add(status);
  }
  return [...statuses];
};

test('one person may send 300 requests a minute, from all networks together, and others are not affected', async () => {
  const send = () => site.request('GET', '/api/v1/me', { by: ann });
  expectTooManyRequests(await reachLimit(300, 200, send), '30');
  const elsewhere = { by: ann, ...from('203.0.113.1') };
  expectTooManyRequests(await site.request('GET', '/api/v1/creators/featured', elsewhere), '30');
  expect((await site.request('GET', '/api/v1/me', { by: bo })).status).toBe(200);
  nextMinute();
  expect(limitOf(await send())).toEqual(['30', '29']);
});

test('requests without a session are counted by network, including refused ones', async () => {
  const guess = () => site.request('GET', '/api/v1/me', { by: { token: 'guessed' }, ...from('203.0.113.2') });
  expectTooManyRequests(await reachLimit(300, 401, guess), '30');
  expect((await site.request('GET', '/api/v1/creators', from('203.0.113.2'))).status).toBe(429);
  expect((await site.request('GET', '/api/v1/creators', from('203.0.113.3'))).status).toBe(200);
  // Screens, health checks and sign-in have separate limits or none.
  expect((await site.request('GET', '/health/live', from('203.0.113.2'))).status).toBe(200);
  expect((await site.request('GET', '/auth/v1/settings', from('203.0.113.2'))).status).toBe(200);
});

test('the networks of an IPv6 /48 together may send ten times as many requests', async () => {
  nextMinute();
  // Leaves 2 searches and 6 requests to each network, and 12 and 60 to all together.
  multiplyLimits(0.02);
  let i = 0;
  const search = () => site.request('GET', '/api/v1/creators?q=weddings', from(`2001:db8:1:${(i++).toString(16)}::1`));
  expect(limitOf(await search())).toEqual(['2', '1']);
  expect(await sendAll(11, search)).toEqual([200]);
  expect((await search()).status).toBe(429);
  expect((await site.request('GET', '/api/v1/creators', from('2001:db8:1:ffff::1'))).status).toBe(200);
  const read = () => site.request('GET', '/api/v1/contact', from(`2001:db8:2:${(i++).toString(16)}::1`));
  expect(await sendAll(60, read)).toEqual([200]);
  expectTooManyRequests(await read(), '60');
});

test('when too many callers are remembered, only the oldest is forgotten', async () => {
  nextMinute();
  const limits = site.api.get(RequestLimits);
  const maxCallers = limits.maxCallers;
  limits.maxCallers = 2;
  const leftFor = async (address: string) => limitOf(await site.request('GET', '/api/v1/contact', from(address)))[1];
  try {
    expect(await leftFor('203.0.113.21')).toBe('299');
    expect(await leftFor('203.0.113.22')).toBe('299');
    expect(await leftFor('203.0.113.23')).toBe('299');
    expect(await leftFor('203.0.113.22')).toBe('298');
    expect(await leftFor('203.0.113.21')).toBe('299');
  } finally {
    limits.maxCallers = maxCallers;
  }
});

test.each([
  ['verify-payment', 30, { sessionId: 'none' }, 200],
  ['create-lead-payment', 20, { leadId: 'lead-00000000-0000-4000-8000-000000000000' }, 404],
  [
    'create-booking-payment',
    20,
    { bookingId: 'booking-00000000-0000-4000-8000-000000000000', paymentType: 'deposit' },
    404,
  ],
] as const)('%s: %i times a minute', async (name, times, body, status) => {
  const send = (by: Person) => site.request('POST', `/functions/v1/${name}`, { by, body });
  expectTooManyRequests(await reachLimit(times, status, () => send(bo)), String(times / 10));
  nextMinute();
  expect((await send(ann)).status).toBe(name === 'create-lead-payment' ? 404 : status);
});

test('one person may download their own data 10 times an hour', async () => {
  await reachLimit(10, 200, () => site.request('GET', '/api/v1/me/export', { by: dora }));
});

test('one person may begin 120 uploads a minute', async () => {
  const begin = () =>
    site.request('POST', '/storage/v1/upload/resumable', { by: bo, headers: { 'tus-resumable': '1.0.0' } });
  expectTooManyRequests(await reachLimit(120, 400, begin), '12');
});

test.each([
  ['/api/v1/staff/bookings/export', 20, 403],
  ['/api/v1/staff/people/6f2c1c52-9d0b-4a4c-b9a7-6b6a7c1f2b12/reveal', 30, 403],
  ['/api/v1/staff/reports/reveal', 30, 403],
  ['/api/v1/staff/refund-requests/reveal', 30, 403],
  ['/api/v1/staff/events/6f2c1c52-9d0b-4a4c-b9a7-6b6a7c1f2b12/reveal', 30, 403],
  ['/api/v1/staff/bookings/booking-6f2c1c52-9d0b-4a4c-b9a7-6b6a7c1f2b12/evidence', 30, 403],
  ['/api/v1/staff/bookings/booking-6f2c1c52-9d0b-4a4c-b9a7-6b6a7c1f2b12/gallery', 30, 403],
  ['/api/v1/staff/conversations/conversation-6f2c1c52-9d0b-4a4c-b9a7-6b6a7c1f2b12/reveal', 30, 403],
  ['/api/v1/staff/reports/conversations/thread-6f2c1c52-9d0b-4a4c-b9a7-6b6a7c1f2b12:1/close', 60, 403],
])('one person may send %s %i times an hour', async (path, times, status) => {
  nextMinute();
  await reachLimit(times, status, () => site.request('POST', path, { by: cleo, body: {} }));
});

test.each([
  ['/api/v1/bookings', 'api.request-booking', 30, 400],
  ['/api/v1/bookings/booking-6f2c1c52-9d0b-4a4c-b9a7-6b6a7c1f2b12/proposals', 'api.propose', 20, 404],
  ['/api/v1/leads', 'api.post-lead', 30, 400],
])('one person may send %s (%s) %i times an hour, not counting refused requests', async (path, name, times, status) => {
  const send = () => site.request('POST', path, { by: dora, body: {} });
  expect(await sendAll(3, send)).toEqual([status]);
  for (let i = 0; i < times; i++) await site.api.get(Limits).take({ name, times, seconds: 3_600 }, dora.id);
  const refusal = await send();
  expect([refusal.status, refusal.headers.get('ratelimit-limit')]).toEqual([429, String(times)]);
});

test('webhooks of the payment provider are not limited', async () => {
  const report = () => site.request('POST', '/api/v1/payments/webhook', { body: {}, ...from('203.0.113.4') });
  const response = await report();
  expect([response.status, ...limitOf(response)]).toEqual([400, null, null]);
});

test('a socket that sends too many packets is disconnected', async () => {
  const connection = await SocketConnection.open(site, { token: bo.token });
  for (let i = 0; i < 20; i++) connection.socket.emit('chatter');
  await site.get('/api/v1/creators');
  expect(connection.ended).toBeUndefined();
  for (let i = 0; i < 100; i++) connection.socket.emit('chatter');
  await eventually(async () => connection.ended !== undefined);
  expect(connection.ended).toMatch(/server disconnect|transport close/);
});

test('refused webhooks are counted for each network and logged in a few lines', async () => {
  // The clock stands still, because the number of lines is limited for each minute.
  nextMinute();
  const warnSpy = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const send = (from: string) =>
    site.request('POST', '/api/v1/payments/webhook', { body: {}, headers: { 'x-forwarded-for': from } });
  const responses: ApiResponse[] = [];
  multiplyLimits(0.5);
  for (let i = 0; i < 32; i++) responses.push(await send('203.0.113.7'));
  expect(responses.map(({ status }) => status)).toEqual([...Array(30).fill(400), ...Array(2).fill(429)]);
  for (const { status, headers } of responses) {
    const seconds = Number(headers.get('retry-after'));
    expect([status, seconds >= 1 && seconds <= 60]).toEqual([status, status === 429]);
  }
  expect((await send('203.0.113.8')).status).toBe(400);
  const lines = warnSpy.mock.calls.filter(([line]) => /A webhook was refused/.test(String(line)));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThanOrEqual(20);
});

test('searches for words are limited to 60 a minute, lists without words are not', async () => {
  nextMinute();
  const visitor = from('203.0.113.60');
  const send = (query: string, path = '/api/v1/creators') => site.request('GET', path + query, visitor);
  expectTooManyRequests(await reachLimit(60, 200, () => send('?q=weddings')), '6');
  expect((await send('')).status).toBe(200);
  site.api.get(PageRenderer).timeLimit = 30_000;
  const pages = [await send('?q=weddings', '/creators'), await send('', '/creators')];
  expect(pages.map(isRendered)).toEqual([false, true]);
});
