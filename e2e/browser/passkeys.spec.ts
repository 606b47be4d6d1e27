import { expect, test } from '@jest/globals';
import { withKey } from './passkey.suite.ts';
import { testSite } from './test-site.suite.ts';
import { openSecurity, showSecurity, signOut, submitSignIn, waitForText } from './visitor.suite.ts';

const site = testSite({ product: 'people' });

test('a passkey is added in the settings, required at the next sign-in, and removed', async () => {
  const { page, context, email, pageErrors } = await site.newcomer('Pia');
  await withKey(page);
  const card = await openSecurity(page);
  await card.getByRole('button', { name: 'Add passkey' }).click();
  await waitForText(page, 'Passkey added');
  await waitForText(card, /^Added /);

  await signOut(page);
  await submitSignIn(page, email);
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  expect(await page.getByLabel('Code').count()).toBe(0);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await waitForText(page, 'Welcome back');
  await page.waitForURL('**/dashboard');
  await waitForText(page, 'Your Bookings');

  await showSecurity(page);
  await card.getByRole('button', { name: 'Remove Passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Passkey?' });
  await waitForText(dialog, 'Your password alone will be enough to sign in.');
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await waitForText(page, 'Passkey removed');
  await card.getByRole('button', { name: 'Remove Passkey' }).waitFor({ state: 'detached' });
  await signOut(page);
  await submitSignIn(page, email);
  await page.waitForURL('**/dashboard');
  expect(pageErrors).toEqual([]);
  await context.close();
});

test('a USB key is not added twice, and a sign-in without it can be tried again', async () => {
  const { page, context, email } = await site.newcomer('Kim');
  const removeKey = await withKey(page, 'usb');
  const card = await openSecurity(page);
  await card.getByRole('button', { name: 'Add passkey' }).click();
  await waitForText(page, 'Passkey added');
  // While the first passkey is being added, the button has another name and ignores clicks.
  await card.getByRole('button', { name: 'Add passkey', exact: true }).click();
  await waitForText(page, 'You’ve already added this passkey.');
  await card.getByRole('listitem').first().waitFor();
  expect(await card.getByRole('listitem').count()).toBe(1);

  await signOut(page);
  await submitSignIn(page, email);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await waitForText(page, 'Welcome back');
  await page.waitForURL('**/dashboard');

  await signOut(page);
  await removeKey();
  await withKey(page, 'usb');
  await submitSignIn(page, email);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await waitForText(page, 'No passkey was used. Please try again.');
  await page.getByRole('button', { name: 'Use your passkey' }).waitFor();
  await context.close();
});
