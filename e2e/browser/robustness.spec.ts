import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { testSite } from './test-site.suite.ts';
import { intercept, openSecurity, password, signIn, signOutItem, waitForText } from './visitor.suite.ts';

const site = testSite({ product: 'people' });

/** The methods of the requests to this path that the page sends from now on. */
const requestsTo = (page: Page, path: string): string[] => {
  const sentMethods: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) sentMethods.push(request.method());
  });
  return sentMethods;
};

/** Delays all requests to this path until the returned function is called. */
const hold = async (page: Page, path: string): Promise<() => void> => {
  let release: () => void = () => undefined;
  const releasePromise = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${path}`, async (route) => {
    await releasePromise;
    await route.continue();
  });
  return release;
};

describe('a double click sends one request', () => {
  test('when signing up and signing out, on a slow network', async () => {
    const { page, context } = await site.visitor();
    await page.goto('/signup');
    await page.getByRole('button', { name: 'Plan an Event' }).click();
    await page.getByLabel('First name').fill('Dee');
    await page.getByLabel('Last name').fill('Park');
    await page.getByLabel('Email').fill('dee@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('checkbox').check();
    const [signUps, release] = [requestsTo(page, '/auth/v1/signup'), await hold(page, '/auth/v1/signup*')];
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
    await context.close();
  });

  test('when signing in and changing the password', async () => {
    const newcomer = await site.newcomer('Ivy');
    await newcomer.context.close();
    const { page, context } = await site.visitor();
    const signIns = requestsTo(page, '/auth/v1/token');
    await page.goto('/login');
    await page.getByRole('heading', { name: 'Sign In', exact: true }).waitFor();
    await page.getByLabel('Email').fill(newcomer.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In' }).dblclick();
    await page.waitForURL('**/dashboard');
    expect(signIns).toEqual(['POST']);

    await openSecurity(page);
    const changes = requestsTo(page, '/auth/v1/user');
    const card = page.getByRole('region', { name: 'Password' });
    await card.getByLabel('Current password').fill(password);
    await card.getByLabel('New password').fill('Marigold8');
    await card.getByRole('button', { name: 'Change password' }).dblclick();
    await waitForText(page, 'Your password was changed');
    expect(changes.filter((method) => method === 'PUT')).toEqual(['PUT']);
    await context.close();
  });
});

test('revoking a session while its settings are open closes the dialogs and redirects to the sign-in page', async () => {
  const { page, context, email } = await site.newcomer('Mia');
  const otherVisitor = await site.signedIn(email, '/settings?tab=privacy');
  await otherVisitor.page.getByRole('button', { name: 'Delete my account' }).click();
  await otherVisitor.page.getByRole('dialog', { name: 'Delete your account?' }).waitFor();
  await openSecurity(page);
  await page.getByRole('button', { name: 'Sign out all other devices' }).click();
  await waitForText(page, 'All other devices signed out');
  await otherVisitor.page.waitForURL('**/login');
  await otherVisitor.page.getByRole('heading', { name: 'Sign In', exact: true }).waitFor();
  expect(await otherVisitor.page.getByRole('dialog').count()).toBe(0);
  await otherVisitor.context.close();
  await context.close();
});

test('signing in or out in one tab also signs the other tab in or out', async () => {
  const newcomer = await site.newcomer('Tim');
  await newcomer.context.close();
  const { page, context } = await site.visitor();
  const otherTab = await context.newPage();
  await otherTab.goto('/login');
  await otherTab.getByRole('heading', { name: 'Sign In', exact: true }).waitFor();
  await signIn(page, newcomer.email);
  await page.waitForURL('**/dashboard');
  await otherTab.waitForURL('**/dashboard');
  await openSecurity(otherTab);
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
  await context.close();
});

test('a request that cannot reach the server shows an error, and works when it is tried again', async () => {
  const { page, context, email } = await site.newcomer('Wes');
  await openSecurity(page);
  const reconnect = await intercept(page, '**/auth/v1/**', (route) => route.abort());
  const card = page.getByRole('region', { name: 'Password' });
  await card.getByLabel('Current password').fill(password);
  await card.getByLabel('New password').fill('Marigold8');
  await card.getByRole('button', { name: 'Change password' }).click();
  await waitForText(page, 'Failed to change your password. Please check your connection.');
  reconnect();
  await card.getByRole('button', { name: 'Change password' }).click();
  await waitForText(page, 'Your password was changed');

  const allowSignOut = await intercept(page, '**/auth/v1/logout*', (route) => route.abort());
  await (await signOutItem(page)).click();
  await waitForText(page, 'Error signing out');
  allowSignOut();
  // The browser deletes its session before the request, so a lost connection does not keep the user signed in.
  await page.waitForURL('**/login');
  const allowSignIn = await intercept(page, '**/auth/v1/token*', (route) => route.fulfill({ status: 503, body: '' }));
  await signIn(page, email, 'Marigold8');
  await page.getByText('Failed to sign in', { exact: true }).waitFor();
  allowSignIn();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByText('Welcome back', { exact: true }).waitFor();
  await page.waitForURL('**/dashboard');
  await context.close();
});
