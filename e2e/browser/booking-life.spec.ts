import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { CancellationPolicy } from '#catalog/contract';
import { Database } from '#platform/postgres';
import { eventually } from '#platform/testing';
import { type Person, type Site, startSite } from '../../apps/api/src/api.suite.ts';
import { Scenario } from '../../apps/api/src/scenario.suite.ts';
import { TimeTravel } from '../../apps/api/src/time-travel.suite.ts';
import { launchChromium, withoutOptimizedCode } from './chromium.ts';
import {
  choose,
  hydrated,
  payBy,
  setUpProfile,
  showPage,
  signedIn,
  signUp,
  type Visitor,
  visitor,
  waitForText,
} from './visitor.suite.ts';

let site: Site;
let stop: () => Promise<void>;
let browser: Browser;
let travel: TimeTravel;
let scenario: Scenario;
let ann: Person;
let bo: Person;
/** The site’s URL with the host name localhost, because the checkout returns to that one. */
let url: string;
let client: Visitor;
let pro: Visitor;

// The site runs in this process, so that the tests decide which time it is.
beforeAll(async () => {
  [{ site, stop }, browser] = await Promise.all([startSite(), launchChromium(withoutOptimizedCode)]);
  scenario = new Scenario(site);
  travel = new TimeTravel(site);
  [ann, bo] = [await site.signUp('client', 'Ann Archer'), await site.signUp('creator', 'Bo Baker')];
  await scenario.offer(bo, { serviceType: 'dj' });
  url = site.url.replace('127.0.0.1', 'localhost');
  client = await signedIn(browser, url, ann.email);
  pro = await signedIn(browser, url, bo.email);
});
afterAll(async () => {
  await browser?.close();
  await stop?.();
});

const day = 86_400_000;
const start = '2031-01-01T10:00:00.000Z';
const instantAfter = (days: number): string => new Date(Date.parse(start) + days * day).toISOString();
const dateAfter = (days: number): string => instantAfter(days).slice(0, 10);
/** Submits the form of a new booking, and waits for the booking’s page. Returns the id of the booking. */
const submitBooking = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Create Booking' }).click();
  await waitForText(page, 'Booking created successfully!');
  await page.waitForURL('**/bookings/booking-*');
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
};
/** What happened, as the page lists it: the entries with their amounts, newest first. */
const history = async ({ page }: Visitor): Promise<string[]> =>
  (await page.locator('.history .ant-timeline-item-content').allInnerTexts()).map((text) =>
    [/^[A-Z][a-z ]+?(?= by|\n|$)/.exec(text)?.[0], /\$[\d,.]+/.exec(text)?.[0]].filter(Boolean).join(' '),
  );

test('a client finds a professional, books, pays deposit and balance, and the booking is completed', async () => {
  travel.now = start;
  const { page } = client;
  await page.goto('/');
  await page.getByLabel('Search photographers, videographers, vendors').fill('Bo Baker');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/creators?q=Bo+Baker');
  await page
    .getByRole('link', { name: /Bo Baker/ })
    .first()
    .click();
  await page.waitForURL('**/creators/bo-baker-*');
  await page.getByRole('tab', { name: 'Packages & Pricing' }).click();
  await page.getByRole('link', { name: 'Book This Package' }).click();
  await page.getByRole('radio', { checked: true }).waitFor();
  await choose(page, 'Event type', 'Birthday');
  await page.getByLabel('Event date').fill(dateAfter(60));
  await page.getByLabel('Location').fill('Old mill, Burlington, VT');
  await page.getByLabel('Event name').fill('Seventy years of Ida');
  const id = await submitBooking(page);

  await pro.page.goto('/bookings?status=pending');
  await pro.page.getByRole('link', { name: /^View Details/ }).click();
  await pro.page.getByRole('button', { name: 'Confirm Booking' }).click();
  await waitForText(pro.page, 'Status updated successfully');
  await payBy(client, 'Pay Now', '$300.15');
  await waitForText(page, 'Balance due');
  await travel.to(id, instantAfter(40));
  await payBy(client, 'Pay Balance', '$700.35');
  for (const each of [client, pro]) await waitForText(each.page, 'Fully paid');
  await waitForText(page, 'Paid in Full');
  await travel.to(id, instantAfter(64));
  for (const each of [client, pro]) {
    await waitForText(each.page.locator('.history'), 'Completed');
    await each.page.getByRole('button', { name: 'Cancel Booking' }).waitFor({ state: 'detached' });
  }
  expect((await history(client)).filter((entry) => entry !== 'Reminder sent')).toEqual([
    'Completed',
    'Balance paid $700.35',
    'Deposit paid $300.15',
    'Confirmed',
    'Requested',
  ]);
  await showPage(page, '/bookings?status=completed');
  await waitForText(page, 'Seventy years of Ida');

  await travel.to(id, instantAfter(66));
  const titles = async () =>
    (await site.get('/api/v1/notifications', ann)).items.map(({ title }: { title: string }) => title);
  await eventually(async () => (await titles()).includes('How was it?'));
  await showPage(page, `/bookings/${id}`);
  await page.getByRole('button', { name: 'Write a Review' }).click();
  await page.locator('.ant-rate-star').nth(3).click();
  await page.getByRole('textbox', { name: 'Your review' }).fill('Everyone danced until two.');
  await page.getByRole('button', { name: 'Publish Review' }).click();
  await waitForText(page, 'Review published');
  await page.getByRole('button', { name: 'Edit Review' }).waitFor();
  await pro.page.getByRole('button', { name: 'Reply', exact: true }).click();
  await pro.page.getByLabel('Your reply').fill('What a party!');
  await pro.page.getByRole('button', { name: 'Publish Reply' }).click();
  await waitForText(pro.page, 'Reply published');

  await showPage(page, `/creators/${bo.id}`);
  await waitForText(page.locator('.profile'), '1 review');
  await page.getByRole('tab', { name: 'Reviews' }).click();
  const review = page.getByRole('article');
  expect(await review.getByRole('img').getAttribute('aria-label')).toBe('4 of 5 stars');
  expect((await review.innerText()).split(/\n+/)).toEqual([
    'Ann',
    'Mar 8, 2031',
    'Everyone danced until two.',
    'Reply · Mar 8, 2031',
    'What a party!',
  ]);

  await showPage(page, '/creators?sort=rating');
  await waitForText(page, 'Ratings with few reviews count less, and creators without reviews come last.');
  const card = page.getByRole('link', { name: /Bo Baker/ });
  expect(await card.innerText()).toMatch(/4\.0 of 5 stars,\s+\(1\)/);
});

// Uses the booking and the review of the test above.
test('staff remove a review with a reason that everyone reads, show it again, resolve a problem and close a report', async () => {
  const sue = await site.signUp('client', 'Sue Staff');
  await scenario.makeStaff(sue, 'finance');
  const { page, context } = await signedIn(browser, url, sue.email);
  // As after a second factor.
  await site.api.get(Database).query("update identity.sessions set aal = 'aal2'");
  const { items } = await site.get('/api/v1/bookings?status=completed', ann);
  const bookingId = items[0].id;
  await site.post(`/api/v1/bookings/${bookingId}/dispute`, ann, { reason: 'The speakers failed at ten' });
  const thread = await site.post('/api/v1/threads', ann, { bookingId });
  await site.post(`/api/v1/threads/${thread.id}/report`, ann, { reason: 'Asks for money outside' });

  await page.goto('/staff/reports');
  // Finance reads the reports, and only support acts on them.
  await waitForText(page, 'Hidden: personal data');
  expect(await page.getByRole('button', { name: /Mark as Resolved|Close Report/ }).count()).toBe(0);
  await scenario.makeStaff(sue, 'support');
  await page.reload();
  const act = async (entry: string, button: string, reason: string) => {
    await page.getByRole('article').filter({ hasText: entry }).getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog').filter({ visible: true });
    await dialog.getByRole('button', { name: button }).click();
    await dialog.getByText('Enter a reason').waitFor();
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: button }).click();
    await dialog.waitFor({ state: 'hidden' });
  };
  const review = '4 of 5 stars for Bo B.';
  await act(review, 'Remove Review', 'It is about another event');
  await waitForText(page.getByRole('article').filter({ hasText: review }), 'Removed: It is about another event');
  const reader = await visitor(browser, site.url);
  await reader.page.goto(`/creators/${bo.id}`);
  await hydrated(reader.page);
  await reader.page.locator('.profile').getByText('New', { exact: true }).waitFor();
  await reader.page.getByRole('tab', { name: 'Reviews' }).click();
  await waitForText(reader.page, 'This review was removed: It is about another event');

  await act(review, 'Show Review Again', 'It was this event');
  await page.getByText('Removed: It is about another event').waitFor({ state: 'detached' });

  await waitForText(page, 'Hidden: personal data');
  await page.getByRole('button', { name: 'Read Reports' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Daily work');
  await page.getByRole('dialog').getByRole('button', { name: 'Read Reports' }).click();
  await act('The speakers failed at ten', 'Mark as Resolved', 'A part was given back');
  await waitForText(page, 'No problem is open.');
  await act('Asks for money outside', 'Close Report', 'Both were reminded of the rules');
  await waitForText(page, 'No report is open.');
  await Promise.all([context.close(), reader.context.close()]);
});

test('a professional signs up, unlocks a lead that fits, books its event, is paid, and sees the booking completed', async () => {
  travel.now = start;
  const mara = await visitor(browser, url);
  const { page } = mara;
  await signUp(page, 'Offer Services', { first: 'Mara', last: 'Quinn', email: 'mara@example.com' });
  await setUpProfile(page, 'DJ/Music');
  await scenario.postLead(ann, {
    eventName: 'Wedding by the lake',
    eventDate: dateAfter(60),
    servicesNeeded: ['dj'],
    locationCity: 'Austin',
    locationState: 'TX',
  });
  await waitForText(page, 'Wedding by the lake');
  await page.getByRole('link', { name: /Browse All/ }).click();
  const lead = page.getByRole('article').filter({ hasText: 'Wedding by the lake' });
  await waitForText(lead, /^\d+% match$/);
  await payBy(mara, 'Unlock - $25', '$25.00');
  await page.getByRole('link', { name: 'Unlocked' }).click();
  await page.getByRole('link', { name: 'Create Booking' }).click();
  await waitForText(page, '$1,080.00');
  const id = await submitBooking(page);

  await site.post(`/api/v1/bookings/${id}/confirm`, ann);
  await scenario.payFor(ann, id, 'deposit');
  await waitForText(page, 'Deposit Paid');
  await travel.to(id, instantAfter(40));
  await scenario.payFor(ann, id, 'balance');
  await waitForText(page, 'Paid in Full');
  await travel.to(id, instantAfter(64));
  await waitForText(page.locator('.history'), 'Completed');
  expect((await history(mara)).filter((entry) => entry !== 'Reminder sent')).toEqual([
    'Completed',
    'Balance paid $2,520.00',
    'Deposit paid $1,080.00',
    'Confirmed',
    'Requested',
  ]);
  await showPage(page, '/bookings?status=completed');
  await waitForText(page.getByRole('article').filter({ hasText: 'Wedding by the lake' }), 'Completed');
  expect(mara.pageErrors).toEqual([]);
  await mara.context.close();
});

/** The day on which bookings are cancelled, so that their events are on different days. */
const cancellationDay = 81;
/** Books with this cancellation policy, confirms and pays. Then it is `daysLeft` days before the event. */
const paidBooking = async (cancellationPolicy: CancellationPolicy, daysLeft: number): Promise<string> => {
  travel.now = start;
  await site.request('PUT', '/api/v1/profile/cancellation-policy', { by: bo, body: { cancellationPolicy } });
  const id = await scenario.book(ann, bo, { eventDate: dateAfter(cancellationDay + daysLeft) });
  await site.post(`/api/v1/bookings/${id}/confirm`, bo);
  await scenario.payFor(ann, id, 'deposit');
  await scenario.payFor(ann, id, 'balance');
  await travel.to(id, instantAfter(cancellationDay));
  return id;
};
/** Cancels a booking in the dialog, once it says what happens to the money. */
const cancelInDialog = async ({ page }: Visitor, id: string, text: string): Promise<void> => {
  await showPage(page, `/bookings/${id}`);
  await page.getByRole('button', { name: 'Cancel Booking' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(text, { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel Booking' }).click();
  await waitForText(page, 'Status updated successfully');
};
/** Waits until the client’s page lists both payments and these refunds. */
const waitForRefunds = async (...refunds: readonly string[]): Promise<void> => {
  const entries = async () => (await history(client)).filter((entry) => /^Refunded|paid/.test(entry));
  const expected = [...refunds, 'Balance paid $700.35', 'Deposit paid $300.15'];
  await eventually(async () => (await entries()).length === expected.length, 'the refunds are in the history');
  expect(new Set(await entries())).toEqual(new Set(expected));
};
const paymentStatus = ({ page }: Visitor) => page.getByRole('region', { name: 'Payment status' });

type Cancellation = {
  readonly policy: CancellationPolicy;
  readonly daysLeft: number;
  /** What the dialog says before the client agrees, and what the booking says after it. */
  readonly before: string;
  readonly after: readonly string[];
  /** The refunds of the deposit and of the balance. */
  readonly refunds: readonly string[];
};
test.each<Cancellation>([
  {
    policy: 'flexible',
    daysLeft: 1,
    before:
      'Under the Flexible policy, 50% of what was paid is refunded: $500.26 is returned to you, and $500.24 stays with Bo Baker.',
    after: ['Cancelled under the Flexible policy: 50% refunded.', '$500.26 was refunded to the original card.'],
    refunds: ['Refunded $150.08', 'Refunded $350.18'],
  },
  {
    policy: 'standard',
    daysLeft: 30,
    before: 'Under the Standard policy, everything is refunded: $1,000.50 is returned to you.',
    after: ['Cancelled under the Standard policy: 100% refunded.', '$1,000.50 was refunded to the original card.'],
    refunds: ['Refunded $300.15', 'Refunded $700.35'],
  },
  {
    policy: 'strict',
    daysLeft: 29,
    before: 'Under the Strict policy, nothing is refunded this close to the event: $1,000.50 stays with Bo Baker.',
    after: ['Cancelled under the Strict policy: no refund.'],
    refunds: [],
  },
])(
  'the refund of the $policy policy is shown before the client agrees to cancel, and is what the client gets',
  async ({ policy, daysLeft, before, after, refunds }) => {
    const id = await paidBooking(policy, daysLeft);
    await cancelInDialog(client, id, before);
    for (const text of after) await paymentStatus(client).getByText(text, { exact: true }).waitFor();
    await waitForRefunds(...refunds);
    expect(await site.get(`/api/v1/bookings/${id}`, ann)).toMatchObject({ status: 'cancelled', refundDue: 0 });
  },
);

test('everything is refunded if the professional cancels, whatever the policy', async () => {
  const id = await paidBooking('strict', 28);
  await showPage(client.page, `/bookings/${id}`);
  await cancelInDialog(pro, id, 'Everything that was paid is refunded: $1,000.50 is returned to Ann Archer.');
  await waitForRefunds('Refunded $700.35', 'Refunded $300.15');
  for (const each of [client, pro])
    await waitForText(paymentStatus(each), '$1,000.50 was refunded to the original card.');
});

test('no page reported an error, and the read tables match the event log', async () => {
  expect([...client.pageErrors, ...pro.pageErrors]).toEqual([]);
  expect(await site.readModelDifferences()).toEqual([]);
});
