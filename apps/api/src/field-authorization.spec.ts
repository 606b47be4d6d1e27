import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Person, password, type Site, startSite } from './api.suite.ts';
import { leadPost, onboarding } from './samples.suite.ts';
import { Scenario } from './scenario.suite.ts';

let site: Site;
let scenario: Scenario;
let stop: () => Promise<void>;
let ann: Person;
let bo: Person;
let cleo: Person;

beforeAll(async () => {
  ({ site, stop } = await startSite());
  scenario = new Scenario(site);
  ann = await site.signUp('client');
  bo = await site.signUp('creator', 'Bo Baker');
  cleo = await site.signUp('creator', 'Cleo Clark');
  await scenario.offer(bo);
  await scenario.offer(cleo);
});
afterAll(() => stop());

/** Values that only the server may decide, sent in a body. */
const claims = () => ({
  id: `booking-${randomUUID()}`,
  clientId: cleo.id,
  userId: cleo.id,
  buyerId: cleo.id,
  payerId: cleo.id,
  createdBy: cleo.id,
  changedBy: cleo.id,
  by: { id: cleo.id, kind: 'staff', role: 'admin' },
  role: 'admin',
  staffRoles: ['admin'],
  status: 'completed',
  paymentStatus: 'completed',
  depositPaid: true,
  balancePaid: true,
  totalAmount: 1,
  depositAmount: 1,
  balanceAmount: 0,
  price: 1,
  amount: 1,
  leadPrice: 1,
  currency: 'JMD',
  buyers: 0,
  buyersLimit: 99,
  viewCount: 99,
  unlocked: true,
  mine: true,
  expiresAt: '2999-01-01T00:00:00.000Z',
  createdAt: '2000-01-01T00:00:00.000Z',
  refundDue: 5,
});

test('a body cannot set the parties, the price or the status of a booking', async () => {
  const id = await scenario.book(ann, bo, claims());
  expect(await site.get(`/api/v1/bookings/${id}`, ann)).toMatchObject({
    client: { id: ann.id },
    creator: { id: bo.id },
    createdBy: ann.id,
    status: 'pending',
    totalAmount: 100_050,
    depositAmount: 30_015,
    balanceAmount: 70_035,
    currency: 'USD',
    depositPaid: false,
    balancePaid: false,
    refundDue: 0,
  });
  expect((await site.get(`/api/v1/bookings/${id}`, ann)).createdAt > '2026').toBe(true);
  await site.post(`/api/v1/bookings/${id}/confirm`, bo, claims());
  expect((await site.get(`/api/v1/bookings/${id}/history`, bo)).items).toMatchObject([
    { status: 'confirmed', changedBy: bo.id, changedByName: 'Bo Baker' },
    { status: 'pending', changedBy: ann.id, changedByName: 'Ann Archer' },
  ]);
});

test('a body cannot set the owner, the price or the buyers of a lead', async () => {
  const id = await scenario.postLead(ann, { ...claims(), ...leadPost });
  expect(await site.get(`/api/v1/leads/${id}`, bo)).toMatchObject({
    clientId: ann.id,
    leadPrice: 2_500,
    currency: 'USD',
    status: 'active',
    buyers: 0,
    buyersLimit: 5,
    viewCount: 0,
    unlocked: false,
    mine: false,
  });
});

test('a body cannot set the amount or the payer of a payment', async () => {
  const leadId = await scenario.postLead(ann);
  const bookingId = await scenario.book(ann, bo);
  await site.post('/functions/v1/create-lead-payment', bo, { ...claims(), leadId });
  await site.post('/functions/v1/create-booking-payment', ann, { ...claims(), bookingId, paymentType: 'deposit' });
  const checkouts = 'select reference, amount::integer, currency from sandbox.checkouts order by created_at';
  expect(await site.rows(checkouts)).toEqual([
    { reference: `${leadId}/${bo.id}`, amount: 2_500, currency: 'USD' },
    { reference: `${bookingId}/deposit`, amount: 30_015, currency: 'USD' },
  ]);
});

test('only the client and the buyers of a lead see the full name of the client', async () => {
  const eve = await site.signUp('client', 'Eve Evans');
  const id = await scenario.postLead(ann);
  const nameFor = async (by: Person) => (await site.get(`/api/v1/leads/${id}`, by)).clientName;
  await scenario.unlock(cleo, id);
  expect([await nameFor(ann), await nameFor(cleo)]).toEqual(['Ann Archer', 'Ann Archer']);
  expect([await nameFor(bo), await nameFor(eve)]).toEqual(['Ann A.', 'Ann A.']);
  for (const by of [bo, eve]) {
    expect((await site.request('GET', '/api/v1/leads', { by })).text).not.toContain('Archer');
    const { newLeads = [] } = await site.get('/api/v1/dashboard', by);
    expect(JSON.stringify(newLeads)).not.toContain('Archer');
  }
});

test('visitors see neither the texts of a lead, except its city, nor who the client is', async () => {
  const id = await scenario.postLead(ann, { eventName: 'Archer and Moss', description: 'x'.repeat(50) });
  const { items, text } = await site
    .request('GET', '/api/v1/leads/public?limit=1')
    .then(({ body, text }) => ({ items: body.items, text }));
  expect(items).toMatchObject([{ id, locationCity: leadPost.locationCity, leadPrice: 2_500, buyersLimit: 5 }]);
  for (const hidden of ['Archer', ann.id, 'xxx']) expect(text).not.toContain(hidden);
});

test('visitors see a place only if it is a known city, and no filter finds another text', async () => {
  const id = await scenario.postLead(ann, { locationCity: '12 Harbour Street' });
  const shown = async (query = '') => (await site.get(`/api/v1/leads/public?limit=100${query}`)).items;
  const [first] = await shown();
  expect(first).toMatchObject({ id, locationCity: '', locationState: leadPost.locationState });
  expect(await shown('&location=harbour')).toEqual([]);
  expect((await shown(`&location=${leadPost.locationState}`))[0]).toMatchObject({ id });
  expect((await site.get('/api/v1/leads?location=harbour', bo)).items).toMatchObject([{ id }]);
});

test('a page for visitors is full although a filter also matches leads whose place is hidden', async () => {
  const street = { locationCity: '7 Bristol Street', locationState: 'TX' };
  const shownId = await scenario.postLead(ann, { locationCity: 'Bristol', locationState: 'Bristol' });
  await scenario.postLead(ann, { locationCity: '9 Bristol Lane', locationState: 'TX' });
  await scenario.postLead(ann, street);
  const page = (query: string) => site.get(`/api/v1/leads/public?location=bristol&${query}`);
  expect(await page('limit=1')).toMatchObject({ items: [{ id: shownId }], nextCursor: null });
  const secondId = await scenario.postLead(ann, { locationCity: 'Bristol', locationState: 'Bristol' });
  await scenario.postLead(ann, street);
  const { items, nextCursor } = await page('limit=1');
  expect(items).toMatchObject([{ id: secondId }]);
  expect(Buffer.from(nextCursor, 'base64url').toString()).toContain(secondId);
  expect(await page(`limit=1&cursor=${nextCursor}`)).toMatchObject({ items: [{ id: shownId }], nextCursor: null });
});

test('a page for visitors that ends before enough leads were found has a cursor to the others', async () => {
  const city = { locationCity: 'Oxford', locationState: 'Oxfordshire' };
  const shownId = await scenario.postLead(ann, city);
  const hiddenId = await scenario.postLead(ann, { locationCity: '9 Oxford Lane', locationState: 'TX' });
  const copies = `copy-of-${hiddenId}`;
  await site.rows(
    `insert into read.leads_v1 select (jsonb_populate_record(l, jsonb_build_object('id', $2 || n, 'created_at', now()))).*
     from read.leads_v1 l, generate_series(1, 4000) n where l.id = $1`,
    [hiddenId, copies],
  );
  try {
    const path = '/api/v1/leads/public?location=oxford&limit=5';
    const { items, nextCursor } = await site.get(path);
    expect(items).toEqual([]);
    expect(await site.get(`${path}&cursor=${nextCursor}`)).toMatchObject({
      items: [{ id: shownId }],
      nextCursor: null,
    });
  } finally {
    await site.rows('delete from read.leads_v1 where id like $1', [`${copies}%`]);
  }
});

test('visitors do not see the leads of suspended people', async () => {
  const sid = await site.signUp('client', 'Sid Suspended');
  const id = await scenario.postLead(sid);
  const shown = async () =>
    (await site.get('/api/v1/leads/public?limit=100')).items.map((lead: { id: string }) => lead.id);
  expect(await shown()).toContain(id);
  await scenario.suspend(sid);
  expect(await shown()).not.toContain(id);
});

test('a body cannot set the owner of a profile, and no profile is listed before its onboarding', async () => {
  const dan = await site.signUp('vendor', 'Dan Dale');
  const profileBefore = await site.get('/api/v1/profile', cleo);
  const foreign = {
    ...claims(),
    id: cleo.id,
    creatorId: cleo.id,
    displayName: 'Cleo Clark',
    onboardingCompleted: true,
  };
  expect(await site.request('PUT', '/api/v1/profile', { by: dan, body: { ...foreign, bio: 'Mine' } })).toMatchObject({
    status: 200,
    body: { id: dan.id },
  });
  expect(await site.get('/api/v1/profile', dan)).toMatchObject({
    id: dan.id,
    displayName: 'Dan Dale',
    bio: 'Mine',
    onboardingCompleted: false,
  });
  const profile = `/api/v1/creators/${dan.id}`;
  for (const by of [undefined, cleo]) expect((await site.request('GET', profile, { by })).status).toBe(404);
  expect((await site.request('GET', profile, { by: dan })).status).toBe(200);
  await site.post('/api/v1/profile/onboarding', dan, { ...foreign, ...onboarding });
  expect((await site.request('GET', profile)).status).toBe(200);
  expect(await site.get('/api/v1/profile', cleo)).toEqual(profileBefore);
});

test('a body cannot change a role: it is chosen once, from three', async () => {
  const email = `${randomUUID()}@example.com`;
  const data = { first_name: 'Eve', last_name: 'Evans', role: 'client' };
  const signUp = (change: object) =>
    site.request('POST', '/auth/v1/signup', { body: { email, password, data, ...change } });
  for (const role of ['admin', 'support', 'staff', 'service_role', undefined])
    expect((await signUp({ data: { ...data, role } })).status).toBe(400);

  const { body } = await signUp({ ...claims(), app_metadata: { app_role: 'admin' }, role: 'service_role' });
  const eve = { ...ann, id: body.user.id, token: body.access_token };
  const change = (body: object) => site.request('PUT', '/auth/v1/user', { by: eve, body: body });
  expect((await change({ app_metadata: { app_role: 'admin' } })).status).toBe(403);
  expect(
    (await change({ ...claims(), data: { role: 'creator', staffRoles: ['admin'], app_role: 'admin' } })).status,
  ).toBe(200);
  expect(await site.get('/api/v1/me', eve)).toMatchObject({ id: eve.id, role: 'client', staffRoles: [] });
  expect((await site.request('POST', '/api/v1/profile/onboarding', { by: eve, body: onboarding })).status).toBe(403);
});

test('after all requests of this file the read tables match the event log', async () => {
  expect(await site.readModelDifferences()).toEqual([]);
});
