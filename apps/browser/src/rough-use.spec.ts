import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { codeOf, stepAt } from '../../../libs/identity/src/factors/totp.codec.ts';
import { launchChromium } from './chromium.ts';
import { type Product, startProduct } from './product.suite.ts';
import { newcomer, openSecurity, password, secretIn, seen, signedIn, signIn, visitor } from './visitor.suite.ts';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchChromium()]);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** The requests to this path that the page sends from now on, by method. */
const countOf = (page: Page, path: string): string[] => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) sent.push(request.method());
  });
  return sent;
};

/** Lets what goes to this path wait until it is told to go on. */
const hold = async (page: Page, path: string): Promise<() => void> => {
  let goOn: () => void = () => undefined;
  const told = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(`**${path}`, async (route) => {
    await told;
    await route.continue();
  });
  return goOn;
};

/** Adds an authenticator app in the settings. Answers codes: each later than the one before. */
const withApp = async (page: Page): Promise<() => string> => {
  const card = await openSecurity(page);
  await card.getByRole('button', { name: 'Add authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  const secret = secretIn(await dialog.locator('code').innerText());
  let step = stepAt(new Date());
  await dialog.getByLabel('Code').fill(codeOf(secret, step));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await seen(page, 'Authenticator app added');
  return () => {
    step = Math.max(step + 1, stepAt(new Date()));
    return codeOf(secret, step);
  };
};

const secondStep = (page: Page) => page.getByRole('heading', { name: 'One more step' }).waitFor();
const give = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Verify' }).click();
};

describe('pressing twice sends once', () => {
  test('signing up and signing out, on a slow network', async () => {
    const { page, context } = await visitor(browser, product.url);
    await page.goto('/signup');
    await page.getByRole('button', { name: 'Plan an Event' }).click();
    await page.getByLabel('First name').fill('Dee');
    await page.getByLabel('Last name').fill('Park');
    await page.getByLabel('Email').fill('dee@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('checkbox').check();
    const [signUps, goOn] = [countOf(page, '/auth/v1/signup'), await hold(page, '/auth/v1/signup*')];
    await page.getByRole('button', { name: 'Create Account' }).dblclick();
    await page.getByLabel('Email').press('Enter');
    goOn();
    await page.waitForURL('**/dashboard');
    expect(signUps).toEqual(['POST']);
    const signOuts = countOf(page, '/auth/v1/logout');
    await page.getByRole('button', { name: 'Sign Out' }).dblclick();
    await seen(page, 'Signed out successfully');
    expect(await page.getByText('Signed out successfully').count()).toBe(1);
    expect(signOuts).toEqual(['POST']);
    await context.close();
  });

  test('signing in and changing the password', async () => {
    const one = await newcomer(browser, product.url, 'Ivy');
    await one.context.close();
    const { page, context } = await visitor(browser, product.url);
    const signIns = countOf(page, '/auth/v1/token');
    await page.goto('/login');
    await page.getByLabel('Email').fill(one.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In' }).dblclick();
    await page.waitForURL('**/dashboard');
    expect(signIns).toEqual(['POST']);

    await openSecurity(page);
    const changes = countOf(page, '/auth/v1/user');
    const card = page.getByRole('region', { name: 'Password' });
    await card.getByLabel('Current password').fill(password);
    await card.getByLabel('New password').fill('Marigold8');
    await card.getByRole('button', { name: 'Change password' }).dblclick();
    await seen(page, 'Your new password is set');
    expect(changes.filter((method) => method === 'PUT')).toEqual(['PUT']);
    await context.close();
  });
});

describe('the second factor', () => {
  test('cannot be walked around: neither back and forth, nor by an address, nor by waiting for another tab', async () => {
    const { page: first, context: home, email } = await newcomer(browser, product.url, 'Bea');
    const codes = await withApp(first);
    await home.close();

    const { page, context } = await visitor(browser, product.url);
    await page.goto('/');
    await page.getByRole('link', { name: 'Sign In' }).first().click();
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await secondStep(page);
    await page.goBack();
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await secondStep(page);
    await page.goto('/settings?tab=security');
    await secondStep(page);
    await page.reload();
    await secondStep(page);

    const other = await context.newPage();
    await other.goto('/dashboard');
    await secondStep(other);
    await give(other, codes());
    await other.waitForURL('**/dashboard');
    await seen(other, 'Your Bookings');
    // The tab that still asked follows.
    await page.waitForURL('**/dashboard');
    await seen(page, 'Your Bookings');
    await context.close();
  });

  test('five wrong codes in a row cost a wait, and the screen says how long', async () => {
    const { page: first, context: home, email } = await newcomer(browser, product.url, 'Gus');
    const codes = await withApp(first);
    await home.close();
    const { page, context } = await visitor(browser, product.url);
    await signIn(page, email);
    await secondStep(page);
    await page.getByRole('button', { name: 'Verify' }).click();
    await seen(page, 'Please enter the six digits');
    for (let tries = 1; tries <= 5; tries += 1) {
      const answered = page.waitForResponse('**/verify');
      await give(page, '000000');
      expect((await answered).status()).toBe(422);
      await seen(page, 'Invalid TOTP code entered');
      await page.getByRole('button', { name: 'Verify', disabled: false }).waitFor();
    }
    await give(page, codes());
    await seen(page, /^Request rate limit reached\. Please try again in \d\d seconds\.$/);
    await secondStep(page);
    await context.close();
  });

  test('who is signed out elsewhere meanwhile begins anew, and is told why', async () => {
    const { page: first, context: home, email } = await newcomer(browser, product.url, 'Lou');
    const codes = await withApp(first);
    const { page, context } = await visitor(browser, product.url);
    await signIn(page, email);
    await secondStep(page);
    await first.reload();
    await first.getByRole('button', { name: 'Sign out all other devices' }).click();
    await seen(first, 'All other devices signed out');
    await give(page, codes());
    await seen(page, 'Your session has ended. Please sign in again.');
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    await context.close();
    await home.close();
  });

  test('an app that was begun and given up can be begun again', async () => {
    const { page, context } = await newcomer(browser, product.url, 'Abe');
    const card = await openSecurity(page);
    for (const leave of ['Cancel', 'Close']) {
      await card.getByRole('button', { name: 'Add authenticator app' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add authenticator app' });
      await dialog.getByRole('img', { name: 'QR code with the key' }).waitFor();
      const taken = page.waitForResponse((response) => response.request().method() === 'DELETE');
      await dialog.getByRole('button', { name: leave }).click();
      expect((await taken).status()).toBe(200);
      await dialog.waitFor({ state: 'hidden' });
    }
    await withApp(page);
    await card.getByRole('listitem').first().waitFor();
    expect(await card.getByRole('listitem').count()).toBe(1);
    await context.close();
  });
});

test('a session that is revoked while its settings are open leads to the log-in, dialogs and all', async () => {
  const { page, context, email } = await newcomer(browser, product.url, 'Mia');
  const other = await signedIn(browser, product.url, email);
  await other.page.goto('/settings?tab=privacy');
  await other.page.getByRole('button', { name: 'Delete my account' }).click();
  await other.page.getByRole('dialog', { name: 'Delete your account?' }).waitFor();
  await openSecurity(page);
  await page.getByRole('button', { name: 'Sign out all other devices' }).click();
  await seen(page, 'All other devices signed out');
  await other.page.waitForURL('**/login');
  await other.page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  expect(await other.page.getByRole('dialog').count()).toBe(0);
  await other.context.close();
  await context.close();
});

test('of two tabs, one follows the other: in, and out of the open settings', async () => {
  const one = await newcomer(browser, product.url, 'Tim');
  await one.context.close();
  const { page, context } = await visitor(browser, product.url);
  const other = await context.newPage();
  await other.goto('/login');
  await other.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  await signIn(page, one.email);
  await page.waitForURL('**/dashboard');
  await other.waitForURL('**/dashboard');
  await openSecurity(other);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await other.waitForURL('**/login');
  await other.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  await context.close();
});

test('what cannot reach the server says so, and goes on when it is pressed again', async () => {
  const { page, context, email } = await newcomer(browser, product.url, 'Wes');
  await openSecurity(page);
  await page.route('**/auth/v1/**', (route) => route.abort());
  const card = page.getByRole('region', { name: 'Password' });
  await card.getByLabel('Current password').fill(password);
  await card.getByLabel('New password').fill('Marigold8');
  await card.getByRole('button', { name: 'Change password' }).click();
  await seen(page, 'Failed to set the new password. Please check your connection.');
  await page.unroute('**/auth/v1/**');
  await card.getByRole('button', { name: 'Change password' }).click();
  await seen(page, 'Your new password is set');

  await page.route('**/auth/v1/logout*', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await seen(page, 'Error signing out');
  await page.unroute('**/auth/v1/logout*');
  // The browser forgets the session first: nobody stays signed in here by a lost connection.
  await page.waitForURL('**/login');
  await page.route('**/auth/v1/token*', (route) => route.fulfill({ status: 503, body: '' }));
  await signIn(page, email, 'Marigold8');
  await page.getByText('Failed to sign in', { exact: true }).waitFor();
  await page.unroute('**/auth/v1/token*');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await seen(page, 'Welcome back');
  await page.waitForURL('**/dashboard');
  await context.close();
});
