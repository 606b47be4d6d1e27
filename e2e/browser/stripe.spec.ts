import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FakeStripe } from '#platform/fixtures';
import type { Fixtures } from './fixtures.suite.ts';
import { testSite } from './test-site.suite.ts';
import { type Visitor, waitForText } from './visitor.suite.ts';

let stripe: FakeStripe;
beforeAll(async () => {
  stripe = await FakeStripe.start();
});
afterAll(() => stripe.stop());

const site = testSite({ settings: () => stripe.settings });
let fixtures: Fixtures;
let mara: Visitor;
beforeAll(async () => {
  stripe.webhookUrl = `${site.url}/api/v1/payments/webhook`;
  fixtures = await site.fixtures();
  mara = await site.signedIn(fixtures.creator.email);
});

test('while Stripe does not respond, a professional sees that payments are unavailable', async () => {
  const { page } = mara;
  // Other leads have a checkout that is open already.
  await fixtures.postLead({ eventName: 'Harbor concert', eventType: 'concert' });
  await page.goto('/leads?eventType=concert');
  stripe.faults.push(...Array.from({ length: 3 }, () => ({ path: '/v1/', fault: '500 after effect' as const })));
  await page.getByRole('button', { name: 'Unlock - $25' }).click();
  await waitForText(page, 'Payments are temporarily unavailable. Please try again in a moment.');
  mara.pageErrors.length = 0;
});

test('a professional unlocks a lead on Stripe’s page and comes back to it', async () => {
  const { page, context } = mara;
  const opening = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Unlock - $25' }).click();
  const checkout = await opening;
  await checkout.getByRole('heading', { name: 'Unlock a lead: Concert, June 20, 2999' }).waitFor();
  expect(checkout.url()).toContain(`${stripe.url}/pay/cs_test_`);
  await checkout.getByRole('button', { name: 'Pay' }).click();
  await waitForText(checkout, 'Payment completed successfully!');
  expect(checkout.url()).not.toContain('cs_test_');
  await checkout.close();
});

test('a client who closes Stripe’s page after paying the balance sees it in the booking, because of the webhook', async () => {
  const { page, context } = await site.signedIn(fixtures.client.email, `/bookings/${fixtures.bookings.confirmed}`);
  const opening = context.waitForEvent('page');
  await page.getByRole('button', { name: /^Pay Balance/ }).click();
  const checkout = await opening;
  await checkout.waitForURL(`${stripe.url}/pay/*`);
  const [, sessionId = ''] = /\/pay\/(\w+)$/.exec(checkout.url()) ?? [];
  await checkout.close();
  stripe.pay(sessionId);
  await waitForText(page, 'Fully paid');
});
