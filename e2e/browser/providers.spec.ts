import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { onStageWithProvider } from './provider.suite.ts';
import { openSecurity, seen, signOut } from './visitor.suite.ts';

const { site, ours } = onStageWithProvider('lanterna');

/** Somebody with an account there, who is at the keyboard when the provider asks. */
const known = (given_name: string) => {
  const sub = randomUUID();
  const email = `${given_name.toLowerCase()}@lanterna.example`;
  ours().people.set(sub, { sub, email, email_verified: true, given_name, family_name: 'Park' });
  return { email };
};
/** Where the browser's back and forward buttons lead. */
const addressesIn = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page);
  const { entries } = await devtools.send('Page.getNavigationHistory');
  return entries.map(({ url }) => url);
};
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue with Lanterna' }).click();

test('who signs up through a provider has the role they chose, and comes in the same way again', async () => {
  known('Vera');
  const { page, context } = await site.visitor();
  await page.goto('/signup');
  await page.getByRole('button', { name: 'Offer Services' }).click();
  await goOn(page);
  await page.waitForURL('**/dashboard');
  await page.getByRole('link', { name: 'Complete your profile' }).waitFor();
  expect(page.url()).toBe(`${site.url}/dashboard`);
  expect((await addressesIn(page)).filter((address) => /token/.test(address))).toEqual([]);
  await openSecurity(page);
  await seen(page, 'No password yet?');

  await signOut(page);
  await goOn(page);
  await page.waitForURL('**/dashboard');
  await context.close();
});

test('a way to sign in is added in the settings, and taken away again', async () => {
  const { page, context } = await site.newcomer('Wanda');
  const { email } = known('Wanda');
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
  await seen(page, 'Lanterna removed');
  await ways.getByRole('button', { name: 'Add Lanterna' }).waitFor();
  await context.close();
});

test('who has an account with that address already is told so, and the address is clean again', async () => {
  const { page, context } = await site.newcomer('Xenia');
  await page.goto('/dashboard');
  await signOut(page);
  ours().people.set('xenia', { sub: 'xenia', email: 'xenia@example.com', email_verified: true });
  await goOn(page);
  await seen(page, 'An account with this email already exists.');
  expect(page.url()).toBe(`${site.url}/login`);
  await context.close();
});

test('who is refused there is told so', async () => {
  ours().people.clear();
  const { page, context } = await site.visitor();
  await page.goto('/login');
  await goOn(page);
  await seen(page, 'The provider declined the sign-in');
  await context.close();
});
