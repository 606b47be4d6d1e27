import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Fixtures } from './fixtures.suite.ts';
import { dependentTests, testSite } from './test-site.suite.ts';
import {
  hold,
  intercept,
  openAccountMenu,
  password,
  showPage,
  signOutItem,
  submitSignIn,
  type Visitor,
  waitForText,
} from './visitor.suite.ts';

const site = testSite({ product: 'screens' });
let fixtures: Fixtures;
/**
 * The client. Most tests share the document of this window, which loads the code of a page only once, so each of them
 * opens another page.
 */
let ada: Visitor;
beforeAll(async () => {
  fixtures = await site.fixtures();
  ada = await site.signedIn(fixtures.client.email);
});

const scripts = '**/assets/*.js';
const offline = 'You’re offline. What you see may be out of date.';

/** Shows the dashboard of the client, with the links to other pages. */
const showDashboard = async (): Promise<void> => {
  await showPage(ada.page, '/dashboard');
  await waitForText(ada.page, 'Welcome, Ada');
};

test('the data of a page is requested once, in parallel with its code', async () => {
  const { page } = ada;
  // What the header shows, and what a booking led to, is read after the page's own data, at a time that differs.
  const isLater = (path: string) => /^\/api\/v1\/(?:notifications|threads|bookings\/[^/]+\/results)$/.test(path);
  for (const [path, text, reads] of [
    [
      `/bookings/${fixtures.bookings.confirmed}`,
      'Promised by',
      [
        `/api/v1/bookings/${fixtures.bookings.confirmed}`,
        // Requested only once the booking and its missing gallery are known: other bookings have no such date.
        `/api/v1/bookings/${fixtures.bookings.confirmed}/delivery`,
        `/api/v1/bookings/${fixtures.bookings.confirmed}/history`,
        '/api/v1/galleries',
        '/api/v1/me',
      ],
    ],
    ['/dashboard', 'Ada & Ben in the garden', ['/api/v1/dashboard', '/api/v1/me']],
  ] as const) {
    const requestedUrls: string[] = [];
    const note = (request: { url(): string }) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/v1/') && !isLater(pathname)) requestedUrls.push(pathname);
    };
    page.on('request', note);
    await page.goto(path);
    await page.locator('#root:not([inert])').getByText(text).first().waitFor();
    page.off('request', note);
    expect(requestedUrls.toSorted((a, b) => a.localeCompare(b))).toEqual(reads);
  }
});

test('a slow navigation shows progress at once', async () => {
  const { page } = ada;
  await showDashboard();
  await openAccountMenu(page);
  const release = await hold(page, scripts);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('progressbar', { name: 'Loading page' }).waitFor();
  await waitForText(page, 'Welcome, Ada');
  release();
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
  await page.getByRole('progressbar', { name: 'Loading page' }).waitFor({ state: 'hidden' });
});

describe('when the code of a page cannot be loaded', () => {
  const mainLink = (name: string) =>
    ada.page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name, exact: true });

  test('the page shows an error and a button to try again, and the rest of the page stays', async () => {
    const { page } = ada;
    await showDashboard();
    const endInterception = await intercept(page, scripts, (route) => route.abort());
    await mainLink('Galleries').click();
    await waitForText(page, 'This page could not be loaded');
    expect(await page.getByRole('button', { name: 'Account', exact: true }).count()).toBe(1);
    endInterception();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Galleries', exact: true }).waitFor();
  });

  test('it shows an error offline, and recovers automatically when the connection is back', async () => {
    const { page, context } = ada;
    await showDashboard();
    await context.setOffline(true);
    await waitForText(page, offline);
    await mainLink('Leads').click();
    await waitForText(page, 'This page could not be loaded');
    await page.getByRole('button', { name: 'Try again' }).click();
    await waitForText(page, 'This page could not be loaded');
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Browse Leads', exact: true }).waitFor();
  });

  test('a part or a dialog of a page that is opened offline is loaded when the connection is back', async () => {
    const { page, context } = ada;
    await showPage(page, '/settings');
    await page.getByRole('tab', { name: 'Appearance' }).waitFor();
    await context.setOffline(true);
    await waitForText(page, offline);
    await page.getByRole('tab', { name: 'Appearance' }).click();
    await context.setOffline(false);
    await waitForText(page, 'Theme');
    await showPage(page, `/bookings/${fixtures.bookings.confirmed}`);
    const cancel = page.getByRole('button', { name: 'Cancel Booking' });
    await cancel.waitFor();
    await context.setOffline(true);
    await waitForText(page, offline);
    await cancel.click();
    await waitForText(page, 'You’re offline. This opens when the connection is back.');
    await context.setOffline(false);
    const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' });
    await dialog.waitFor();
    expect(await page.getByText('This opens when the connection is back.').count()).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  test('after a deployment it reloads the page once, and never in a loop', async () => {
    const { page, context } = ada;
    await showDashboard();
    const loads: string[] = [];
    page.on('load', () => loads.push(page.url()));
    // The server has a newer build without the chunks of this one, and still has after the reload.
    await page.route(/\/assets\/post-lead-.*\.js/, (route) => route.fulfill({ status: 404, body: '' }));
    await page.route('**/leads/create', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('</head>', '<script src="/start.js?next"></script></head>');
      await route.fulfill({ response, body });
    });
    await Promise.all([page.waitForEvent('load'), page.getByRole('link', { name: 'Post a New Lead' }).click()]);
    await waitForText(page, 'This page could not be loaded');
    expect(loads).toEqual([`${site.url}/leads/create`]);
    await context.close();
  });

  test('the page stays when parts of it cannot be loaded, and without live updates reads its data every minute', async () => {
    const { page, context } = await site.signedIn(fixtures.client.email);
    const [bell, socket] = [/\/assets\/themed-bell-[^/]*\.js/, /\/assets\/socket-[^/]*\.js/];
    for (const part of [bell, socket]) await page.route(part, (route) => route.abort());
    await page.addInitScript(() => {
      const original = setInterval;
      // Minutes pass faster.
      window.setInterval = ((work: () => void, time: number) =>
        original(work, time === 60_000 ? 1_000 : time)) as typeof setInterval;
    });
    const failures = [bell, socket].map((part) =>
      page.waitForEvent('requestfailed', (request) => part.test(request.url())),
    );
    await Promise.all([...failures, page.goto('/dashboard')]);
    await waitForText(page, 'Welcome, Ada');
    // Each reading cancels the one before if that has not been answered, so requests are counted, not responses.
    for (const _ of [1, 2]) await page.waitForRequest((request) => request.url().endsWith('/api/v1/dashboard'));
    await openAccountMenu(page);
    await page.getByRole('link', { name: 'Settings' }).click();
    const appearance = /\/assets\/settings-appearance-[^/]*\.js/;
    const endInterception = await intercept(page, appearance, (route) => route.abort());
    await page.getByRole('tab', { name: 'Appearance' }).click();
    await waitForText(page, 'This part of the page could not be loaded.');
    endInterception();
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await waitForText(page, 'Theme');
    expect(await page.getByRole('button', { name: 'Notifications' }).isDisabled()).toBe(true);
    await context.close();
  });

  test('a list that cannot be read shows that there is no connection, and loads when the connection is back', async () => {
    const { page, context } = await site.signedIn(fixtures.creator.email, '/dashboard');
    const purchased = '**/api/v1/leads/purchased*';
    const endInterception = await intercept(page, purchased, (route) => route.abort());
    const main = page.getByRole('navigation', { name: 'Main', exact: true });
    await main.getByRole('link', { name: 'My Purchased Leads' }).click();
    await waitForText(page, 'Your leads could not be loaded');
    await waitForText(page, 'We can’t reach Festoon. Check your connection.');
    await context.setOffline(true);
    await waitForText(page, offline);
    endInterception();
    await context.setOffline(false);
    await waitForText(page, 'ada@example.com');
    await context.close();
  });
});

test.each(['client', 'creator'] as const)(
  'before its code is loaded, the dashboard of a %s shows what needs no data',
  async (role) => {
    const { page, context } = await site.signedIn(fixtures[role].email);
    await page.route(scripts, () => undefined);
    await page.goto('/dashboard', { waitUntil: 'commit' });
    const skeleton = page.locator('#root[inert]');
    await skeleton.locator('h1', { hasText: 'Dashboard' }).waitFor();
    const state = role === 'client' ? 'visible' : 'hidden';
    for (const name of ['Post a New Lead', 'Browse Creators']) await skeleton.getByText(name).waitFor({ state });
    await context.close();
  },
);

describe('a new client', () => {
  const step = dependentTests();
  const email = 'bea@example.com';
  let bea: Visitor;
  beforeAll(async () => {
    bea = await site.visitor();
  });

  step('returns after signing up to the page that was requested', async () => {
    const { page } = bea;
    await page.goto(`/creators/${fixtures.creator.id}`);
    await page.getByRole('link', { name: 'Book Now' }).first().click();
    await page.waitForURL('**/login');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByRole('button', { name: 'Plan an Event' }).click();
    await page.getByLabel('First name').fill('Bea');
    await page.getByLabel('Last name').fill('Park');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.waitForURL(`**/bookings/create?creator=${fixtures.creator.id}`);
  });

  step('whose session ends elsewhere sees a message, and what was typed is kept', async () => {
    const { page, context } = bea;
    await showPage(page, '/leads/create');
    await page.getByRole('heading', { name: 'Post a Lead' }).waitFor();
    await page.getByLabel('Event name').fill('Harvest supper');
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('festoon.session') ?? '{}').access_token);
    await fetch(`${site.url}/auth/v1/logout?scope=global`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    await page.waitForURL('**/login', { timeout: 60_000 });
    await waitForText(page, 'Your session has ended. Sign in again to continue where you left off.');
    await submitSignIn(page, email);
    await page.waitForURL('**/leads/create');
    await page.getByRole('button', { name: 'Restore draft' }).click();
    expect(await page.getByLabel('Event name').inputValue()).toBe('Harvest supper');
    await (await signOutItem(page)).click();
    await page.waitForURL('**/login');
    expect(await page.getByText('Your session has ended').count()).toBe(0);
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('draft')))).toEqual([]);
    await context.close();
  });
});
