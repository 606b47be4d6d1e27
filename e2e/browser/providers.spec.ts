import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { testSite } from './test-site.suite.ts';
import { openSecurity, showSecurity, signOut, waitForText } from './visitor.suite.ts';

const site = testSite({ product: 'people' });

/** Adds or changes an account at the provider, which signs it in when a browser without a session is sent there. */
const setAccount = (sub: string, given_name: string, email: string): void => {
  site.accountsAtProvider.set(sub, { sub, email, email_verified: true, given_name, family_name: 'Park' });
};
/** The addresses in the browser's history. */
const addressesIn = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page);
  const { entries } = await devtools.send('Page.getNavigationHistory');
  return entries.map(({ url }) => url);
};
const continueWithProvider = (page: Page) => page.getByRole('button', { name: 'Continue with Lanterna' }).click();

test('a user who signs up through a provider has the chosen role, and can sign in with the provider again', async () => {
  setAccount(randomUUID(), 'Vera', 'vera@lanterna.example');
  const { page, context } = await site.visitor();
  await page.goto('/signup');
  await page.getByRole('button', { name: 'Vendor Services' }).click();
  await continueWithProvider(page);
  await page.waitForURL('**/dashboard');
  await page.getByRole('link', { name: 'Complete your profile' }).waitFor();
  expect(page.url()).toBe(`${site.url}/dashboard`);
  expect((await addressesIn(page)).filter((address) => /token/.test(address))).toEqual([]);
  await showSecurity(page);
  await waitForText(page, 'No password yet?');

  await signOut(page);
  await continueWithProvider(page);
  await page.waitForURL('**/dashboard');
  await context.close();
});

test('a way to sign in is added and removed in the settings, after which its account cannot have the same address', async () => {
  const { page, context, email } = await site.newcomer('Xenia');
  const [sub, emailAtProvider] = [randomUUID(), 'xenia@lanterna.example'];
  setAccount(sub, 'Xenia', emailAtProvider);
  await openSecurity(page);
  const ways = page.getByRole('region', { name: 'Ways to sign in' });
  await ways.getByText(email).waitFor();
  expect(await page.getByText('No password yet?').count()).toBe(0);
  expect(await ways.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
  await ways.getByRole('button', { name: 'Add Lanterna' }).click();
  await ways.getByText(emailAtProvider).waitFor();
  expect(await ways.getByRole('button', { name: 'Add Lanterna' }).count()).toBe(0);

  await ways.getByRole('button', { name: 'Remove Lanterna' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await waitForText(page, 'Lanterna removed');
  await ways.getByRole('button', { name: 'Add Lanterna' }).waitFor();

  await signOut(page);
  setAccount(sub, 'Xenia', email);
  await continueWithProvider(page);
  await waitForText(page, 'An account with this email address already exists.');
  // The error is not in the address.
  expect(page.url()).toBe(`${site.url}/login`);
  await context.close();
});
