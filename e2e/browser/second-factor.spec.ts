import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { appCode, codeOf, stepAt } from '#identity/testing';
import { sender } from './http.suite.ts';
import { testSite } from './test-site.suite.ts';
import { openSecurity, secretIn, signIn, submitSignIn, waitForMessage, waitForText } from './visitor.suite.ts';

const site = testSite({ product: 'people' });

const startAdding = async (page: Page, card: Locator): Promise<Locator> => {
  await card.getByRole('button', { name: 'Add authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add authenticator app' });
  await dialog.getByRole('img', { name: 'QR code with the key' }).waitFor();
  return dialog;
};

/** Adds an authenticator app in the settings. Returns a function that gives another code, which is accepted once. */
const addApp = async (page: Page, card: Locator): Promise<() => string> => {
  const dialog = await startAdding(page, card);
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

/** Adds an authenticator app over HTTP. Returns its id, its next code and a session with the second factor. */
const appOf = async (token: string) => {
  const send = sender(site.url);
  const post = (path: string, body: unknown, by = { token }) => send('POST', `/auth/v1${path}`, by, body);
  const { id, totp } = await post('/factors', { factor_type: 'totp', friendly_name: 'App' });
  const { secret } = totp as { secret: string };
  const verify = async (code: string, by = { token }) => {
    const { id: challenge_id } = await post(`/factors/${id}/challenge`, {}, by);
    return post(`/factors/${id}/verify`, { challenge_id, code }, by);
  };
  const { access_token } = await verify(appCode(secret, new Date()));
  return { verify, nextCode: () => appCode(secret, new Date(), 1), token: String(access_token) };
};

const secondStep = (page: Page) => page.getByRole('heading', { name: 'One more step' }).waitFor();
const submitCode = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Verify' }).click();
};

test('an authenticator app is added, required at the next sign-in without a way around it, and removed', async () => {
  const { page: settings, context: settingsContext, email } = await site.newcomer('Tara');
  const card = await openSecurity(settings);
  // Adding it can be cancelled and started again.
  for (const leave of ['Cancel', 'Close']) {
    const dialog = await startAdding(settings, card);
    const removal = settings.waitForResponse((response) => response.request().method() === 'DELETE');
    await dialog.getByRole('button', { name: leave }).click();
    expect((await removal).status()).toBe(200);
    await dialog.waitFor({ state: 'hidden' });
  }
  const codes = await addApp(settings, card);
  await settings.getByRole('button', { name: 'Remove Authenticator app' }).waitFor();
  expect(await card.getByRole('listitem').count()).toBe(1);

  const { page, context } = await site.visitor();
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign In' }).first().click();
  await submitSignIn(page, email);
  await secondStep(page);
  await page.goBack();
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await secondStep(page);
  await page.goto('/settings?tab=security');
  await secondStep(page);

  // A code that is given in one tab is enough for all tabs.
  const otherTab = await context.newPage();
  await otherTab.goto('/dashboard');
  await secondStep(otherTab);
  await submitCode(otherTab, '000000');
  await waitForText(otherTab, 'Invalid TOTP code entered');
  await submitCode(otherTab, codes());
  await otherTab.waitForURL('**/dashboard');
  await waitForText(otherTab, 'Your Bookings');
  // The first tab, which was still asking for a code, continues to the page that the user had opened.
  await page.waitForURL('**/settings?tab=security');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();

  await settings.getByRole('button', { name: 'Remove Authenticator app' }).click();
  await Promise.all([
    waitForMessage(settings, 'Authenticator app removed'),
    settings.getByRole('dialog').getByRole('button', { name: 'Remove' }).click(),
  ]);
  await Promise.all([context.close(), settingsContext.close()]);
});

test('after five wrong codes in a row the page shows how long to wait, and after a sign-out elsewhere that the session has ended', async () => {
  const gus = await site.account('Gus');
  const app = await appOf(gus.token);
  const { page, context } = await site.visitor();
  await signIn(page, gus.email);
  await secondStep(page);
  await page.getByRole('button', { name: 'Verify' }).click();
  await waitForText(page, 'Enter the six digits');
  for (let tries = 1; tries <= 4; tries += 1) await expect(app.verify('000000', app)).rejects.toThrow('returned 422');
  await submitCode(page, '000000');
  await waitForText(page, 'Invalid TOTP code entered');
  await page.locator('.ant-btn-loading').waitFor({ state: 'detached' });
  await submitCode(page, app.nextCode());
  await waitForText(page, /^Request rate limit reached\. Please try again in \d\d seconds\.$/);
  await secondStep(page);
  await page.locator('.ant-btn-loading').waitFor({ state: 'detached' });

  await sender(site.url)('POST', '/auth/v1/logout?scope=others', app);
  await submitCode(page, app.nextCode());
  await waitForText(page, 'Your session has ended. Please sign in again.');
  await page.getByRole('heading', { name: 'Sign In', exact: true }).waitFor();
  await context.close();
});
