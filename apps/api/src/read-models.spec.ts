import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { projectFolder } from '#platform/config';
import { Projector } from '#platform/projections';
import { eventually } from '#platform/testing';
import { type Person, password, type Site, startSite } from './api.suite.ts';
import { onboarding } from './samples.suite.ts';
import { Scenario } from './scenario.suite.ts';

let site: Site;
let scenario: Scenario;
let stop: () => Promise<void>;
let ann: Person;
let bo: Person;
let dan: Person;

beforeAll(async () => {
  ({ site, stop } = await startSite());
  scenario = new Scenario(site);
  ann = await site.signUp('client');
  bo = await site.signUp('creator', 'Bo Baker');
  dan = await site.signUp('vendor', 'Dan Dale');
});
afterAll(() => stop());

const entriesOf = async (id: string): Promise<string[]> =>
  (await site.get(`/api/v1/bookings/${id}/history`, ann)).items.map(({ entry }: { entry: string }) => entry);
const refunded = (reference: string) =>
  eventually(async () => {
    const sql = `select 1 from read.payments_v1 where reference = $1 and refunded > 0`;
    return (await site.rows(sql, [reference])).length > 0;
  });

test('people change their own data', async () => {
  await scenario.offer(bo);
  await scenario.offer(bo, {
    serviceType: 'dj',
    city: 'Essex',
    packages: [...onboarding.packages, { name: 'Weekend', price: 200_000, durationHours: 30, deliverables: [] }],
  });
  await scenario.offer(dan);
  await site.request('PUT', '/api/v1/profile', {
    by: dan,
    body: { bio: 'Longer now.', websiteUrl: 'https://example.com' },
  });
  await site.request('PUT', '/auth/v1/user', { by: dan, body: { data: { last_name: 'Doe' } } });
  const elsewhere = await site.signIn(dan);
  const change = { password: `${password}-new`, current_password: password };
  await site.request('PUT', '/auth/v1/user', { by: dan, body: change });
  expect((await site.request('GET', '/api/v1/me', { by: elsewhere })).status).toBe(401);
  await scenario.makeStaff(await site.signUp('client', 'Sue Support'), 'support');
  expect(await site.get(`/api/v1/creators/${dan.id}`)).toMatchObject({ displayName: 'Dan Doe', bio: 'Longer now.' });
  const { services, packages } = await site.get('/api/v1/profile', bo);
  expect([services.length, packages.length]).toEqual([1, 2]);
});

test('an account is closed, and its offers are removed', async () => {
  const lea = await site.signUp('vendor', 'Lea Leaving');
  await scenario.offer(lea);
  expect((await site.request('DELETE', '/api/v1/me', { by: lea, body: { password } })).status).toBe(204);
  await eventually(async () => (await site.logged()).some(({ type }) => type === 'ProfileClosed'));
});

test('leads are posted, withdrawn, declined at the checkout, bought, and paid twice or too late', async () => {
  const [bought, late] = [await scenario.postLead(ann), await scenario.postLead(ann, { eventName: '' })];
  await scenario.press(await scenario.leadCheckout(bo, bought), 'decline');
  await eventually(async () => (await site.logged()).some(({ type }) => type === 'LeadPlaceReleased'));
  await scenario.unlock(bo, bought);
  const twice = await scenario.leadCheckout(dan, bought);
  await scenario.press(twice, 'pay-twice');
  await refunded(`${bought}/${dan.id}`);
  const tooLate = await scenario.leadCheckout(dan, late);
  await site.post(`/api/v1/leads/${late}/withdraw`, ann);
  await scenario.pay(dan, tooLate);
  await refunded(`${late}/${dan.id}`);
  expect(await site.get(`/api/v1/leads/${bought}`, ann)).toMatchObject({ buyers: 2 });
  expect(await site.get(`/api/v1/leads/${late}`, ann)).toMatchObject({ buyers: 0, status: 'withdrawn' });
});

test('bookings are paid, confirmed, cancelled and refunded', async () => {
  const [{ id: leadId }] = (await site.get('/api/v1/leads/purchased', bo)).items;
  const kept = await scenario.book(bo, bo, { leadId });
  await scenario.payFor(ann, kept, 'deposit');
  await site.post(`/api/v1/bookings/${kept}/confirm`, ann);
  await scenario.payFor(ann, kept, 'balance');
  expect(await entriesOf(kept)).toEqual(['balance-paid', 'confirmed', 'deposit-paid', 'requested']);
  await eventually(async () => (await site.get(`/api/v1/leads/${leadId}`, ann)).status === 'booked');

  const dropped = await scenario.book(ann, dan);
  await scenario.payFor(ann, dropped, 'deposit');
  await site.post(`/api/v1/bookings/${dropped}/cancel`, dan, { reason: 'Broken camera' });
  await refunded(`${dropped}/deposit`);
  await eventually(async () => (await entriesOf(dropped))[0] === 'refunded');
  await site.post(`/api/v1/bookings/${await scenario.book(ann, dan)}/confirm`, dan);
});

/** Events that only happen after time has passed or in a race. */
const elsewhere = ['BookingCompleted', 'BookingConfirmationAbandoned', 'CreatorDayReleased'];

test('every event type of these modules has occurred', async () => {
  const samples = globSync(join(projectFolder(), 'libs/{catalog,leads,bookings,payments}/src/*.samples.json')).flatMap(
    (file) => JSON.parse(readFileSync(file, 'utf8')) as { type: string }[],
  );
  const types = (await site.logged()).map(({ type }) => type);
  const missing = new Set(samples.map(({ type }) => type).filter((type) => !types.includes(type)));
  expect([...missing].sort((a, b) => a.localeCompare(b))).toEqual(elsewhere);
});

test('every read table matches the event log, whose positions have no gaps', async () => {
  await scenario.reported();
  expect(await site.readModelDifferences()).toEqual([]);
});

test('after a rebuild from the first event, every page shows the same', async () => {
  const pages = [
    '/api/v1/dashboard',
    '/api/v1/bookings',
    '/api/v1/leads/mine',
    '/api/v1/leads/purchased',
    '/api/v1/me',
  ];
  const read = () =>
    Promise.all(
      [ann, bo, dan].flatMap((by) =>
        [...pages, '/api/v1/creators', `/api/v1/creators/${bo.id}`].map((page) => site.get(page, by)),
      ),
    );
  const before = await read();
  const projector = site.api.get(Projector);
  for (const { name } of await projector.status()) await projector.rebuild(name);
  expect(await site.readModelDifferences()).toEqual([]);
  expect(await read()).toEqual(before);
});
