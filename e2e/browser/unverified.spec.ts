import { expect, test } from '@jest/globals';
import { testSite } from './test-site.suite.ts';
import { fillLead, intercept, linkInMail, mailTo, signUp, waitForText } from './visitor.suite.ts';

const site = testSite({ settings: () => ({ AUTH_AUTOCONFIRM: 'false' }) });

test('a user with an unverified email is reminded, and can post leads only after following the link', async () => {
  const { page, context, email } = await site.newcomer('Vera');
  await page.goto('/dashboard');
  const banner = page.getByRole('complementary', { name: 'Email verification' });
  await waitForText(banner, `Please confirm your email address. We sent a link to ${email}.`);
  await page.goto('/leads/create');
  await fillLead(page);
  await page.getByRole('button', { name: 'Post Lead' }).click();
  await waitForText(page, 'Please confirm your email address first. Then you can post a lead.');

  const mailbox = await context.newPage();
  await mailTo(mailbox, 'Confirm your email address', email);
  await banner.getByRole('button', { name: 'Send again' }).click();
  await waitForText(page, 'Email sent! Check your inbox.');
  await mailbox.goto(await linkInMail(mailbox, 'Confirm your email address', email, 2));
  await mailbox.getByRole('link', { name: 'Confirm' }).click();
  await mailbox.waitForURL('**/dashboard');
  await waitForText(mailbox, 'Your Posted Leads');
  await mailbox.getByRole('complementary', { name: 'Email verification' }).waitFor({ state: 'detached' });
  // The tab that stayed open is updated.
  await banner.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Post Lead' }).click();
  await waitForText(page, 'Lead posted successfully!');

  await page.goto('/settings');
  await waitForText(page.getByRole('region', { name: 'Account' }), /^Confirmed$/);
  await context.close();
});

test('the link in the email of a sign-up leads to the site root, and from there to the dashboard', async () => {
  const { page, context } = await site.visitor();
  const email = 'una@example.com';
  await signUp(page, 'Plan an Event', { first: 'Una', last: 'Park', email });
  const mailbox = await context.newPage();
  const link = await linkInMail(mailbox, 'Confirm your email address', email);
  expect(new URL(link).searchParams.get('redirect_to')).toBe(`${site.url}/`);
  await mailbox.goto(link);
  await mailbox.getByRole('link', { name: 'Confirm' }).click();
  await mailbox.waitForURL('**/dashboard');
  await waitForText(mailbox, 'Your Posted Leads');
  await mailbox.getByRole('complementary', { name: 'Email verification' }).waitFor({ state: 'detached' });
  await context.close();
});

test('a link that was replaced by a newer one shows an error and does not sign in', async () => {
  const { page, context, email } = await site.newcomer('Odo');
  await page.goto('/dashboard');
  const mailbox = await context.newPage();
  const first = await linkInMail(mailbox, 'Confirm your email address', email);
  await page.getByRole('button', { name: 'Send again' }).click();
  await waitForText(page, 'Email sent! Check your inbox.');
  await mailTo(mailbox, 'Confirm your email address', email, 2);
  const { page: otherPage, context: stranger } = await site.visitor();
  await otherPage.goto(first);
  await otherPage.getByRole('link', { name: 'Confirm' }).click();
  await waitForText(otherPage, 'Email link is invalid or has expired');
  await otherPage.waitForURL('**/login');
  await otherPage.getByRole('heading', { name: 'Sign In', exact: true }).waitFor();
  await stranger.close();
  await context.close();
});

test('a refused request for another mail shows the server’s message', async () => {
  const { page, context } = await site.newcomer('Nell');
  await page.goto('/dashboard');
  const endInterception = await intercept(page, '**/auth/v1/resend*', (route) => route.abort());
  await page.getByRole('button', { name: 'Send again' }).click();
  await waitForText(page, 'Failed to send the email. Please check your connection.');
  endInterception();
  const message = 'For security purposes, you can only request this after 41 seconds.';
  const refusal = {
    code: 'over_email_send_rate_limit',
    error_code: 'over_email_send_rate_limit',
    message,
    msg: message,
  };
  await page.route('**/auth/v1/resend*', (route) => route.fulfill({ status: 429, json: refusal }));
  await page.getByRole('button', { name: 'Send again' }).click();
  await waitForText(page, message);
  await context.close();
});
