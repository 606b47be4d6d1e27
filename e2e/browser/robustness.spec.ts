import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '#platform/testing';
import { sender } from './http.suite.ts';
import { dependentTests, testSite } from './test-site.suite.ts';
import {
  hold,
  intercept,
  openSecurity,
  password,
  signOutItem,
  submitSignIn,
  type Visitor,
  waitForText,
} from './visitor.suite.ts';

const site = testSite({ product: 'people' });

/** The methods of the requests to this path that the page sends from now on. */
const requestsTo = (page: Page, path: string): string[] => {
  const sentMethods: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) sentMethods.push(request.method());
  });
  return sentMethods;
};

describe('a double click sends one request', () => {
  const step = dependentTests();
  let dee: Visitor;
  beforeAll(async () => {
    dee = await site.visitor();
  });
  afterAll(() => dee.context.close());

  step('when signing up and signing out, on a slow network', async () => {
    const { page } = dee;
    await page.goto('/signup');
    await page.getByRole('button', { name: 'Plan an Event' }).click();
    await page.getByLabel('First name').fill('Dee');
    await page.getByLabel('Last name').fill('Park');
    await page.getByLabel('Email').fill('dee@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('checkbox').check();
    const [signUps, release] = [requestsTo(page, '/auth/v1/signup'), await hold(page, '**/auth/v1/signup*')];
    await page.getByRole('button', { name: 'Create Account' }).dblclick();
    await page.getByLabel('Email').press('Enter');
    release();
    await page.waitForURL('**/dashboard');
    expect(signUps).toEqual(['POST']);
    const signOuts = requestsTo(page, '/auth/v1/logout');
    await (await signOutItem(page)).dblclick();
    await waitForText(page, 'Signed out successfully');
    expect(await page.getByText('Signed out successfully').count()).toBe(1);
    expect(signOuts).toEqual(['POST']);
  });

  step('when signing in; signing in or out in one tab also signs the other tab in or out', async () => {
    const { page, context } = dee;
    const otherTab = await context.newPage();
    await otherTab.goto('/login');
    await otherTab.getByRole('heading', { name: 'Sign In', exact: true }).waitFor();
    const signIns = requestsTo(page, '/auth/v1/token');
    await page.getByLabel('Email').fill('dee@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In' }).dblclick();
    await page.waitForURL('**/dashboard');
    expect(signIns).toEqual(['POST']);
    await otherTab.waitForURL('**/dashboard');
    // The browser sends such a request also if the tab is closed at once.
    const keptAlive = page.evaluate(
      () =>
        new Promise<boolean | undefined>((resolve) => {
          const original = fetch;
          window.fetch = (url, init) => {
            if (String(url).includes('/logout')) resolve(init?.keepalive);
            return original(url, init);
          };
        }),
    );
    await (await signOutItem(page)).click();
    expect(await keptAlive).toBe(true);
    await otherTab.waitForURL('**/login');
    await otherTab.getByRole('heading', { name: 'Sign In', exact: true }).waitFor();
  });
});

test('revoking a session while its settings are open closes the dialogs and redirects to the sign-in page', async () => {
  const { page, context, email } = await site.newcomer('Mia');
  const otherVisitor = await site.signedIn(email, '/settings?tab=privacy');
  await otherVisitor.page.getByRole('button', { name: 'Delete my account' }).click();
  await otherVisitor.page.getByRole('dialog', { name: 'Delete your account?' }).waitFor();
  // A third device, which is no Chromium.
  await sender(site.url)('POST', '/auth/v1/token?grant_type=password', undefined, { email, password });
  await openSecurity(page);
  await waitForText(page, 'This device');
  const devices = page.getByRole('listitem').filter({ hasText: 'signed in' });
  const otherDevice = devices.filter({ hasText: 'Chrome' });
  expect([await devices.count(), await otherDevice.count()]).toEqual([3, 1]);
  await otherDevice.getByRole('button', { name: 'Sign out' }).click();
  await waitForText(page, 'Device signed out');
  await otherVisitor.page.waitForURL('**/login');
  await otherVisitor.page.getByRole('heading', { name: 'Sign In', exact: true }).waitFor();
  expect(await otherVisitor.page.getByRole('dialog').count()).toBe(0);
  await otherDevice.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Sign out all other devices' }).click();
  await waitForText(page, 'All other devices signed out');
  await page.getByRole('listitem').getByRole('button', { name: 'Sign out' }).waitFor({ state: 'detached' });
  expect(await devices.count()).toBe(1);
  await Promise.all([otherVisitor.context.close(), context.close()]);
});

describe('in the security settings', () => {
  const step = dependentTests();
  let wes: Visitor & { readonly email: string };
  beforeAll(async () => {
    wes = await site.newcomer('Wes');
    await openSecurity(wes.page);
  });
  afterAll(() => wes.context.close());

  step('a request that cannot reach the server shows an error, and works when it is tried again', async () => {
    const { page } = wes;
    const reconnect = await intercept(page, '**/auth/v1/**', (route) => route.abort());
    const card = page.getByRole('region', { name: 'Password' });
    const change = card.getByRole('button', { name: 'Change password' });
    await card.getByLabel('Current password').fill(password);
    await card.getByLabel('New password').fill('Marigold8');
    await change.click();
    await waitForText(page, 'Failed to change your password. Please check your connection.');
    reconnect();
    const changes = requestsTo(page, '/auth/v1/user');
    await change.dblclick();
    await waitForText(page, 'Your password was changed');
    await eventually(
      async () => (await card.getByLabel('Current password').inputValue()) === '',
      'the form is empty again',
    );
    expect(changes.filter((method) => method === 'PUT')).toEqual(['PUT']);
  });

  step(
    'changing the password requires the current one, and a new email address is pending until both inboxes confirm it',
    async () => {
      const { page } = wes;
      const card = page.getByRole('region', { name: 'Password' });
      await card.getByLabel('Current password').fill('Guessed-1');
      await card.getByLabel('New password').fill('Marigold9');
      await card.getByRole('button', { name: 'Change password' }).click();
      await waitForText(page, 'Current password is incorrect');
      await page.getByLabel('New email').fill('wes.new@example.com');
      await page.getByRole('button', { name: 'Change email' }).click();
      await waitForText(page.getByRole('status'), 'wes.new@example.com');
    },
  );

  step(
    'signing out or in without a connection shows an error, and signing in works when it is tried again',
    async () => {
      const { page, email } = wes;
      const allowSignOut = await intercept(page, '**/auth/v1/logout*', (route) => route.abort());
      await (await signOutItem(page)).click();
      await waitForText(page, 'Error signing out');
      allowSignOut();
      // The browser deletes its session before the request, so a lost connection does not keep the user signed in.
      await page.waitForURL('**/login');
      const allowSignIn = await intercept(page, '**/auth/v1/token*', (route) =>
        route.fulfill({ status: 503, body: '' }),
      );
      await submitSignIn(page, email, 'Marigold8');
      await page.getByText('Failed to sign in', { exact: true }).waitFor();
      allowSignIn();
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByText('Welcome back', { exact: true }).waitFor();
      await page.waitForURL('**/dashboard');
    },
  );
});
