import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { codeOf, stepAt } from '#identity/testing';
import { testSite } from './test-site.suite.ts';
import { openSecurity, password, secretIn, signIn, waitForText } from './visitor.suite.ts';

const site = testSite({ product: 'people' });

/**
 * Adds an authenticator app in the settings. Returns a function that gives the next code: a code is accepted only once.
 */
const withApp = async (page: Page): Promise<() => string> => {
  const card = await openSecurity(page);
  await card.getByRole('button', { name: 'Add authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img', { name: 'QR code with the key' }).waitFor();
  const secret = secretIn(await dialog.locator('code').innerText());
  let step = stepAt(new Date());
  await dialog.getByLabel('Code').fill(codeOf(secret, step));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await waitForText(page, 'Authenticator app added');
  return () => {
    step = Math.max(step + 1, stepAt(new Date()));
    return codeOf(secret, step);
  };
};

const secondStep = (page: Page) => page.getByRole('heading', { name: 'One more step' }).waitFor();
const submitCode = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Verify' }).click();
};

test('an authenticator app is added, required at the next sign-in, and removed', async () => {
  const { page, context, email } = await site.newcomer('Tara');
  const codes = await withApp(page);
  await page.getByRole('button', { name: 'Remove Authenticator app' }).waitFor();

  const otherVisitor = await site.visitor();
  await signIn(otherVisitor.page, email);
  await secondStep(otherVisitor.page);
  await otherVisitor.page.goto('/dashboard');
  await secondStep(otherVisitor.page);
  await submitCode(otherVisitor.page, '000000');
  await waitForText(otherVisitor.page, 'Invalid TOTP code entered');
  await submitCode(otherVisitor.page, codes());
  await otherVisitor.page.waitForURL('**/dashboard');
  await waitForText(otherVisitor.page, 'Your Bookings');

  await page.getByRole('button', { name: 'Remove Authenticator app' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await waitForText(page, 'Authenticator app removed');
  await otherVisitor.context.close();
  await context.close();
});

test('a second factor cannot be bypassed by history, addresses or reloading, and giving it in one tab is enough for all', async () => {
  const { page: first, context: firstContext, email } = await site.newcomer('Bea');
  const codes = await withApp(first);
  await firstContext.close();

  const { page, context } = await site.visitor();
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign In' }).first().click();
  await page.getByRole('heading', { name: 'Sign In', exact: true }).waitFor();
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

  const otherTab = await context.newPage();
  await otherTab.goto('/dashboard');
  await secondStep(otherTab);
  await submitCode(otherTab, codes());
  await otherTab.waitForURL('**/dashboard');
  await waitForText(otherTab, 'Your Bookings');
  // The first tab, which was still asking for a code, continues to the page that the user had opened.
  await page.waitForURL('**/settings?tab=security');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await context.close();
});

test('after five wrong codes in a row the user must wait, and the page shows how long', async () => {
  const { page: first, context: firstContext, email } = await site.newcomer('Gus');
  const codes = await withApp(first);
  await firstContext.close();
  const { page, context } = await site.visitor();
  await signIn(page, email);
  await secondStep(page);
  await page.getByRole('button', { name: 'Verify' }).click();
  await waitForText(page, 'Enter the six digits');
  for (let tries = 1; tries <= 5; tries += 1) {
    const verification = page.waitForResponse('**/verify');
    await submitCode(page, '000000');
    expect((await verification).status()).toBe(422);
    await waitForText(page, 'Invalid TOTP code entered');
    await page.locator('.ant-btn-loading').waitFor({ state: 'detached' });
  }
  await submitCode(page, codes());
  await waitForText(page, /^Request rate limit reached\. Please try again in \d\d seconds\.$/);
  await secondStep(page);
  await context.close();
});

test('a user who is signed out elsewhere before the second step sees why, and must sign in again', async () => {
  const { page: first, context: firstContext, email } = await site.newcomer('Lou');
  const codes = await withApp(first);
  const { page, context } = await site.visitor();
  await signIn(page, email);
  await secondStep(page);
  await first.reload();
  await first.getByRole('button', { name: 'Sign out all other devices' }).click();
  await waitForText(first, 'All other devices signed out');
  await submitCode(page, codes());
  await waitForText(page, 'Your session has ended. Please sign in again.');
  await page.getByRole('heading', { name: 'Sign In', exact: true }).waitFor();
  await context.close();
  await firstContext.close();
});

test('adding an app can be cancelled and started again', async () => {
  const { page, context } = await site.newcomer('Abe');
  const card = await openSecurity(page);
  for (const leave of ['Cancel', 'Close']) {
    await card.getByRole('button', { name: 'Add authenticator app' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add authenticator app' });
    await dialog.getByRole('img', { name: 'QR code with the key' }).waitFor();
    const removal = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await dialog.getByRole('button', { name: leave }).click();
    expect((await removal).status()).toBe(200);
    await dialog.waitFor({ state: 'hidden' });
  }
  await withApp(page);
  await card.getByRole('listitem').first().waitFor();
  expect(await card.getByRole('listitem').count()).toBe(1);
  await context.close();
});
