import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { Request } from 'playwright-core';
import { testSite } from './test-site.suite.ts';
import {
  codeIn,
  intercept,
  linkInMail,
  openAccountMenu,
  openSecurity,
  password,
  signIn,
  signOut,
  waitForText,
} from './visitor.suite.ts';

const site = testSite({ product: 'people' });

test('a forgotten password is reset with the link from the mail', async () => {
  const { page, context, email } = await site.newcomer('Rhea');
  await page.goto('/dashboard');
  await signOut(page);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('heading', { name: 'Reset password' }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send reset email' }).click();
  await waitForText(page, 'Password reset email sent! Check your inbox.');
  const link = await linkInMail(page, 'Set a new password', email);
  await page.goto(link);
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Set a new password' }).waitFor();
  await page.getByLabel('New password').fill('Marigold8');
  await page.getByRole('button', { name: 'Set a new password' }).click();
  await waitForText(page, 'Your password was changed');
  await page.waitForURL('**/dashboard');
  // The link works only once.
  await page.goto(link);
  await page.getByRole('link', { name: 'Continue' }).click();
  await waitForText(page, 'Email link is invalid or has expired');
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, email);
  await waitForText(page, 'Invalid login credentials');
  await signIn(page, email, 'Marigold8');
  await page.waitForURL('**/dashboard');
  await context.close();
});

test('a link that signs in to another person’s account asks for confirmation first', async () => {
  const ann = await site.newcomer('Avis');
  const eve = await site.newcomer('Edda');
  const { page } = ann;
  const linkFor = async (times: number) => {
    await eve.page.goto('/reset-password');
    await eve.page.getByLabel('Email').fill(eve.email);
    await eve.page.getByRole('button', { name: 'Send reset email' }).click();
    await waitForText(eve.page, 'Password reset email sent! Check your inbox.');
    return linkInMail(eve.page, 'Set a new password', eve.email, times);
  };
  const follow = async (link: string) => {
    await page.goto(link);
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Is this your account?' }).waitFor();
    expect(page.url()).toBe(`${site.url}/login`);
    await waitForText(page, `The link you followed signs you in as ${eve.email}.`);
  };
  await follow(await linkFor(1));
  await page.getByRole('button', { name: 'I didn’t request this' }).click();
  await page.waitForURL('**/dashboard');
  await page.goto('/settings');
  await waitForText(page, 'Avis Park');

  await follow(await linkFor(2));
  await page.getByRole('button', { name: 'Yes, sign in' }).click();
  await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
  await page.getByLabel('New password').fill('Marigold8');
  await page.getByRole('button', { name: 'Set a new password' }).click();
  await page.waitForURL('**/dashboard');
  await page.goto('/settings');
  await waitForText(page, 'Edda Park');
  await Promise.all([ann.context.close(), eve.context.close()]);
});

test('names and the phone number are changed in the settings, and the phone number is removed again', async () => {
  const { page, context } = await site.newcomer('Wanda');
  const phone = page.getByRole('textbox', { name: 'Phone' });
  await page.goto('/settings');
  await page.getByLabel('First name').fill('Nella');
  await page.getByLabel('Last name').fill('');
  await phone.fill('+1 512 555 0100');
  const save = page.locator('#details').getByRole('button', { name: 'Save' });
  await save.click();
  await waitForText(page, 'Last name must be at least 2 characters');
  await page.getByLabel('Last name').fill('Parker');
  await save.click();
  await waitForText(page, 'Your details were saved');
  await waitForText(page, 'Nella Parker');
  await page.reload();
  await waitForText(page, 'Nella Parker');
  await phone.waitFor();
  expect(await phone.inputValue()).toBe('+1 512 555 0100');
  await phone.fill('');
  await save.click();
  await waitForText(page, 'Your details were saved');
  await page.reload();
  await phone.waitFor();
  expect([await page.getByLabel('First name').inputValue(), await phone.inputValue()]).toEqual(['Nella', '']);
  await context.close();
});

test('a form that was changed is not left without a question, also when it changed while it was saved', async () => {
  const { page, context } = await site.newcomer('Wilma');
  await page.goto('/dashboard');
  await openAccountMenu(page);
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.waitForURL('**/settings');
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  const stay = async () => {
    await leaving.getByRole('button', { name: 'Stay' }).click();
    await leaving.waitFor({ state: 'hidden' });
  };
  const firstName = page.getByLabel('First name');
  await firstName.fill('Nella');
  await page.getByRole('tab', { name: 'Security' }).click();
  await page.waitForURL('**/settings?tab=security');
  await page.evaluate(() => history.go(-2));
  await stay();
  expect(new URL(page.url()).search).toBe('?tab=security');
  await page.goBack();
  await firstName.waitFor();

  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/auth/v1/user', async (route) => {
    await answered;
    await route.fallback();
  });
  await page.locator('#details').getByRole('button', { name: 'Save' }).click();
  await firstName.fill('Nelly');
  answer();
  await waitForText(page, 'Your details were saved');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await stay();
  await firstName.fill('Nella');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await page.waitForURL('**/dashboard');
  await context.close();
});

test('revoking a session from another browser signs that session out', async () => {
  const { page, context, email } = await site.newcomer('Sona');
  const otherVisitor = await site.signedIn(email, '/dashboard');
  await page.goto('/settings?tab=security');
  await waitForText(page, 'This device');
  await page.getByRole('listitem').getByRole('button', { name: 'Sign out' }).click();
  await waitForText(page, 'Device signed out');
  await otherVisitor.page.waitForURL('**/login');
  await page.getByRole('listitem').getByRole('button', { name: 'Sign out' }).waitFor({ state: 'detached' });
  expect(await page.getByRole('listitem').filter({ hasText: 'signed in' }).count()).toBe(1);
  await otherVisitor.context.close();
  await context.close();
});

test('changing the password requires the current one, and a new email address is pending until both inboxes confirm it', async () => {
  const { page, context } = await site.newcomer('Cleo');
  await openSecurity(page);
  const card = page.getByRole('region', { name: 'Password' });
  await card.getByLabel('Current password').fill('Guessed-1');
  await card.getByLabel('New password').fill('Marigold8');
  await card.getByRole('button', { name: 'Change password' }).click();
  await waitForText(page, 'Current password is incorrect');
  await card.getByLabel('Current password').fill(password);
  await card.getByRole('button', { name: 'Change password' }).click();
  await waitForText(page, 'Your password was changed');
  await page.getByLabel('New email').fill('cleo.new@example.com');
  await page.getByRole('button', { name: 'Change email' }).click();
  await waitForText(page.getByRole('status'), 'cleo.new@example.com');
  await context.close();
});

test('an account can be closed with an emailed code instead of the password', async () => {
  const { page, context, email } = await site.newcomer('Otto');
  await page.goto('/settings?tab=privacy');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog.getByRole('button', { name: 'Get a code by email instead' }).click();
  await waitForText(page, 'We’ve emailed you a code');
  const mailbox = await context.newPage();
  const code = await codeIn(mailbox, 'Your Festoon code', email);
  await dialog.getByLabel('The code we sent you').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await page.waitForURL(`${site.url}/`);
  await signIn(page, email);
  await waitForText(page, 'Invalid login credentials');
  await context.close();
});

test('an error in a link to the site’s root is shown on the sign-in page', async () => {
  const { page, context } = await site.visitor();
  await page.goto('/#error=access_denied&error_code=otp_expired&error_description=Call+us');
  await waitForText(page, 'Email link is invalid or has expired');
  await page.waitForURL('**/login');
  await context.close();
});

test('users export their data and close their account', async () => {
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
  await dialog.getByLabel('Your password').fill(password);
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  await button.click();
  await waitForText(page, 'Your account was deleted');
  expect([...new Set(visited)]).toEqual(['/']);
  await otherDevice.page.waitForURL('**/login');
  await waitForText(otherDevice.page, 'Your session has ended. Sign in again');
  await otherDevice.context.close();
  await signIn(page, email);
  await waitForText(page, 'Invalid login credentials');
  await context.close();
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
