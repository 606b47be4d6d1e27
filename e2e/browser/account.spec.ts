import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import { sender } from './http.suite.ts';
import { dependentTests, testSite } from './test-site.suite.ts';
import {
  codeIn,
  hold,
  intercept,
  linkInMail,
  openAccountMenu,
  password,
  type Visitor,
  waitForText,
} from './visitor.suite.ts';

const site = testSite({ product: 'people' });

test('a forgotten password is reset with the link from the mail', async () => {
  const { email } = await site.account('Rhea');
  const { page, context } = await site.visitor();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('heading', { name: 'Reset password' }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send reset email' }).click();
  await waitForText(page, 'Password reset email sent! Check your inbox.');
  await page.goto(await linkInMail(page, 'Set a new password', email));
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Set a new password' }).waitFor();
  await page.getByLabel('New password').fill('Marigold8');
  await page.getByRole('button', { name: 'Set a new password' }).click();
  await waitForText(page, 'Your password was changed');
  await page.waitForURL('**/dashboard');
  await context.close();
});

test('a link that signs in to another person’s account asks for confirmation first', async () => {
  const { page, context, email } = await site.newcomer('Avis');
  const other = await site.account('Edda');
  /** Opens the address to which the link of a recovery mail for the other account leads. */
  const follow = async () => {
    const credentials = { email: other.email, password };
    const { access_token, refresh_token, expires_at } = await sender(site.url)(
      'POST',
      '/auth/v1/token?grant_type=password',
      undefined,
      credentials,
    );
    const tokens = { access_token, refresh_token, expires_at, expires_in: 3600, token_type: 'bearer' };
    const fragment = new URLSearchParams(Object.entries({ ...tokens, type: 'recovery' }).map(([k, v]) => [k, `${v}`]));
    await page.goto(`/login#${fragment}`);
    await page.getByRole('heading', { name: 'Is this your account?' }).waitFor();
    expect(page.url()).toBe(`${site.url}/login`);
    await waitForText(page, `The link you followed signs you in as ${other.email}.`);
  };
  const signedInEmail = () =>
    page.evaluate((): unknown => JSON.parse(localStorage.getItem('festoon.session') ?? '{}').user?.email);
  await follow();
  await page.getByRole('button', { name: 'I didn’t request this' }).click();
  await page.waitForURL('**/dashboard');
  expect(await signedInEmail()).toBe(email);

  await follow();
  await page.getByRole('button', { name: 'Yes, sign in' }).click();
  await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
  expect(await signedInEmail()).toBe(other.email);
  await context.close();
});

describe('the details in the settings', () => {
  const step = dependentTests();
  let wilma: Visitor;
  beforeAll(async () => {
    wilma = await site.newcomer('Wilma');
    await wilma.page.goto('/dashboard');
  });
  afterAll(() => wilma.context.close());
  const openSettings = async (page: Page): Promise<void> => {
    await openAccountMenu(page);
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.waitForURL('**/settings');
  };

  step(
    'are left only after a confirmation while they have unsaved changes, also those made during a save',
    async () => {
      const { page } = wilma;
      await openSettings(page);
      const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
      const stay = async () => {
        await leaving.getByRole('button', { name: 'Stay' }).click();
        await leaving.waitFor({ state: 'hidden' });
      };
      const firstName = page.getByLabel('First name');
      await firstName.fill('Nella');
      await page.getByRole('tab', { name: 'Security' }).click();
      await page.waitForURL('**/settings?tab=security');
      await page.getByRole('region', { name: 'Second factor' }).waitFor();
      await page.evaluate(() => history.go(-2));
      await stay();
      await page.waitForURL('**/settings?tab=security');
      await page.goBack();
      await firstName.waitFor();

      const release = await hold(page, '**/auth/v1/user');
      await page.locator('#details').getByRole('button', { name: 'Save' }).click();
      await firstName.fill('Nelly');
      release();
      await waitForText(page, 'Your details were saved');
      await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
      await stay();
      await firstName.fill('Nella');
      await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
      await page.waitForURL('**/dashboard');
    },
  );

  step('include the names and a phone number, which can be removed', async () => {
    const { page } = wilma;
    await openSettings(page);
    const phone = page.getByRole('textbox', { name: 'Phone' });
    const save = page.locator('#details').getByRole('button', { name: 'Save' });
    /** Saves the form. Returns the phone number in the response. */
    const savedPhone = async (): Promise<unknown> => {
      const saving = page.waitForResponse((response) => response.request().method() === 'PUT');
      await save.click();
      return (await (await saving).json()).user_metadata.phone;
    };
    await page.getByLabel('First name').fill('Nora');
    await page.getByLabel('Last name').fill('');
    await phone.fill('+1 512 555 0100');
    await save.click();
    await waitForText(page, 'Last name must be at least 2 characters');
    await page.getByLabel('Last name').fill('Parker');
    expect(await savedPhone()).toBe('+1 512 555 0100');
    await waitForText(page, 'Nora Parker');
    await phone.fill('');
    expect(await savedPhone()).toBeUndefined();
    await page.reload();
    await waitForText(page, 'Nora Parker');
    await phone.waitFor();
    expect([await page.getByLabel('First name').inputValue(), await phone.inputValue()]).toEqual(['Nora', '']);
  });
});

test('users export their data and close their account, with an emailed code instead of the password', async () => {
  const { page, context, email } = await site.newcomer('Dora');
  const otherDevice = await site.signedIn(email, '/dashboard');
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
  // The message is shown above the dialog, not behind its backdrop.
  await waitForText(page.locator('.ant-message'), 'Current password is incorrect');
  await dialog.getByRole('button', { name: 'Get a code by email instead' }).click();
  await waitForText(page, 'We’ve emailed you a code');
  const code = await codeIn(page, 'Your Festoon code', email);
  await dialog.getByLabel('The code we sent you').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  await button.click();
  await waitForText(page, 'Your account was deleted');
  expect([...new Set(visited)]).toEqual(['/']);
  await otherDevice.page.waitForURL('**/login');
  await waitForText(otherDevice.page, 'Your session has ended. Sign in again');
  await Promise.all([otherDevice.context.close(), context.close()]);
});

test('drafts of an account that was closed after the connection was lost do not stay in the browser', async () => {
  const { page, context } = await site.newcomer('Nell');
  await page.goto('/settings?tab=privacy');
  await page.evaluate(() => sessionStorage.setItem('festoon.draft.lead', '{"eventName":"Harvest supper"}'));
  const { promise: closing, resolve: close } = Promise.withResolvers<Request>();
  await intercept(page, '**/api/v1/me', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback();
    close(route.request());
    await route.abort();
  });
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await waitForText(page.locator('.ant-message'), 'We can’t reach Festoon');
  // The server reads the request only now.
  const request = await closing;
  const { authorization = '', 'content-type': contentType = '' } = await request.allHeaders();
  const response = await fetch(request.url(), {
    method: 'DELETE',
    headers: { authorization, 'content-type': contentType },
    body: request.postData(),
  });
  expect(response.ok).toBe(true);
  await page.waitForURL('**/login');
  expect(await page.evaluate(() => sessionStorage.getItem('festoon.draft.lead'))).toBeNull();
  await context.close();
});
