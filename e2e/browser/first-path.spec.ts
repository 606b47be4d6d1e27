import { readFileSync } from 'node:fs';
import { beforeAll, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { dependentTests, testSite } from './test-site.suite.ts';
import {
  downloadReceipt,
  fillLead,
  payBy,
  phone,
  setUpProfile,
  signUp,
  type Visitor,
  waitForText,
} from './visitor.suite.ts';

const site = testSite({ product: 'people' });
const step = dependentTests();
let ada: Visitor;
let mara: Visitor;
beforeAll(async () => {
  [ada, mara] = [await site.visitor(), await site.visitor(undefined, phone)];
  for (const { page } of [ada, mara]) await page.emulateMedia({ reducedMotion: 'no-preference' });
});

/** Marks the page's window. The mark is lost when the page reloads. */
const mark = (page: Page): Promise<unknown> => page.evaluate(() => Object.assign(window, { marked: true }));
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => 'marked' in window);

const requireItFits = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.viewport?.width);

const history = (page: Page): Promise<string[]> => page.locator('.history b').allInnerTexts();
const waitForPage = async (page: Page, entry: string): Promise<void> => {
  await page.locator('.history .fresh', { hasText: entry }).waitFor();
};
const litBulbs = async (page: Page, count: number): Promise<void> => {
  await page.waitForFunction((expected) => document.querySelectorAll('.progress .bulb.lit').length === expected, count);
};

/** Opens the history of the only lead on the page, and downloads its receipt. */
const seeReceipt = async ({ page }: Visitor, title: string, buyer: string): Promise<void> => {
  const lines = [new RegExp(`Lead unlocked ${buyer}`), /Led to: .*Person notified/];
  expect(await downloadReceipt(page, title, ...lines)).toMatch(/^festoon-lead-[0-9a-f-]{36}\.json$/);
};

step('a photographer signs up and sets up a profile on a phone', async () => {
  await signUp(mara.page, 'Offer Services', { first: 'Mara', last: 'Quinn', email: 'mara@example.com' });
  await setUpProfile(mara.page);
  await waitForText(mara.page, 'No new leads available');
  await requireItFits(mara.page);
  await mark(mara.page);
});

step('a client signs up and posts a lead, which the photographer’s open page shows', async () => {
  const { page } = ada;
  await signUp(page, 'Plan an Event', { first: 'Ada', last: 'Park', email: 'ada@example.com' });
  await page.getByRole('link', { name: 'Post Your First Lead' }).click();
  await fillLead(page);
  await page.getByRole('button', { name: 'Post Lead' }).click();
  await waitForText(page, 'Lead posted successfully!');
  await waitForText(page, 'Your lead');
  await waitForText(page, /0 of 5 unlocked · (Today|Yesterday)/);
  expect(await page.getByRole('button', { name: /Unlock/ }).count()).toBe(0);
  await mark(page);
  await waitForText(mara.page, 'Garden wedding');
});

step('the photographer unlocks the lead through a checkout, and the client sees the taken place', async () => {
  const { page } = mara;
  await page.getByRole('link', { name: /Browse All/ }).click();
  await waitForText(page, 'Garden wedding');
  await requireItFits(page);
  await payBy(mara, 'Unlock - $25', '$25.00');
  await page.getByRole('link', { name: 'Unlocked' }).waitFor();
  await waitForText(ada.page, /1 of 5 unlocked · (Today|Yesterday)/);
  await ada.page.getByRole('link', { name: 'Your Posted Leads' }).click();
  await seeReceipt(ada, 'History of this lead', 'by the professional');
});

step('the photographer reads the client’s contact details and creates a booking', async () => {
  const { page } = mara;
  await page.getByRole('link', { name: 'Unlocked' }).click();
  await waitForText(page, 'Ada Park');
  await waitForText(page, 'ada@example.com');
  await waitForText(page, '+1 512 555 0101');
  await requireItFits(page);
  await seeReceipt(mara, 'History of this purchase', 'by you');
  await page.getByRole('link', { name: 'Create Booking' }).click();
  await page.waitForURL('**/bookings/create?creator=*&lead=*');
  await waitForText(page, '$1,080.00');
  expect(await page.getByLabel('Location').inputValue()).toBe('Austin, TX');
  await requireItFits(page);
  await page.getByRole('button', { name: 'Create Booking' }).click();
  await waitForText(page, 'Booking created successfully!');
  await page.getByRole('heading', { name: 'Garden wedding' }).waitFor();
  await litBulbs(page, 1);
  await waitForText(page.locator('.history'), 'Requested');
  expect(await history(page)).toEqual(['Requested']);
});

step('the client opens the booking from the dashboard and pays the deposit, and both see it at once', async () => {
  const { page } = ada;
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await page.getByRole('link', { name: /Garden wedding.*with Mara Quinn/ }).click();
  await waitForText(page, 'Deposit pending');
  // The history, so that the payment is new in it.
  await waitForText(page.locator('.history'), 'Requested');
  await payBy(ada, 'Pay Now', '$1,080.00');
  for (const each of [ada, mara]) {
    await waitForPage(each.page, 'Deposit paid by Ada Park');
    await waitForText(each.page, 'Deposit Paid');
    await litBulbs(each.page, 2);
  }
});

step('the client confirms the booking, and both see it at once', async () => {
  const { page } = ada;
  expect(await mara.page.getByRole('button', { name: 'Confirm Booking' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Confirm Booking' }).click();
  await waitForText(page, 'Status updated successfully');
  for (const each of [ada, mara]) {
    await waitForPage(each.page, 'Confirmed by Ada Park');
    await litBulbs(each.page, 3);
    expect(await history(each.page)).toEqual(['Confirmed', 'Deposit paid', 'Requested']);
  }
  await requireItFits(mara.page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download signed receipt' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^festoon-booking-[0-9a-f-]{36}\.json$/);
  const { events } = JSON.parse(readFileSync(await download.path(), 'utf8')) as { events: { title: string }[] };
  expect(events.map(({ title }) => title)).toEqual([
    'Booking requested',
    'Part of the price paid',
    'Booking confirmed',
  ]);
  await waitForText(page, /Led to: .*Person notified/);
  await page.getByRole('button', { name: 'History of the deposit' }).click();
  const payment = page.getByRole('dialog', { name: 'History of the deposit' });
  await waitForText(payment, 'Payment received by Festoon');
  await page.keyboard.press('Escape');
  await payment.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'As it was then' }).click();
  const dialog = page.getByRole('dialog', { name: 'The booking as it was then' });
  await waitForText(dialog, 'Booking confirmed');
  await waitForText(dialog, 'Austin, TX');
  expect(await dialog.locator('.changed').first().innerText()).toMatch(/Pending\s*→\s*Confirmed/);
  await dialog.getByRole('slider', { name: 'Version' }).press('Home');
  await waitForText(dialog, 'Booking requested');
  expect(await dialog.locator('.changed').count()).toBe(0);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.getByRole('button', { name: 'Pay Balance' }).count()).toBe(1);
});

step('no page reloaded during the story, and no page reported an error', async () => {
  expect(await isMarked(ada.page)).toBe(true);
  expect(await isMarked(mara.page)).toBe(true);
  expect([...ada.pageErrors, ...mara.pageErrors]).toEqual([]);
});
