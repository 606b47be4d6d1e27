import { beforeAll, expect } from '@jest/globals';
import type { Fixtures } from './fixtures.suite.ts';
import { dependentTests, testSite } from './test-site.suite.ts';
import { showPage, type Visitor, waitForText } from './visitor.suite.ts';

const site = testSite({ product: 'market' });
const step = dependentTests();
let fixtures: Fixtures;
let mara: Visitor;
beforeAll(async () => {
  fixtures = await site.fixtures();
  // The same event as the lead that the photographer has unlocked with her card.
  await fixtures.postLead({ eventName: 'Garden wedding, again' });
  mara = await site.signedIn(fixtures.creator.email);
});

step('a photographer pays for a month of the Pro plan in the settings', async () => {
  const { page } = mara;
  await page.goto('/settings?tab=plan');
  await waitForText(page, 'Your plan: Free');
  const opening = mara.context.waitForEvent('page');
  await page.getByRole('button', { name: 'Upgrade to Pro - $49.00' }).click();
  const checkout = await opening;
  await checkout.getByRole('button', { name: 'Pay $49.00', exact: true }).click();
  await waitForText(checkout, 'Payment completed successfully!');
  expect(new URL(checkout.url()).search).toBe('?tab=plan');
  await checkout.close();
  await waitForText(page, 'Your plan: Pro');
  await waitForText(page, /10\s+lead credits left/);
  await page.getByRole('button', { name: /Renew for another month/ }).waitFor();
});

step('the photographer unlocks a lead with a credit, without a checkout', async () => {
  const { page, context } = mara;
  // The day is taken by a booking, so the lead is not among those that fit best.
  await showPage(page, '/leads?sort=newest');
  const card = page.locator('.card', { hasText: 'Garden wedding, again' });
  await waitForText(card, 'Uses 1 of 10 credits');
  await card.getByRole('button', { name: 'Unlock - $25' }).click();
  await waitForText(page, 'Lead unlocked with 1 credit');
  await card.getByRole('link', { name: 'Unlocked' }).waitFor();
  expect(context.pages()).toHaveLength(1);
});

step('the photographer requests a refund of the duplicate, and the credit is returned', async () => {
  const { page } = mara;
  await showPage(page, '/leads/purchased');
  const card = page.locator('.card', { hasText: 'Garden wedding, again' });
  await waitForText(card, 'with 1 credit');
  await card.getByRole('button', { name: 'Request a Refund' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request a refund' });
  await dialog.getByRole('combobox', { name: 'What is wrong with this lead?' }).click();
  await page.getByTitle('I unlocked the same event of this client before').click();
  await dialog.getByRole('button', { name: 'Send Request' }).click();
  await card.waitFor({ state: 'detached' });
  await showPage(page, '/settings?tab=plan');
  await waitForText(page, /Credit returned, usable until/);
  await waitForText(page, /10\s+lead credits left/);
});
