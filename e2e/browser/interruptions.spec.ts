import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Fixtures } from './fixtures.suite.ts';
import { testSite } from './test-site.suite.ts';
import { intercept, openAccountMenu, password, signIn, signOutItem, signUp, waitForText } from './visitor.suite.ts';

const site = testSite({ product: 'screens' });
let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await site.fixtures();
});

const scripts = '**/assets/*.js';

describe('when the code of a page cannot be loaded', () => {
  test('the page shows an error and a button to try again, and the rest of the page stays', async () => {
    const { page, context } = await site.signedIn(fixtures.client.email, '/dashboard');
    await waitForText(page, 'Welcome, Ada');
    await openAccountMenu(page);
    const endInterception = await intercept(page, scripts, (route) => route.abort());
    await page.getByRole('link', { name: 'Settings' }).click();
    await waitForText(page, 'This page could not be loaded');
    expect(await page.getByRole('button', { name: 'Account', exact: true }).count()).toBe(1);
    endInterception();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
    await context.close();
  });

  test('it shows an error offline, and recovers automatically when the connection is back', async () => {
    const { page, context } = await site.signedIn(fixtures.client.email, '/dashboard');
    await waitForText(page, 'Welcome, Ada');
    await openAccountMenu(page);
    await context.setOffline(true);
    await waitForText(page, 'You’re offline. What you see may be out of date.');
    await page.getByRole('link', { name: 'Settings' }).click();
    await waitForText(page, 'This page could not be loaded');
    await page.getByRole('button', { name: 'Try again' }).click();
    await waitForText(page, 'This page could not be loaded');
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
    await context.close();
  });

  test('the page stays when the code of a part of it cannot be loaded', async () => {
    const { page, context } = await site.signedIn(fixtures.client.email, '/dashboard');
    await waitForText(page, 'Welcome, Ada');
    const bell = /\/assets\/themed-bell-[^/]*\.js/;
    await page.route(bell, (route) => route.abort());
    await Promise.all([page.waitForEvent('requestfailed', (request) => bell.test(request.url())), page.reload()]);
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

  test('a page whose code for live updates cannot be loaded reads its data again every minute', async () => {
    const { page, context } = await site.signedIn(fixtures.client.email, '/dashboard');
    await waitForText(page, 'Welcome, Ada');
    await page.addInitScript(() => {
      const original = setInterval;
      // Minutes pass faster.
      window.setInterval = ((work: () => void, time: number) =>
        original(work, time === 60_000 ? 200 : time)) as typeof setInterval;
    });
    const socket = /\/assets\/socket-[^/]*\.js/;
    await page.route(socket, (route) => route.abort());
    await Promise.all([page.waitForEvent('requestfailed', (request) => socket.test(request.url())), page.reload()]);
    await waitForText(page, 'Welcome, Ada');
    // Each reading cancels the one before if that has not been answered, so requests are counted, not responses.
    for (const _ of [1, 2]) await page.waitForRequest((request) => request.url().endsWith('/api/v1/dashboard'));
    await context.close();
  });

  test('a part or a dialog of a page that is opened offline is loaded when the connection is back', async () => {
    const { page, context } = await site.signedIn(fixtures.client.email, '/dashboard');
    await openAccountMenu(page);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'Appearance' }).waitFor();
    await context.setOffline(true);
    await waitForText(page, 'You’re offline. What you see may be out of date.');
    await page.getByRole('tab', { name: 'Appearance' }).click();
    await context.setOffline(false);
    await waitForText(page, 'Theme');
    await page.goto(`/bookings/${fixtures.bookings.confirmed}`);
    const cancel = page.getByRole('button', { name: 'Cancel Booking' });
    await cancel.waitFor();
    await context.setOffline(true);
    await waitForText(page, 'You’re offline. What you see may be out of date.');
    await cancel.click();
    await waitForText(page, 'You’re offline. This opens when the connection is back.');
    await context.setOffline(false);
    await page.getByRole('dialog', { name: 'Cancel this booking?' }).waitFor();
    expect(await page.getByText('This opens when the connection is back.').count()).toBe(0);
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
    await waitForText(page, 'You’re offline. What you see may be out of date.');
    endInterception();
    await context.setOffline(false);
    await waitForText(page, 'ada@example.com');
    await context.close();
  });

  test('after a deployment it reloads the page once, and never in a loop', async () => {
    const { page, context } = await site.signedIn(fixtures.client.email, '/dashboard');
    await waitForText(page, 'Welcome, Ada');
    const loads: string[] = [];
    page.on('load', () => loads.push(page.url()));
    // The server has a newer build without the chunks of this one, and still has after the reload.
    await page.route(/\/assets\/settings-.*\.js/, (route) => route.fulfill({ status: 404, body: '' }));
    await page.route('**/settings', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('src="/start.js"', 'src="/start.js?next"');
      await route.fulfill({ response, body });
    });
    await openAccountMenu(page);
    await Promise.all([page.waitForEvent('load'), page.getByRole('link', { name: 'Settings' }).click()]);
    await waitForText(page, 'This page could not be loaded');
    expect(loads).toEqual([`${site.url}/settings`]);
    await context.close();
  });
});

test('a slow navigation shows progress at once', async () => {
  const { page, context } = await site.signedIn(fixtures.client.email, '/dashboard');
  await waitForText(page, 'Welcome, Ada');
  await openAccountMenu(page);
  let release = () => undefined as unknown;
  const releasePromise = new Promise<void>((resolve) => (release = resolve as () => void));
  await page.route(scripts, async (route) => {
    await releasePromise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('progressbar', { name: 'Loading page' }).waitFor();
  await waitForText(page, 'Welcome, Ada');
  release();
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
  await page.getByRole('progressbar', { name: 'Loading page' }).waitFor({ state: 'hidden' });
  await context.close();
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

test('the data of a page is requested once, in parallel with its code', async () => {
  const { page, context } = await site.signedIn(fixtures.client.email, '/dashboard');
  await waitForText(page, 'Welcome, Ada');
  await page.goto('about:blank');
  // What the header shows, and what a booking led to, is read after the page's own data, at a time that differs.
  const isLater = (path: string) => /^\/api\/v1\/(?:notifications|threads|bookings\/[^/]+\/results)$/.test(path);
  for (const [path, text, reads] of [
    ['/dashboard', 'Ada & Ben in the garden', ['/api/v1/dashboard', '/api/v1/me']],
    ['/bookings', 'Ada & Ben in the garden', ['/api/v1/bookings', '/api/v1/me']],
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
    ['/leads', 'Your lead', ['/api/v1/leads', '/api/v1/me']],
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
  await context.close();
});

describe('after signing in', () => {
  test('users return to the page they requested, with an existing or a new account', async () => {
    const { page, context } = await site.visitor();
    await page.goto(`/creators/${fixtures.creator.id}`);
    await page.getByRole('link', { name: 'Book Now' }).first().click();
    await page.waitForURL('**/login');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByRole('link', { name: 'Sign In', exact: true }).click();
    await page.getByLabel('Email').fill(fixtures.client.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL(`**/bookings/create?creator=${fixtures.creator.id}`);
    await context.close();

    const otherVisitor = await site.visitor();
    await otherVisitor.page.goto(`/creators/${fixtures.creator.id}`);
    await otherVisitor.page.getByRole('link', { name: 'Book Now' }).first().click();
    await otherVisitor.page.waitForURL('**/login');
    await otherVisitor.page.getByRole('link', { name: 'Create an account' }).click();
    await otherVisitor.page.getByRole('button', { name: 'Plan an Event' }).click();
    await otherVisitor.page.getByLabel('First name').fill('Bea');
    await otherVisitor.page.getByLabel('Last name').fill('Park');
    await otherVisitor.page.getByLabel('Email').fill('bea@example.com');
    await otherVisitor.page.getByLabel('Password', { exact: true }).fill(password);
    await otherVisitor.page.getByRole('checkbox').check();
    await otherVisitor.page.getByRole('button', { name: 'Create Account' }).click();
    await otherVisitor.page.waitForURL(`**/bookings/create?creator=${fixtures.creator.id}`);
    await otherVisitor.context.close();
  });

  test('users who requested no page see the dashboard, and new professionals the onboarding', async () => {
    const { page, context } = await site.visitor();
    await signUp(page, 'Offer Services', { first: 'Cy', last: 'Reed', email: 'cy@example.com' });
    await page.waitForURL('**/onboarding');
    await page.goto('/dashboard');
    await (await signOutItem(page)).click();
    await page.waitForURL('**/login');
    await signIn(page, 'cy@example.com');
    await page.waitForURL('**/dashboard');
    await context.close();
  });
});

test('when a session ends elsewhere, the page shows a message and keeps what was typed', async () => {
  const { page, context } = await site.newcomer('Dee');
  await page.goto('/leads/create');
  await page.getByLabel('Event name').fill('Harvest supper');
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('festoon.session') ?? '{}').access_token);
  await fetch(`${site.url}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  await page.waitForURL('**/login', { timeout: 60_000 });
  await waitForText(page, 'Your session has ended. Sign in again to continue where you left off.');
  await page.getByLabel('Email').fill('dee@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/leads/create');
  await page.getByRole('button', { name: 'Restore draft' }).click();
  expect(await page.getByLabel('Event name').inputValue()).toBe('Harvest supper');
  await (await signOutItem(page)).click();
  await page.waitForURL('**/login');
  expect(await page.getByText('Your session has ended').count()).toBe(0);
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('draft')))).toEqual([]);
  await context.close();
});
