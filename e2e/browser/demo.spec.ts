import { expect, test } from '@jest/globals';
import { demoAccounts } from '#platform/config';
import { eventually } from '#platform/testing';
import { testSite } from './test-site.suite.ts';

const site = testSite({ settings: () => ({ FESTOON_DEMO: 'true' }) });

test('a visitor of the demo looks around with each of its accounts, and each switch ends the session before', async () => {
  const { page, pageErrors } = await site.visitor();
  await page.goto('/');
  const banner = page.getByRole('complementary', { name: 'Demo' });
  await banner.getByText('no real money moves').waitFor();
  let earlier: string | undefined;
  for (const { label, email } of demoAccounts) {
    const button = banner.getByRole('button', { name: label, exact: true });
    await button.click();
    await page.waitForURL(/\/(?:dashboard|staff)$/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await banner.getByRole('button', { name: label, exact: true, pressed: true }).waitFor();
    const stored = await page.evaluate(() => localStorage.getItem('festoon.session'));
    const session = JSON.parse(stored ?? '{}') as { access_token: string; user: { email: string } };
    expect(session.user.email).toBe(email);
    const headers = { authorization: `Bearer ${earlier}` };
    if (earlier) await eventually(async () => (await fetch(`${site.url}/api/v1/me`, { headers })).status === 401);
    earlier = session.access_token;
  }
  expect(pageErrors).toEqual([]);
});
