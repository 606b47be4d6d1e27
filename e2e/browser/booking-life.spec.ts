import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { Database } from '#platform/postgres';
import { eventually } from '#platform/testing';
import { type Person, type Site, startSite } from '../../apps/api/src/api.suite.ts';
import { Scenario } from '../../apps/api/src/scenario.suite.ts';
import { TimeTravel } from '../../apps/api/src/time-travel.suite.ts';
import { launchChromium, withoutOptimizedCode } from './chromium.ts';
import { choose, hydrated, payBy, showPage, signedIn, type Visitor, visitor, waitForText } from './visitor.suite.ts';

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
  await page.getByRole('button', { name: 'Create Booking' }).click();
  await waitForText(page, 'Booking created successfully!');
  await page.waitForURL('**/bookings/booking-*');
  const path = new URL(page.url()).pathname;
  const id = path.split('/').at(-1) ?? '';

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
  await showPage(page, path);
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

test('the refund is shown before the client agrees to cancel, and is what the client gets', async () => {
  travel.now = start;
  // Under the standard policy.
  const id = await scenario.book(ann, bo, { eventDate: dateAfter(91) });
  await site.post(`/api/v1/bookings/${id}/confirm`, bo);
  await scenario.payFor(ann, id, 'deposit');
  await scenario.payFor(ann, id, 'balance');
  await travel.to(id, instantAfter(81));

  const { page } = client;
  await showPage(page, `/bookings/${id}`);
  await page.getByRole('button', { name: 'Cancel Booking' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByText(
      'Under the Standard policy, 50% of what was paid is refunded: $500.26 is returned to you, and $500.24 stays with Bo Baker.',
      { exact: true },
    )
    .waitFor();
  await dialog.getByRole('button', { name: 'Cancel Booking' }).click();
  await waitForText(page, 'Status updated successfully');
  const payments = page.getByRole('region', { name: 'Payment status' });
  await payments.getByText('Cancelled under the Standard policy: 50% refunded.').waitFor();
  await payments.getByText('$500.26 was refunded to the original card.').waitFor();
  const entries = async () => (await history(client)).filter((entry) => /^Refunded|paid/.test(entry));
  await eventually(async () => (await entries()).length === 4, 'the refunds are in the history');
  expect(new Set(await entries())).toEqual(
    new Set(['Refunded $350.18', 'Refunded $150.08', 'Balance paid $700.35', 'Deposit paid $300.15']),
  );
  expect(await site.get(`/api/v1/bookings/${id}`, ann)).toMatchObject({
    status: 'cancelled',
    refunded: 50_026,
    refundDue: 0,
  });
});

test('no page reported an error, and the read tables match the event log', async () => {
  expect([...client.pageErrors, ...pro.pageErrors]).toEqual([]);
  expect(await site.readModelDifferences()).toEqual([]);
});
