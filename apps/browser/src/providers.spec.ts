import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { client, startProvider } from '../../../libs/identity/src/openid/openid.suite.ts';
import { launchChromium } from './chromium.ts';
import { type Product, startProduct } from './product.suite.ts';
import { newcomer, seen, signOut, visitor } from './visitor.suite.ts';

let provider: Awaited<ReturnType<typeof startProvider>>;
let product: Product;
let browser: Browser;

beforeAll(async () => {
  provider = await startProvider();
  const { issuer } = provider;
  const lanterna = { name: 'lanterna', issuer, clientId: client.id, clientSecret: client.secret };
  [product, browser] = await Promise.all([
    startProduct({ OIDC_PROVIDERS: JSON.stringify([lanterna]) }),
    launchChromium(),
  ]);
  provider.open(`${product.url}/auth/v1/callback`);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await provider?.stop();
});

/** Somebody with an account there, who is at the keyboard when the provider asks. */
const known = (given_name: string) => {
  const sub = randomUUID();
  const email = `${given_name.toLowerCase()}@lanterna.example`;
  provider.people.set(sub, { sub, email, email_verified: true, given_name, family_name: 'Park' });
  return { email };
};
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue with Lanterna' }).click();

test('who signs up through a provider has the role they chose, and comes in the same way again', async () => {
  known('Vera');
  const { page, context } = await visitor(browser, product.url);
  await page.goto('/signup');
  await page.getByRole('button', { name: 'Offer Services' }).click();
  await goOn(page);
  await page.waitForURL('**/dashboard');
  await page.getByRole('link', { name: 'Complete your profile' }).waitFor();
  expect(page.url()).toBe(`${product.url}/dashboard`);

  await signOut(page);
  await goOn(page);
  await page.waitForURL('**/dashboard');
  await context.close();
});

test('a way to sign in is added in the settings, and taken away again', async () => {
  const { page, context } = await newcomer(browser, product.url, 'Wanda');
  const { email } = known('Wanda');
  await page.goto('/settings?tab=security');
  const ways = page.getByRole('region', { name: 'Ways to sign in' });
  await ways.getByText('wanda@example.com').waitFor();
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
  const { page, context } = await newcomer(browser, product.url, 'Xenia');
  await signOut(page);
  provider.people.set('xenia', { sub: 'xenia', email: 'xenia@example.com', email_verified: true });
  await goOn(page);
  await seen(page, 'An account with this email address exists already.');
  expect(page.url()).toBe(`${product.url}/login`);
  await context.close();
});

test('who is refused there is told so', async () => {
  provider.people.clear();
  const { page, context } = await visitor(browser, product.url);
  await page.goto('/login');
  await goOn(page);
  await seen(page, 'The provider did not let you in');
  await context.close();
});
