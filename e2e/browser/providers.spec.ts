import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { testSiteWithProvider } from './provider.suite.ts';
import { openSecurity, signOut, waitForText } from './visitor.suite.ts';

const { site, oidcProvider } = testSiteWithProvider('lanterna');

/** Adds a person with an account at the provider, whom it signs in when the browser is sent there. */
const addPerson = (given_name: string) => {
  const sub = randomUUID();
  const email = `${given_name.toLowerCase()}@lanterna.example`;
  oidcProvider().people.set(sub, { sub, email, email_verified: true, given_name, family_name: 'Park' });
  return { email };
};
/** The addresses in the browser's history. */
const addressesIn = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page);
  const { entries } = await devtools.send('Page.getNavigationHistory');
  return entries.map(({ url }) => url);
};
const continueWithProvider = (page: Page) => page.getByRole('button', { name: 'Continue with Lanterna' }).click();

test('a user who signs up through a provider has the chosen role, and can sign in with the provider again', async () => {
  addPerson('Vera');
  const { page, context } = await site.visitor();
  await page.goto('/signup');
  await page.getByRole('button', { name: 'Offer Services' }).click();
  await continueWithProvider(page);
  await page.waitForURL('**/dashboard');
  await page.getByRole('link', { name: 'Complete your profile' }).waitFor();
  expect(page.url()).toBe(`${site.url}/dashboard`);
  expect((await addressesIn(page)).filter((address) => /token/.test(address))).toEqual([]);
  await openSecurity(page);
  await waitForText(page, 'No password yet?');

  await signOut(page);
  await continueWithProvider(page);
  await page.waitForURL('**/dashboard');
  await context.close();
});

test('a way to sign in is added and removed in the settings', async () => {
  const { page, context } = await site.newcomer('Wanda');
  const { email } = addPerson('Wanda');
  await openSecurity(page);
  const ways = page.getByRole('region', { name: 'Ways to sign in' });
  await ways.getByText('wanda@example.com').waitFor();
  expect(await page.getByText('No password yet?').count()).toBe(0);
  expect(await ways.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
  await ways.getByRole('button', { name: 'Add Lanterna' }).click();
  await ways.getByText(email).waitFor();
  expect(await ways.getByRole('button', { name: 'Add Lanterna' }).count()).toBe(0);

  await ways.getByRole('button', { name: 'Remove Lanterna' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await waitForText(page, 'Lanterna removed');
  await ways.getByRole('button', { name: 'Add Lanterna' }).waitFor();
  await context.close();
});

test('if an account with the email already exists, the page shows that and removes the error from the address', async () => {
  const { page, context } = await site.newcomer('Xenia');
  await page.goto('/dashboard');
  await signOut(page);
  oidcProvider().people.set('xenia', { sub: 'xenia', email: 'xenia@example.com', email_verified: true });
  await continueWithProvider(page);
  await waitForText(page, 'An account with this email address already exists.');
  expect(page.url()).toBe(`${site.url}/login`);
  await context.close();
});

test('a refusal by the provider is shown', async () => {
  oidcProvider().people.clear();
  const { page, context } = await site.visitor();
  await page.goto('/login');
  await continueWithProvider(page);
  await waitForText(page, 'The provider declined the sign-in');
  await context.close();
});
