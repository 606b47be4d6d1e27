import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { dependentTests, testSite } from './test-site.suite.ts';
import {
  fillLead,
  intercept,
  linkInMail,
  mailTo,
  showPage,
  signUp,
  type Visitor,
  waitForText,
} from './visitor.suite.ts';

const site = testSite({ settings: () => ({ AUTH_AUTOCONFIRM: 'false' }) });
const step = dependentTests();
const root = () => `${site.url}/`;
const email = 'una@example.com';
const subject = 'Confirm your email address';
let una: Visitor;
beforeAll(async () => {
  una = await site.visitor();
});
afterAll(() => una.context.close());
const bannerOn = (page: Page): Locator => page.getByRole('complementary', { name: 'Email verification' });
const sendAgain = () => bannerOn(una.page).getByRole('button', { name: 'Send again' }).click();

step('a user with an unverified email is reminded', async () => {
  await signUp(una.page, 'Plan an Event', { first: 'Una', last: 'Park', email });
  await waitForText(bannerOn(una.page), `Please confirm your email address. We sent a link to ${email}.`);
});

step('a refused request for another mail shows the server’s message', async () => {
  const { page } = una;
  const reconnect = await intercept(page, '**/auth/v1/resend*', (route) => route.abort());
  await sendAgain();
  await waitForText(page, 'Failed to send the email. Please check your connection.');
  reconnect();
  const message = 'For security purposes, you can only request this after 41 seconds.';
  const code = 'over_email_send_rate_limit';
  const refusal = { code, error_code: code, message, msg: message };
  const allow = await intercept(page, '**/auth/v1/resend*', (route) => route.fulfill({ status: 429, json: refusal }));
  await sendAgain();
  await waitForText(page, message);
  allow();
});

step('a link that was replaced by a newer one shows an error and does not sign in', async () => {
  const first = await linkInMail(una.page, subject, email);
  expect(new URL(first).searchParams.get('redirect_to')).toBe(root());
  await sendAgain();
  await waitForText(una.page, 'Email sent! Check your inbox.');
  await mailTo(una.page, subject, email, 2);
  const { page, context } = await site.visitor();
  await page.goto(first);
  await page.getByRole('link', { name: 'Confirm' }).click();
  await waitForText(page, 'Email link is invalid or has expired');
  await page.waitForURL('**/login');
  await page.getByRole('heading', { name: 'Sign In', exact: true }).waitFor();
  await context.close();
});

step('leads can be posted only after following the link', async () => {
  const { page, context } = una;
  await showPage(page, '/leads/create');
  await fillLead(page);
  await page.getByRole('button', { name: 'Post Lead' }).click();
  await waitForText(page, 'Please confirm your email address first. Then you can post a lead.');

  const otherTab = await context.newPage();
  await otherTab.goto(await linkInMail(page, subject, email, 2));
  await otherTab.getByRole('link', { name: 'Confirm' }).click();
  await otherTab.waitForURL('**/dashboard');
  await waitForText(otherTab, 'Your Posted Leads');
  await bannerOn(otherTab).waitFor({ state: 'detached' });
  // The tab that stayed open is updated.
  await bannerOn(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Post Lead' }).click();
  await waitForText(page, 'Lead posted successfully!');

  await showPage(page, '/settings');
  await waitForText(page.getByRole('region', { name: 'Account' }), /^Confirmed$/);
});

test('the link in the email of a sign-up leads to the site root, and from there to the dashboard', async () => {
  const odo = await site.newcomer('Odo');
  const link = await linkInMail(odo.page, subject, odo.email);
  expect(new URL(link).searchParams.get('redirect_to')).toBe(root());
  await odo.page.goto(link);
  await odo.page.getByRole('link', { name: 'Confirm' }).click();
  await odo.page.waitForURL('**/dashboard');
  await waitForText(odo.page, 'Your Posted Leads');
  await bannerOn(odo.page).waitFor({ state: 'detached' });
  await odo.context.close();
});
