import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { projectFolder } from '#platform/config';
import { Projector } from '#platform/projections';
import { eventually } from '#platform/testing';
import { type Person, password, type Site, startSite } from './api.suite.ts';
import { leadPost, onboarding } from './samples.suite.ts';
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
const waitForRefund = (reference: string) =>
  eventually(async () => {
    const sql = `select 1 from read.payments_v2 where reference = $1 and refunded > 0`;
    return (await site.rows(sql, [reference])).length > 0;
  });

test('people change their own data', async () => {
  await scenario.offer(bo);
  await scenario.offer(bo, {
    serviceType: 'dj',
    city: 'Essex',
    packages: [...onboarding.packages, { name: 'Weekend', price: 200_000, durationHours: 30, deliverables: [] }],
  });
  const drafts = { ...onboarding, packages: [...onboarding.packages, { ...onboarding.packages[0], isDraft: true }] };
  expect((await site.request('PUT', '/api/v1/profile/packages', { by: bo, body: drafts })).status).toBe(200);
  await scenario.offer(dan);
  await site.request('PUT', '/api/v1/profile', {
    by: dan,
    body: { bio: 'Longer now.', websiteUrl: 'https://example.com' },
  });
  await site.request('PUT', '/auth/v1/user', { by: dan, body: { data: { last_name: 'Doe' } } });
  const secondSession = await site.signIn(dan);
  const change = { password: `${password}-new`, current_password: password };
  await site.request('PUT', '/auth/v1/user', { by: dan, body: change });
  expect((await site.request('GET', '/api/v1/me', { by: secondSession })).status).toBe(401);
  await scenario.makeStaff(await site.signUp('client', 'Sue Support'), 'support');
  expect(await site.get(`/api/v1/creators/${dan.id}`)).toMatchObject({ displayName: 'Dan Doe', bio: 'Longer now.' });
  const { services, packages } = await site.get('/api/v1/profile', bo);
  expect([services.length, packages.length]).toEqual([1, 2]);
});

test('an account is closed, and its offers are removed', async () => {
  const lea = await site.signUp('vendor', 'Lea Leaving');
  await scenario.offer(lea);
  const blocked = [{ from: '2999-01-01', to: '2999-01-31', reason: 'Holidays' }];
  const body = { weekdays: [5, 6, 7], capacity: 1, noticeDays: 7, blocked };
  expect((await site.request('PUT', '/api/v1/profile/availability', { by: lea, body })).status).toBe(200);
  expect((await site.request('DELETE', '/api/v1/me', { by: lea, body: { password } })).status).toBe(204);
  await eventually(async () => (await site.logged()).some(({ type }) => type === 'AvailabilityCleared'));
});

test('leads are posted, withdrawn, declined at the checkout, bought, and paid twice or too late', async () => {
  const [bought, late] = [await scenario.postLead(ann), await scenario.postLead(ann, { eventName: '' })];
  const change = { by: ann, body: { ...leadPost, locationCity: 'Mobile' } };
  expect((await site.request('PUT', `/api/v1/leads/${late}`, change)).status).toBe(200);
  await scenario.press(await scenario.leadCheckout(bo, bought), 'decline');
  await eventually(async () => (await site.logged()).some(({ type }) => type === 'LeadPlaceReleased'));
  await scenario.unlock(bo, bought);
  const secondCheckout = await scenario.leadCheckout(dan, bought);
  await scenario.press(secondCheckout, 'pay-twice');
  await waitForRefund(`${bought}/${dan.id}`);
  const tooLate = await scenario.leadCheckout(dan, late);
  await site.post(`/api/v1/leads/${late}/withdraw`, ann);
  await scenario.pay(dan, tooLate);
  await waitForRefund(`${late}/${dan.id}`);
  expect(await site.get(`/api/v1/leads/${bought}`, ann)).toMatchObject({ buyers: 2 });
  expect(await site.get(`/api/v1/leads/${late}`, ann)).toMatchObject({ buyers: 0, status: 'withdrawn' });
});

test('bookings are paid, confirmed, cancelled and refunded', async () => {
  const [{ id: leadId }] = (await site.get('/api/v1/leads/purchased', bo)).items;
  const keptBooking = await scenario.book(bo, bo, { leadId });
  await scenario.payFor(ann, keptBooking, 'deposit');
  await site.post(`/api/v1/bookings/${keptBooking}/confirm`, ann);
  await scenario.payFor(ann, keptBooking, 'balance');
  expect(await entriesOf(keptBooking)).toEqual(['balance-paid', 'confirmed', 'deposit-paid', 'requested']);
  await eventually(async () => (await site.get(`/api/v1/leads/${leadId}`, ann)).status === 'booked');

  const cancelledBooking = await scenario.book(ann, dan);
  await scenario.payFor(ann, cancelledBooking, 'deposit');
  await site.post(`/api/v1/bookings/${cancelledBooking}/cancel`, dan, { reason: 'Broken camera' });
  await waitForRefund(`${cancelledBooking}/deposit`);
  await eventually(async () => (await entriesOf(cancelledBooking))[0] === 'refunded');
  await site.post(`/api/v1/bookings/${await scenario.book(ann, dan)}/confirm`, dan);
});

/** Events that only happen after time has passed, in a race, or in the stories of other specs. */
const typesTestedElsewhere = [
  'BookingBalanceOverdue',
  'BookingCancellationPostponed',
  'BookingChanged',
  'BookingChangeProposed',
  'BookingCompleted',
  'BookingConfirmationAbandoned',
  'BookingDisputed',
  'BookingDisputeResolved',
  'BookingPaymentReinstated',
  'BookingPayoutFailed',
  'BookingPayoutMade',
  'BookingPayoutStarted',
  'BookingProposalDeclined',
  'BookingReminded',
  'BookingReopened',
  'CalendarChecked',
  'CalendarFeedRotated',
  'CalendarSubscribed',
  'CalendarUnsubscribed',
  'CancellationPolicyChosen',
  'CreatorDayReleased',
  'CreatorRated',
  'DummyVendorDeleted',
  'DummyVendorMarked',
  'LeadBookingCancelled',
  'LeadClientReplied',
  'LeadClosed',
  'LeadHeld',
  'LeadPurchaseCancelled',
  'LeadRefundApproved',
  'LeadRefundDeclined',
  'LeadRefundRequested',
  'LeadReleased',
  'LeadRemoved',
  'LeadReopened',
  'LeadViewed',
  'MatchDigestSent',
  'PaymentDisputeClosed',
  'PaymentDisputed',
  'PaymentRefundDropped',
  'PaymentReinstated',
  ...['Cleared', 'Opened', 'Ordered', 'PictureAdded', 'PictureDescribed'].map((name) => `Portfolio${name}`),
  ...['Published', 'Refused', 'Removed'].map((name) => `PortfolioPicture${name}`),
  ...['Edited', 'Removed', 'Replied', 'ReplyEdited', 'Restored', 'Written'].map((name) => `Review${name}`),
];

test('every event type of these modules has occurred', async () => {
  const samples = globSync(join(projectFolder(), 'libs/{catalog,leads,bookings,payments}/src/*.samples.json')).flatMap(
    (file) => JSON.parse(readFileSync(file, 'utf8')) as { type: string }[],
  );
  const types = (await site.logged()).map(({ type }) => type);
  const missingTypes = new Set(samples.map(({ type }) => type).filter((type) => !types.includes(type)));
  expect([...missingTypes].sort((a, b) => a.localeCompare(b))).toEqual(typesTestedElsewhere);
});

test('every read table matches the event log, whose positions have no gaps', async () => {
  await scenario.settled();
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
  const readPages = () =>
    Promise.all(
      [ann, bo, dan].flatMap((by) =>
        [...pages, '/api/v1/creators', `/api/v1/creators/${bo.id}`].map((page) => site.get(page, by)),
      ),
    );
  const pagesBefore = await readPages();
  const projector = site.api.get(Projector);
  await projector.rebuild(projector.names);
  expect(await site.readModelDifferences()).toEqual([]);
  expect(await readPages()).toEqual(pagesBefore);
});
