import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Fixtures } from './fixtures.suite.ts';
import { testSite } from './test-site.suite.ts';
import { intercept, showPage, type Visitor, waitForText } from './visitor.suite.ts';

const site = testSite({ product: 'screens' });
let fixtures: Fixtures;
/** Most tests share one document of the page. */
let mara: Visitor;
beforeAll(async () => {
  fixtures = await site.fixtures();
  mara = await site.signedIn(fixtures.creator.email);
});

const search = (page: Page): string => new URL(page.url()).search;

describe('the payment result', () => {
  test('a payment that cannot be verified shows an error; without a checkout session no error is shown', async () => {
    const { page } = mara;
    await showPage(page, '/payment-success');
    await page.getByRole('heading', { name: 'Payment Complete' }).waitFor();
    expect(await page.getByText('Verification failed').count()).toBe(0);
    await showPage(page, '/payment-success?session_id=cs_nowhere');
    await waitForText(page, 'Verification failed');
    await page.getByRole('heading', { name: 'Payment Complete' }).waitFor();
    // The same message is expected of another page below.
    await page.locator('.ant-notification-notice-close').click();
    await page.getByText('Verification failed').waitFor({ state: 'hidden' });
  });

  test('a settled payment shows success', async () => {
    const { page } = mara;
    await showPage(page, `/payment-success?session_id=${fixtures.paid}`);
    await waitForText(page, 'Payment successful!');
    await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
    await page.getByRole('link', { name: 'Go to Dashboard' }).waitFor();
    await page.getByRole('link', { name: 'View Bookings' }).click();
    await page.waitForURL('**/bookings');
  });
});

describe('coming back from a checkout', () => {
  test('after a canceled payment the page shows that, and the lead can still be unlocked', async () => {
    const { page, context } = mara;
    await showPage(page, '/leads');
    const opening = context.waitForEvent('page');
    await page.getByRole('button', { name: 'Unlock - $25' }).click();
    const checkout = await opening;
    await waitForText(page, 'Redirecting to payment');
    await checkout.getByRole('button', { name: 'Cancel' }).click();
    await waitForText(checkout, 'Payment was canceled');
    expect(search(checkout)).toBe('');
    await checkout.getByRole('button', { name: 'Unlock - $25' }).waitFor();
    await checkout.close();
  });

  test('an unknown payment shows the server’s message', async () => {
    await showPage(mara.page, '/leads?eventType=wedding&payment=success&session_id=cs_nowhere');
    await waitForText(mara.page, 'Payment not found');
    expect(search(mara.page)).toBe('?eventType=wedding');
  });

  test('a failed verification request shows an error', async () => {
    const { page } = mara;
    const endInterception = await intercept(page, '**/functions/v1/verify-payment', (route) => route.abort());
    await showPage(page, '/leads?payment=success&session_id=cs_aborted');
    await waitForText(page, 'Failed to verify payment');
    endInterception();
  });

  test('a payment that is not verified is reported, with a text of the page if the response has none', async () => {
    const { page } = mara;
    const endFirst = await intercept(page, '**/functions/v1/verify-payment', (route) =>
      route.fulfill({ json: { success: false, message: '' } }),
    );
    await showPage(page, '/leads?payment=success&session_id=cs_unverified');
    await waitForText(page, 'Payment verification failed');
    endFirst();
    const endSecond = await intercept(page, '**/functions/v1/verify-payment', async (route) => {
      await waitForText(page, 'Verifying your payment...');
      await route.fulfill({ json: { success: false, message: '' } });
    });
    await showPage(page, '/payment-success?session_id=cs_unverified');
    await waitForText(page, 'Could not verify payment');
    endSecond();
  });

  test('a page that is reloaded during the verification verifies again, and once, however long it stays open', async () => {
    const { page } = mara;
    const verify = '**/functions/v1/verify-payment';
    const requested = page.waitForRequest(verify);
    // Without a response until the reload.
    const endFirst = await intercept(page, verify, () => undefined);
    await showPage(page, `/leads?payment=success&session_id=${fixtures.paid}`);
    await requested;
    endFirst();
    let verifications = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/verify-payment')) verifications += 1;
    });
    // The list is requested when the page opens, and again a second after the payment was verified.
    let lists = 0;
    const refreshed = new Promise<void>((resolve) => {
      page.on('response', (response) => {
        if (new URL(response.url()).pathname === '/api/v1/leads' && ++lists === 2) resolve();
      });
    });
    // Only a list that is shown is requested again.
    const endSecond = await intercept(page, verify, async (route) => {
      await page.getByRole('button', { name: 'Unlock - $25' }).waitFor();
      await route.continue();
    });
    await page.reload();
    await waitForText(page, 'Payment completed successfully!');
    endSecond();
    await page.waitForURL(`${site.url}/leads`);
    await refreshed;
    await page.getByLabel('Wedding').check();
    await page.waitForURL('**/leads?eventType=wedding');
    expect(verifications).toBe(1);
  });
});
