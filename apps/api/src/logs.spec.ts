import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Client } from 'pg';
import { appCode, Browser, registered, startProvider } from '#identity/testing';
import { FakeCollector } from '#platform/fixtures';
import { Mail, type Mailbox } from '#platform/mail';
import { eventually, testConfig, untilReactionsHaveRun } from '#platform/testing';
import { Tracer } from '#platform/tracing';
import { type ApiResponse, type Person, Site } from './api.suite.ts';
import { Canaries, listen } from './logs.suite.ts';
import { leadPost } from './samples.suite.ts';
import { Scenario } from './scenario.suite.ts';

const canaries = new Canaries();
const secret = canaries.new('password', (it) => `${it}-P4`);
const email = canaries.new('mail', (it) => `${it}@example.com`);
const phone = canaries.plant('phone', `+1 555 ${String(Date.now()).slice(-7)}`);
const names = { first_name: canaries.new('first name'), last_name: canaries.new('last name') };
const userAgent = canaries.new('user agent');
const referer = `http://localhost/?secret=${canaries.new('referrer')}`;
const cookie = `session=${canaries.new('cookie')}`;
const key = canaries.new('idempotency key');
let requestCount = 0;
const headers = () => ({
  cookie,
  'user-agent': userAgent,
  'idempotency-key': `${key}/${++requestCount}`,
  referer,
});

let site: Site;
let scenario: Scenario;
let collector: FakeCollector;
let provider: Awaited<ReturnType<typeof startProvider>>;
let owner: Client;
let processLog: ReturnType<typeof listen>;
let stop: () => Promise<void>;
let ann: Person;

beforeAll(async () => {
  provider = await startProvider();
  const oidc = { name: 'own', issuer: provider.issuer, clientId: registered.id, clientSecret: registered.secret };
  collector = await FakeCollector.start();
  const { config, drop } = await testConfig({
    EVENT_STORE: 'postgres',
    OIDC_PROVIDERS: JSON.stringify([oidc]),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  canaries.plant('client secret', registered.secret);
  for (const [name, value] of Object.entries(config.secrets)) canaries.plant(`secret of ${name}`, String(value));
  site = await Site.on(config);
  scenario = new Scenario(site);
  provider.open(`http://localhost:${new URL(site.url).port}/auth/v1/callback`);
  owner = new Client({ connectionString: config.databaseUrl });
  await owner.connect();
  processLog = listen();
  stop = async () => {
    processLog.stop();
    await owner.end();
    await site.api.close();
    await provider.stop();
    await collector.stop();
    await drop();
  };
});
afterAll(() => stop());

const send = (method: string, path: string, body?: unknown, by?: { token: string }) =>
  site.request(method, path, { by, body, headers: body === undefined ? {} : headers() });
const keep = ({ body }: ApiResponse, whose: string): Person => {
  const { access_token: token, refresh_token, user } = body;
  canaries.plant(`${whose} access token`, token);
  canaries.plant(`${whose} refresh token`, refresh_token);
  return { id: user.id, role: 'client', name: 'Ann', email, phone, token };
};
const letter = (to: string, kind: string) =>
  eventually(async () =>
    (await site.api.get<Mailbox>(Mail, { strict: false }).mails(to)).find((one) => one.kind === `identity.${kind}`),
  );
/** From here on, every failing statement reports its whole row in the error of Postgres. */
const failWritesTo = async (table: string) => {
  await owner.query(`create or replace function public.report_row() returns trigger language plpgsql as
    $$ begin raise exception 'it was %', new; end $$`);
  await owner.query(
    `create trigger report_row before insert or update on ${table} for each row execute function public.report_row()`,
  );
};
const repair = (table: string) => owner.query(`drop trigger report_row on ${table}`);

describe('log lines are captured for actions of people:', () => {
  test('signing up, signing in, signing in again and signing out', async () => {
    const data = { ...names, role: 'client', phone };
    ann = keep(await send('POST', '/auth/v1/signup', { email, password: secret, data }), 'first');
    const wrongCredentials = { email, password: canaries.new('wrong password') };
    expect((await send('POST', '/auth/v1/token?grant_type=password', wrongCredentials)).status).toBe(400);
    const secondSignIn = await send('POST', '/auth/v1/token?grant_type=password', { email, password: secret });
    const { refresh_token } = secondSignIn.body;
    keep(secondSignIn, 'second');
    keep(await send('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token }), 'third');
    expect((await send('POST', '/auth/v1/signup', { email, password: secret, data })).status).toBe(422);
    expect((await send('POST', '/auth/v1/logout?scope=others', undefined, ann)).status).toBe(204);
    await send('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token });
  });

  test('links and codes from mails', async () => {
    await send('POST', '/auth/v1/recover', { email });
    const { text } = await letter(email, 'recovery');
    const token_hash = canaries.plant('link', /[?&]token=([^&\s]+)/.exec(text)?.[1] ?? '');
    canaries.plant('code', /^ {4}(\d{6})$/m.exec(text)?.[1] ?? '');
    expect((await send('GET', `/auth/v1/link?type=recovery&token=${token_hash}`)).status).toBe(200);
    ann = keep(await send('POST', '/auth/v1/verify', { type: 'recovery', token_hash }), 'recovered');
    expect((await send('POST', '/auth/v1/verify', { type: 'recovery', token_hash })).status).toBe(403);
    await send('GET', '/auth/v1/reauthenticate', undefined, ann);
    const nonce = canaries.plant(
      'nonce',
      /^ {4}(\d{6})$/m.exec((await letter(email, 'reauthentication')).text)?.[1] ?? '',
    );
    const password = canaries.new('new password', (it) => `${it}-P5`);
    expect((await send('PUT', '/auth/v1/user', { password, nonce }, ann)).status).toBe(200);
    const newAddress = canaries.new('new mail', (it) => `${it}@example.com`);
    expect((await send('PUT', '/auth/v1/user', { email: newAddress }, ann)).status).toBe(200);
  });

  test('second factors', async () => {
    const { body: factor } = await send('POST', '/auth/v1/factors', { factor_type: 'totp', friendly_name: 'App' }, ann);
    canaries.plant('app secret', factor.totp.secret);
    const code = canaries.plant('app code', appCode(factor.totp.secret, new Date()));
    const { body: challenge } = await send('POST', `/auth/v1/factors/${factor.id}/challenge`, {}, ann);
    const verify = (given: string) =>
      send('POST', `/auth/v1/factors/${factor.id}/verify`, { challenge_id: challenge.id, code: given }, ann);
    expect((await verify(canaries.plant('wrong code', code === '918273' ? '918274' : '918273'))).status).toBe(422);
    ann = keep(await verify(code), 'strong');
  });

  test('signing in at an identity provider, and failing there', async () => {
    const sub = canaries.new('subject');
    provider.people.set(sub, {
      sub,
      email: canaries.new('mail elsewhere', (it) => `${it}@example.com`),
      email_verified: true,
      given_name: canaries.new('given name'),
      family_name: canaries.new('family name'),
    });
    const siteUrl = `http://localhost:${new URL(site.url).port}`;
    const authorizeUrl = `${siteUrl}/auth/v1/authorize?provider=own&redirect_to=${encodeURIComponent(`${siteUrl}/login`)}&login_hint=${sub}`;
    const browser = new Browser();
    const callbackUrl = await browser.go(authorizeUrl, (url) => url.startsWith(`${siteUrl}/auth/v1/callback`));
    canaries.plant('code of the provider', new URL(callbackUrl).searchParams.get('code') ?? '');
    canaries.plant('state', new URL(callbackUrl).searchParams.get('state') ?? '');
    const finalUrl = await browser.go(callbackUrl, (url) => url.startsWith(`${siteUrl}/login`));
    canaries.plant(
      'token in an address',
      new URLSearchParams(new URL(finalUrl).hash.slice(1)).get('access_token') ?? '',
    );
    await browser.fetch(callbackUrl);
    await browser.fetch(
      `${siteUrl}/auth/v1/callback?state=${canaries.new('guessed state')}&code=${canaries.new('guessed code')}`,
    );
    const errorDescription = canaries.new('what a provider says');
    const providerUrl = await browser.go(authorizeUrl, (url) => url.startsWith(`${provider.issuer}/`));
    const state = new URL(providerUrl).searchParams.get('state') ?? '';
    await browser.fetch(
      `${siteUrl}/auth/v1/callback?state=${state}&error=access_denied&error_description=${errorDescription}`,
    );
    const forgedToken = await provider.idToken({ sub, nonce: canaries.new('claim') }, { kid: canaries.new('key id') });
    canaries.plant('forged token', forgedToken);
    await send('POST', '/auth/v1/token?grant_type=id_token', { provider: 'own', id_token: forgedToken });
  });

  test('leads, bookings and payments', async () => {
    const bo = await site.signUp('creator', 'Bo Baker');
    await scenario.offer(bo, { bio: canaries.new('bio'), instagramHandle: canaries.new('handle').slice(0, 30) });
    const description = `${leadPost.description} ${canaries.new('description')} ${email} ${phone}`;
    const lead = await scenario.postLead(ann, { description });
    await scenario.unlock(bo, lead);
    expect(JSON.stringify(await site.get('/api/v1/leads/purchased', bo))).toContain(email);
    const booking = await scenario.book(ann, bo, { eventDescription: canaries.new('event description') });
    await send('POST', `/api/v1/bookings/${booking}/cancel`, { reason: canaries.new('reason') }, ann);
    for (const signature of ['', `t=1,v1=${canaries.new('signature')}`])
      await site.request('POST', '/api/v1/payments/webhook', {
        body: { id: canaries.new('webhook') },
        headers: { 'festoon-signature': signature, 'sandbox-signature': signature, 'stripe-signature': signature },
      });
    await site.get('/api/v1/me/export', ann);
  });
});

describe('log lines are captured for an invalid request', () => {
  test('in the address of a missing page', async () => {
    for (const address of [email, encodeURIComponent(email)])
      expect((await send('POST', '/api/v1/not-found', { path: `/people/${address}/edit` })).status).toBe(204);
  });

  test('in its body, its address and its headers', async () => {
    const invalidId = canaries.new('odd');
    for (const [path, body] of [
      ['/auth/v1/signup', { email: invalidId, password: invalidId, data: { role: invalidId } }],
      ['/auth/v1/token?grant_type=password', { email: [invalidId], password: { odd: invalidId } }],
      ['/auth/v1/verify', { type: invalidId, token: invalidId }],
      ['/api/v1/leads', { ...leadPost, eventDate: invalidId, budgetMin: invalidId }],
      ['/functions/v1/verify-payment', { sessionId: [invalidId] }],
      ['/api/v1/profile/onboarding', { bio: invalidId }],
    ] as const)
      expect((await send('POST', path, body, ann)).status).toBeGreaterThanOrEqual(400);
    for (const text of [`{"password":"${invalidId}`, invalidId, `["${invalidId}"]`])
      for (const path of ['/auth/v1/token?grant_type=password', '/api/v1/leads'])
        expect((await site.request('POST', path, { by: ann, text })).status).toBeGreaterThanOrEqual(400);
    for (const path of [
      `/api/v1/${invalidId}`,
      `/api/v1/leads/${invalidId}`,
      `/auth/v1/${invalidId}?token=${invalidId}`,
      `/api/v1/me?x=%00${invalidId}`,
    ])
      expect((await send('GET', path, undefined, ann)).status).toBeGreaterThanOrEqual(400);
    expect((await send('GET', `/api/v1/leads?cursor=${invalidId}`, undefined, ann)).status).toBeGreaterThanOrEqual(400);
    for (const token of [canaries.new('garbage'), `eyJ${canaries.new('head')}.eyJ${canaries.new('claims')}.x`])
      expect((await send('GET', '/api/v1/me', undefined, { token })).status).toBe(401);
    await send('POST', '/api/v1/not-found', {
      path: `/nowhere?mail=${invalidId}#${invalidId}`,
      referrer: `/here?token=${invalidId}`,
    });
  });
});

describe('log lines are captured for an unexpected failure', () => {
  test('while an account is written', async () => {
    for (const table of ['identity.credentials', 'identity.sessions']) {
      await failWritesTo(table);
      const stranger = { email: canaries.new('stranger', (it) => `${it}@example.com`), password: secret };
      const data = { ...names, role: 'client', phone: canaries.plant('other phone', '+44 20 7946 0958') };
      const { status } = await send('POST', '/auth/v1/signup', { ...stranger, data });
      await repair(table);
      expect([table, status]).toEqual([table, 500]);
    }
  });

  test('while an event is written', async () => {
    await failWritesTo('log.events');
    const body = { ...leadPost, description: `${leadPost.description} ${canaries.new('lost')}` };
    const { status } = await send('POST', '/api/v1/leads', body, ann);
    await repair('log.events');
    expect(status).toBe(500);
  });

  test('while data is queried', async () => {
    const { rows } = await owner.query(
      "select table_name as name from information_schema.tables where table_schema = 'read' and table_name ~ '^leads_v'",
    );
    const { name } = rows[0] as { name: string };
    await owner.query(`alter table read.${name} rename to away`);
    const { status } = await send('GET', `/api/v1/leads?location=${canaries.new('place')}`, undefined, ann);
    await owner.query(`alter table read.away rename to ${name}`);
    expect(status).toBe(500);
  });

  test('while a mail is composed', async () => {
    await failWritesTo('identity.one_time_tokens');
    await send('POST', '/auth/v1/otp', { email });
    await eventually(async () => /send-\S+ \S+ failed: Postgres P0001/.test(processLog.text));
    await repair('identity.one_time_tokens');
  });
});

test('a request, its commands and calls, and the jobs that result from it are one trace', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const traced = { by: ann, headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } };
  const bo = await site.signUp('creator', 'Bo Baker');
  await scenario.offer(bo);
  const body = await scenario.bookingRequest(bo);
  const {
    status,
    headers: answered,
    body: booking,
  } = await site.request('POST', '/api/v1/bookings', { ...traced, body });
  expect([status, answered.get('x-request-id')]).toEqual([201, traceId]);
  await site.post(`/api/v1/bookings/${booking.id}/confirm`, bo);
  const payment = { bookingId: booking.id, paymentType: 'deposit' };
  await site.request('POST', '/functions/v1/create-booking-payment', { ...traced, body: payment });
  await untilReactionsHaveRun(site.api);
  await site.api.get<OnApplicationShutdown>(Tracer).onApplicationShutdown();

  const spans = collector.spans.filter((span) => span.traceId === traceId);
  const named = (name: string) => spans.find((span) => span.name === name);
  const request = named('POST /api/v1/bookings');
  expect(request).toMatchObject({
    parentSpanId: 'b7ad6b7169203331',
    attributes: {
      'http.route': '/api/v1/bookings',
      'http.response.status_code': 201,
      'festoon.correlation_id': traceId,
    },
  });
  const command = named('booking.request');
  expect(command?.parentSpanId).toBe(request?.spanId);
  expect(spans.find(({ name, parentSpanId }) => name === 'append' && parentSpanId === command?.spanId)).toBeDefined();
  const checkout = named('POST /functions/v1/create-booking-payment');
  const call = named('payments-gateway.openCheckout');
  expect([call?.parentSpanId, call?.kind]).toEqual([checkout?.spanId, 3]);
  const job = spans.find(({ attributes }) => attributes['festoon.event_type'] === 'BookingRequested');
  expect(job).toMatchObject({ kind: 5, attributes: { 'festoon.attempt': 1, 'festoon.correlation_id': traceId } });
  const batch = collector.spans.find(({ name }) => name === 'project');
  expect(batch?.attributes['festoon.projections']).toEqual(expect.arrayContaining([expect.stringMatching(/_v\d+$/)]));
});

test('none of the entered values is in a trace', () => {
  expect(canaries.in(collector.text)).toEqual([]);
});

test('none of the entered values is in the process log', () => {
  const { text } = processLog;
  expect(canaries.in(text)).toEqual([]);
  // The log is not empty: each failure above has a line with the id of its request.
  expect(text.match(/request [0-9a-f-]{36}: .*Postgres (P0001|42P01)/g)?.length).toBeGreaterThanOrEqual(2);
  expect(text).toMatch(/AuthErrorsFilter.*Postgres P0001/);
  expect(text).toMatch(/A webhook was refused/);
  expect(text).toMatch(/Page not found: "\/nowhere", linked from "\/here"/);
  expect(canaries.names.length).toBeGreaterThan(45);
});

test('a value that was logged would be found', () => {
  expect(canaries.in(`a line with ${secret} in it`)).toEqual(['password']);
  expect(canaries.in(`GET /?mail=${encodeURIComponent(email)}`)).toEqual(['mail']);
});
