import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { codeOf, stepAt } from '../../../libs/identity/src/factors/totp.codec.ts';
import { launchChromium } from './chromium.ts';
import { type Product, startProduct } from './product.suite.ts';
import {
  letterTo,
  linkOf,
  newcomer,
  password,
  secretIn,
  seen,
  signedIn,
  signIn,
  signOut,
  visitor,
} from './visitor.suite.ts';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchChromium()]);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const arrive = (first: string) => newcomer(browser, product.url, first);

test('a forgotten password is set anew through the mailbox', async () => {
  const { page, context, email } = await arrive('Rhea');
  await signOut(page);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('heading', { name: 'Reset password' }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send reset email' }).click();
  await seen(page, 'Password reset email sent! Check your inbox.');
  const link = await linkOf(page, 'Set a new password', email);
  await page.goto(link);
  await page.getByRole('link', { name: 'Go on' }).click();
  await page.getByLabel('New password').fill('Marigold8');
  await page.getByRole('button', { name: 'Set a new password' }).click();
  await seen(page, 'Your new password is set');
  await page.waitForURL('**/dashboard');
  // The link worked once.
  await page.goto(link);
  await page.getByRole('link', { name: 'Go on' }).click();
  await seen(page, 'Email link is invalid or has expired');
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, email);
  await seen(page, 'Invalid login credentials');
  await signIn(page, email, 'Marigold8');
  await page.waitForURL('**/dashboard');
  await context.close();
});

describe('second factors', () => {
  test('an authenticator app is added, asked for at the next sign-in, and removed', async () => {
    const { page, context, email } = await arrive('Tara');
    await page.goto('/settings?tab=security');
    await page.getByRole('button', { name: 'Add authenticator app' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: 'QR code with the key' }).waitFor();
    const secret = secretIn(await dialog.locator('code').innerText());
    const step = stepAt(new Date());
    await dialog.getByLabel('Code').fill(codeOf(secret, step));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await seen(page, 'Authenticator app added');
    await page.getByRole('button', { name: 'Remove Authenticator app' }).waitFor();

    const other = await visitor(browser, product.url);
    await signIn(other.page, email);
    await other.page.getByRole('heading', { name: 'One more step' }).waitFor();
    await other.page.goto('/dashboard');
    await other.page.getByRole('heading', { name: 'One more step' }).waitFor();
    await other.page.getByLabel('Code').fill('000000');
    await other.page.getByRole('button', { name: 'Verify' }).click();
    await seen(other.page, 'Invalid TOTP code entered');
    await other.page.getByLabel('Code').fill(codeOf(secret, Math.max(step + 1, stepAt(new Date()))));
    await other.page.getByRole('button', { name: 'Verify' }).click();
    await other.page.waitForURL('**/dashboard');
    await seen(other.page, 'Your Bookings');

    await page.getByRole('button', { name: 'Remove Authenticator app' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await seen(page, 'Authenticator app removed');
    await other.context.close();
    await context.close();
  });
});

test('a session that is revoked from another browser is signed out there', async () => {
  const { page, context, email } = await arrive('Sona');
  const other = await signedIn(browser, product.url, email);
  await page.goto('/settings?tab=security');
  await seen(page, 'This device');
  await page.getByRole('listitem').getByRole('button', { name: 'Sign out' }).click();
  await seen(page, 'Device signed out');
  await other.page.waitForURL('**/login');
  await page.getByRole('listitem').getByRole('button', { name: 'Sign out' }).waitFor({ state: 'detached' });
  expect(await page.getByRole('listitem').filter({ hasText: 'signed in' }).count()).toBe(1);
  await other.context.close();
  await context.close();
});

test('a password is changed with the one before it, and a new address waits for both inboxes', async () => {
  const { page, context } = await arrive('Cleo');
  await page.goto('/settings?tab=security');
  const card = page.getByRole('region', { name: 'Password' });
  await card.getByLabel('Current password').fill('Guessed-1');
  await card.getByLabel('New password').fill('Marigold8');
  await card.getByRole('button', { name: 'Change password' }).click();
  await seen(page, 'Current password is incorrect');
  await card.getByLabel('Current password').fill(password);
  await card.getByRole('button', { name: 'Change password' }).click();
  await seen(page, 'Your new password is set');
  await page.getByLabel('New email address').fill('cleo.new@example.com');
  await page.getByRole('button', { name: 'Change email address' }).click();
  await seen(page.getByRole('status'), 'cleo.new@example.com');
  await context.close();
});

test('who has no password at hand is mailed a code, which closes the account', async () => {
  const { page, context, email } = await arrive('Otto');
  await page.goto('/settings?tab=privacy');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog.getByRole('button', { name: 'Get a code by email instead' }).click();
  await seen(page, 'We sent you a code');
  const mailbox = await context.newPage();
  const code = /^ *(\d{6})$/m.exec(await letterTo(mailbox, 'Your Festoon code', email))?.[1] ?? '';
  await dialog.getByLabel('The code that we sent you').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await page.waitForURL(`${product.url}/`);
  await signIn(page, email);
  await seen(page, 'Invalid login credentials');
  await context.close();
});

test('a link that leads to the site’s root says what it brings on the log-in page', async () => {
  const { page, context } = await visitor(browser, product.url);
  await page.goto('/#error=access_denied&error_code=otp_expired&error_description=Call+us');
  await page.waitForURL('**/login');
  await seen(page, 'Email link is invalid or has expired');
  await context.close();
});

test('people take their data along, and leave for good', async () => {
  const { page, context, email } = await arrive('Dora');
  await page.goto('/settings?tab=privacy');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export my data' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^festoon-data-\d{4}-\d\d-\d\d\.json$/);
  const { account } = JSON.parse(readFileSync(await download.path(), 'utf8')) as { account: { email: string } };
  expect(account.email).toBe(email);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog');
  const button = dialog.getByRole('button', { name: 'Delete for good' });
  expect(await button.isDisabled()).toBe(true);
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog.getByLabel('Your password').fill('Guessed-1');
  await button.click();
  await seen(page, 'Current password is incorrect');
  await dialog.getByLabel('Your password').fill(password);
  await button.click();
  await page.waitForURL(`${product.url}/`);
  await signIn(page, email);
  await seen(page, 'Invalid login credentials');
  await context.close();
});
