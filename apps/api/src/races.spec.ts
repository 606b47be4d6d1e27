import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, everyRow, sign } from '#platform/testing';
import { type ApiResponse, makeMany, type Person, type Site } from './api.suite.ts';
import { occasion } from './samples.suite.ts';
import { type Scenario, startScenarios } from './scenario.suite.ts';

let site: Site;
/** A second process on the same database, which only serves requests. */
let otherSite: Site;
let scenario: Scenario;
let stop: () => Promise<void>;
let ann: Person;
let bo: Person;

beforeAll(async () => {
  ({ site, other: otherSite, scenario, ann, bo, stop } = await startScenarios());
});
afterAll(() => stop());

/** Every second request goes to the other process. */
const atOnce = <T>(items: readonly T[], send: (at: Site, one: T) => Promise<ApiResponse>): Promise<ApiResponse[]> =>
  Promise.all(items.map((one, i) => send(i % 2 === 0 ? site : otherSite, one)));
/** The event types of one stream, or of all streams that match a pattern such as `creator-day-%`. */
const typesLike = async (name: string): Promise<string[]> => {
  const matches = (stream: string) => (name.endsWith('%') ? stream.startsWith(name.slice(0, -1)) : stream === name);
  return (await site.logged()).filter(({ stream }) => matches(stream)).map(({ type }) => type);
};
const count = async (sql: string, ...values: unknown[]): Promise<number> =>
  Number((await site.rows<{ count: string }>(`select count(*) as count from ${sql}`, values))[0]?.count);

test('of many bookings for one creator day that are confirmed at the same time, exactly one is confirmed and the others stay pending', async () => {
  // Each client sends five requests, because every sign-up hashes a password.
  const clients = await makeMany(everyRow ? 40 : 4, () => site.signUp('client'));
  const request = await scenario.bookingRequest(bo);
  const senders = Array.from({ length: 5 }, () => clients).flat();
  const bookings = await makeMany(senders.length, (i) => site.post('/api/v1/bookings', senders[i], request));
  const ids: string[] = bookings.map(({ id }) => id);
  const responses = await atOnce(ids, (at, id) => at.request('POST', `/api/v1/bookings/${id}/confirm`, { by: bo }));

  const winner = responses.findIndex(({ status }) => status === 204);
  const dayTaken = { code: 'creator-day-taken', message: 'This date is already booked. Please agree on another date.' };
  for (const [i, { status, body }] of responses.entries())
    expect([i, status, body]).toEqual(i === winner ? [i, 204, undefined] : [i, 409, dayTaken]);
  expect((await site.get('/api/v1/bookings', bo)).counts).toMatchObject({
    all: ids.length,
    confirmed: 1,
    pending: ids.length - 1,
  });
  for (const by of clients) {
    const { items } = await site.get('/api/v1/bookings', by);
    expect(items).toHaveLength(5);
    for (const { id, status } of items)
      expect([id, status]).toEqual([id, id === ids[winner] ? 'confirmed' : 'pending']);
  }
  expect(await typesLike('creator-day-%')).toEqual(['CreatorDayReserved']);
}, 180_000);

test('when more professionals than a lead has places unlock it at the same time, five get a place and no other is charged', async () => {
  const pros = await makeMany(everyRow ? 50 : 8, (i) => site.signUp(i % 2 === 0 ? 'creator' : 'vendor', 'Pro Miller'));
  const leadId = await scenario.postLead(ann);
  const unlock = (at: Site, by: Person) =>
    at.request('POST', '/functions/v1/create-lead-payment', { by, body: { leadId } });
  const responses = await atOnce(pros, unlock);

  const buyers = pros.filter((_, i) => responses[i]?.status === 200);
  expect(buyers).toHaveLength(5);
  const leadFull = { code: 'lead-full', message: 'All 5 places for this lead are taken' };
  for (const { status, body } of responses)
    expect([status, body]).toEqual(status === 200 ? [200, { url: expect.any(String) }] : [409, leadFull]);
  expect(await count('sandbox.checkouts where reference like $1', `${leadId}/%`)).toBe(5);

  await Promise.all(buyers.map((buyer) => scenario.unlock(buyer, leadId)));
  for (const pro of pros) {
    const purchasedIds = (await site.get('/api/v1/leads/purchased', pro)).items.map(({ id }: { id: string }) => id);
    expect(purchasedIds).toEqual(buyers.includes(pro) ? [leadId] : []);
  }
  expect(await site.get(`/api/v1/leads/${leadId}`, ann)).toMatchObject({ buyers: 5 });
  expect(
    await count(
      'sandbox.charges c join sandbox.checkouts k on k.id = c.checkout_id where reference like $1',
      `${leadId}/%`,
    ),
  ).toBe(5);
  const latePros = pros.filter((pro) => !buyers.includes(pro)).slice(0, 3);
  for (const { status, body } of await atOnce(latePros, unlock)) expect([status, body]).toEqual([409, leadFull]);
});

describe('five deliveries of a webhook, concurrent with the customer’s return from the checkout,', () => {
  /** Captures the webhook that the provider sent for a payment, and sends it again on demand. */
  const sentFor = async (sessionId: string) => {
    const [{ body } = { body: '' }] = await site.rows<{ body: string }>(
      'select body from sandbox.events where body like $1',
      [`%${sessionId}%`],
    );
    const signature = sign(site.config.secrets.paymentsWebhook, Buffer.from(body), new Date());
    return (at: Site) =>
      at.request('POST', '/api/v1/payments/webhook', { text: body, headers: { 'sandbox-signature': signature } });
  };
  type Step = 'webhook' | 'return';
  const orders: (readonly [string, readonly Step[]])[] = [
    ['page first', ['return', 'webhook', 'webhook', 'webhook', 'webhook', 'webhook']],
    ['one after the other', ['webhook', 'return', 'webhook', 'return', 'webhook', 'return', 'webhook', 'webhook']],
  ];
  if (everyRow) orders.push(['webhooks first', [...Array<Step>(5).fill('webhook'), 'return']]);

  test.each(orders)('results in one purchase: %s', async (_, steps) => {
    const buyer = await site.signUp('vendor', 'Vera Vendor');
    const leadId = await scenario.postLead(ann);
    const checkout = await scenario.leadCheckout(buyer, leadId);
    await scenario.press(checkout, 'pay');
    const webhook = await sentFor(checkout.sessionId);
    const returnFromCheckout = (at: Site) =>
      at.request('POST', '/functions/v1/verify-payment', { by: buyer, body: { sessionId: checkout.sessionId } });
    const responses = await atOnce(steps, (at, step) => (step === 'webhook' ? webhook(at) : returnFromCheckout(at)));

    for (const [i, step] of steps.entries())
      expect([step, responses[i]?.status, responses[i]?.body]).toEqual(
        step === 'webhook'
          ? [step, 200, { received: true }]
          : [step, 200, { success: true, message: 'Payment completed successfully!' }],
      );
    await scenario.waitForWebhooks();
    const purchases = async () => (await site.get('/api/v1/leads/purchased', buyer)).items;
    // The verification waits for the purchase at most two seconds.
    await eventually(async () => (await purchases()).length > 0);
    expect(await purchases()).toMatchObject([{ id: leadId, buyers: 1 }]);
    expect((await typesLike(leadId)).filter((type) => type === 'LeadPurchased')).toHaveLength(1);
    const [paid] = await site.rows<{ stream: string }>(
      'select payment_id as stream from sandbox.checkouts where id = $1',
      [checkout.sessionId],
    );
    expect(await typesLike(paid?.stream ?? '')).toEqual(['PaymentRequested', 'CheckoutOpened', 'PaymentSettled']);
    expect(await count('sandbox.charges where checkout_id = $1', checkout.sessionId)).toBe(1);
  });
});

describe('a double click', () => {
  const sendConcurrently = (by: Person, path: string, body: object, key: string) =>
    atOnce([1, 2, 3, 4], (at) => at.request('POST', path, { by, body, headers: { 'idempotency-key': key } }));
  const idInAll = (responses: readonly ApiResponse[], status: number): string => {
    for (const response of responses) expect([response.status, response.body]).toEqual([status, responses[0]?.body]);
    return responses[0]?.body.id;
  };

  test('creates one booking', async () => {
    const client = await site.signUp('client');
    const body = { ...occasion, ...(await scenario.bookingRequest(bo)) };
    const id = idInAll(await sendConcurrently(client, '/api/v1/bookings', body, 'click-1'), 201);
    expect((await site.get('/api/v1/bookings', client)).items).toMatchObject([{ id }]);
    expect(await typesLike(id)).toEqual(['BookingRequested']);
  });

  test('posts one lead', async () => {
    const client = await site.signUp('client');
    const postedLead = await site.get(`/api/v1/leads/${await scenario.postLead(ann)}`, ann);
    const { eventType, eventDate, description, locationCity, locationState, budgetMin, budgetMax } = postedLead;
    const body = { eventType, eventDate, description, locationCity, locationState, budgetMin, budgetMax };
    const id = idInAll(await sendConcurrently(client, '/api/v1/leads', body, 'click-1'), 201);
    expect((await site.get('/api/v1/leads/mine', client)).items).toMatchObject([{ id }]);
    expect(idInAll(await sendConcurrently(client, '/api/v1/leads', body, 'click-2'), 201)).not.toBe(id);
  });

  test('with a key that was used for a different request is refused', async () => {
    const client = await site.signUp('client');
    const headers = { 'idempotency-key': 'click-1' };
    const request = { ...occasion, ...(await scenario.bookingRequest(bo)) };
    const first = await site.request('POST', '/api/v1/bookings', { by: client, body: request, headers });
    const otherRequest = { ...request, eventLocation: 'Elsewhere' };
    const secondResponse = await site.request('POST', '/api/v1/bookings', { by: client, body: otherRequest, headers });
    expect([first.status, secondResponse.status, secondResponse.body.code]).toEqual([
      201,
      422,
      'idempotency-key-reused',
    ]);
    const otherClient = await site.signUp('client');
    expect(
      (await site.request('POST', '/api/v1/bookings', { by: otherClient, body: otherRequest, headers })).status,
    ).toBe(201);
  });

  test('of different requests with one key at the same time executes only one of them', async () => {
    const client = await site.signUp('client');
    const request = { ...occasion, ...(await scenario.bookingRequest(bo)) };
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        site.request('POST', '/api/v1/bookings', {
          by: client,
          body: { ...request, eventLocation: `Place ${i}` },
          headers: { 'idempotency-key': 'at-once' },
        }),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array(7).fill(422)]);
  });

  test('opens one checkout, with or without a key', async () => {
    const [pro, leadId] = [await site.signUp('creator', 'Carla Creator'), await scenario.postLead(ann)];
    const responses = await atOnce([1, 2, 3, 4, 5], (at) =>
      at.request('POST', '/functions/v1/create-lead-payment', { by: pro, body: { leadId } }),
    );
    idInAll(responses, 200);
    expect(await count('sandbox.checkouts where reference = $1', `${leadId}/${pro.id}`)).toBe(1);
    expect((await typesLike(leadId)).filter((type) => type === 'LeadPlaceReserved')).toHaveLength(1);
  });

  test('confirms a booking once', async () => {
    const id = await scenario.book(ann, bo);
    const responses = await sendConcurrently(bo, `/api/v1/bookings/${id}/confirm`, {}, 'click-1');
    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect((await site.get(`/api/v1/bookings/${id}/history`, ann)).items).toHaveLength(2);
  });
});

test('after all requests of this file the read tables match the event log', async () => {
  expect(await site.readModelDifferences()).toEqual([]);
});
