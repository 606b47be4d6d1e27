import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { captureLog, eventually, everyRow, testConfig } from '#platform/testing';
import { type ApiResponse, type Person, password, Site } from './api.suite.ts';
import { SocketConnection } from './realtime.suite.ts';
import { leadPost } from './samples.suite.ts';
import { Scenario } from './scenario.suite.ts';
import { TcpProxy } from './tcp-proxy.suite.ts';

let site: Site;
let scenario: Scenario;
let proxy: TcpProxy;
let stop: () => Promise<void>;
/** Closes all connections to the database, as its owner may. */
let cutAll: () => Promise<unknown>;
let owner: Client;
let ann: Person;
let bo: Person;

let log: ReturnType<typeof captureLog>;
/** The log lines of all parts that retry while Postgres is unreachable. */
const retryLogLines = [
  /^Not listening for notifications until Postgres responds: /,
  /^A step failed and will be retried: /,
  /^(calendars|default|erasure|files|images|lead-matching|mails|matching|payments|sandbox-webhooks): /,
];

beforeAll(async () => {
  log = captureLog('warn', 'error');
  const { config, drop } = await testConfig();
  owner = new Client(config.databaseUrl);
  await owner.connect();
  cutAll = () =>
    owner.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  proxy = await TcpProxy.to(config.databaseUrl);
  site = await Site.on(config.with({ server: proxy.url }));
  stop = async () => {
    await site.api.close();
    await proxy.cut();
    await owner.end();
    await drop();
  };
  scenario = new Scenario(site);
  ann = await site.signUp('client');
  bo = await site.signUp('creator', 'Bo Baker');
  await scenario.offer(bo);
  // Reactions have begun, so all of these connections are open.
  const reactions = `select from followers.checkpoints where name = 'reactor' and position > 0`;
  await eventually(async () => (await owner.query(reactions)).rowCount === 1);
  connectionsBefore = await countConnections();
});
afterAll(async () => {
  await stop();
  log.stop();
});

/** The connections that a process keeps open to listen and to hold its roles. */
const ownConnections = `select count(*) from pg_stat_activity
  where datname = current_database() and application_name like 'festoon %@%'`;
const countConnections = async () => (await owner.query(ownConnections)).rows[0]?.count;
/** The number of these connections before the first one is closed. */
let connectionsBefore: string;
const unavailable = {
  code: 'unavailable',
  message: 'Festoon is temporarily unavailable. Please try again in a moment.',
};
const requests: readonly (readonly [string, () => Promise<ApiResponse>])[] = [
  ['a list of one’s own', () => site.request('GET', '/api/v1/bookings', { by: ann })],
  ['oneself', () => site.request('GET', '/api/v1/me', { by: bo })],
  ['creators, signed out', () => site.request('GET', '/api/v1/creators')],
  ['a creator, signed out', () => site.request('GET', `/api/v1/creators/${bo.id}`)],
  ['a new lead', () => site.request('POST', '/api/v1/leads', { by: ann, body: leadPost })],
  ['a checkout', () => site.request('GET', '/sandbox/checkout/cs_1')],
];

test('while Postgres is unreachable, requests that need it report the outage, sockets are closed, and the process keeps running', async () => {
  expect((await site.request('GET', '/health/ready')).status).toBe(200);
  await proxy.cut();
  for (const [what, send] of requests) {
    const { status, body, headers } = await send();
    expect([what, status, body, headers.get('retry-after')]).toEqual([what, 503, unavailable, '1']);
  }
  const signIn = { body: { email: ann.email, password } };
  for (const response of [
    await site.request('GET', '/auth/v1/user', { by: ann }),
    await site.request('POST', '/auth/v1/token?grant_type=password', signIn),
  ]) {
    expect([response.status, response.body]).toMatchObject([503, { error_code: 'unexpected_failure' }]);
    expect(response.headers.get('retry-after')).toBe('1');
  }
  await expect(SocketConnection.open(site, bo)).rejects.toBe('transport close');
  expect(await site.request('GET', '/health/ready')).toMatchObject({ status: 503, body: { code: 'not-ready' } });
  expect(await site.request('GET', '/health/live')).toMatchObject({ status: 200, body: { status: 'live' } });
  await eventually(async () => retryLogLines.every((who) => log.lines.some((line) => who.test(line))));
});

test('when Postgres is back, everything continues without a restart: sessions, writes, read tables, sockets and jobs', async () => {
  await proxy.repair();
  await eventually(async () => (await site.request('GET', '/health/ready')).status === 200);
  expect(await site.get('/api/v1/me', ann)).toMatchObject({ id: ann.id });
  const connection = await SocketConnection.open(site, bo);
  const leadId = await scenario.postLead(ann);
  await connection.receives(leadId);
  expect((await site.get('/api/v1/leads', bo)).items).toMatchObject([{ id: leadId }]);
  await scenario.unlock(bo, leadId);
  connection.close();
  await scenario.waitForWebhooks();
});

test('connections that are closed during requests lose responses, but never writes', async () => {
  const sentRequests: Promise<ApiResponse>[] = [];
  const leadsBefore = (await site.get('/api/v1/leads/mine?limit=100', ann)).items.length;
  for (let round = 0; round < 5; round++) {
    for (let i = 0; i < 6; i++)
      sentRequests.push(
        site.request('POST', '/api/v1/leads', { by: ann, body: leadPost }),
        site.request('GET', '/api/v1/leads', { by: bo }),
      );
    await site.request('GET', '/health/live');
    await cutAll();
  }
  const responses = await Promise.all(sentRequests);
  for (const { status, body } of responses) if (status >= 300) expect([status, body]).toEqual([503, unavailable]);
  await eventually(async () => (await site.request('GET', '/health/ready')).status === 200);
  const storedIds = (await site.get('/api/v1/leads/mine?limit=100', ann)).items.map(({ id }: { id: string }) => id);
  const acknowledgedIds = responses.filter(({ status }) => status === 201).map(({ body }) => body.id);
  expect(storedIds).toEqual(expect.arrayContaining(acknowledgedIds));
  expect(storedIds.length).toBeLessThanOrEqual(leadsBefore + 30);
});

test('a busy process whose connections are closed repeatedly keeps running, with as many connections as before', async () => {
  for (let round = 0; round < (everyRow ? 40 : 10); round++) {
    await cutAll();
    await sleep(round % 7);
    // The event loop is blocked, so the events of the closed connections arrive all at once.
    for (const deadline = Date.now() + 40; Date.now() < deadline; );
    await sleep((round % 3) * 10);
  }
  await eventually(async () => (await site.request('GET', '/health/ready')).status === 200);
  await eventually(async () => (await countConnections()) === connectionsBefore);
  expect(await site.get('/api/v1/me', bo)).toMatchObject({ id: bo.id });
});

test('after all requests of this file the read tables match the event log', async () => {
  expect(await site.readModelDifferences()).toEqual([]);
});
