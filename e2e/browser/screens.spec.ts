import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '#platform/testing';
import { createFixtures, type Fixtures } from './fixtures.suite.ts';
import { testSite } from './test-site.suite.ts';
import { choose, signOutItem, type Visitor, waitForText } from './visitor.suite.ts';

const site = testSite();
let fixtures: Fixtures;
let ada: Visitor;
let mara: Visitor;
beforeAll(async () => {
  fixtures = await createFixtures(site.url);
  ada = await site.signedIn(fixtures.client.email);
  mara = await site.signedIn(fixtures.creator.email);
});

const search = (page: Page): string => new URL(page.url()).search;
/** Waits until the field has the focus, which it gets after the page has scrolled to it. */
const focused = async (field: Locator): Promise<void> => {
  await eventually(() => field.evaluate((element) => element === document.activeElement), 'the field has the focus');
};

/** Waits for `count` error messages of the form, because fields report one after another. */
const fieldErrors = async (page: Page, count: number): Promise<string[]> => {
  const errors = page.locator('.ant-form-item-explain-error');
  await errors.nth(count - 1).waitFor();
  return errors.allInnerTexts();
};

describe('the link to creators', () => {
  test('a signed-in client finds it in the header and on a dashboard without bookings', async () => {
    const { page } = await site.newcomer('Noor');
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Create First Booking' }).click();
    await page.waitForURL('**/creators');
    await page.goto('/dashboard');
    await page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: 'Find Vendors' })
      .click();
    await page.waitForURL('**/creators');
    await waitForText(page, 'Mara Quinn');
  });
});

describe('leads', () => {
  test('on a phone the link of the current page is scrolled into view', async () => {
    const { page } = mara;
    const name = 'My Purchased Leads';
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/leads/purchased');
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
    await eventually(async () => {
      const { x, width } = (await link.boundingBox()) ?? { x: 390, width: 1 };
      return x >= 0 && x + width <= 390;
    }, `${name} is in view`);
  });

  test('on a phone the filters open in a drawer, apply at once, and are kept in the address', async () => {
    const { page } = mara;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/leads');
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Conference').check();
    await sheet.getByLabel('Location').fill('austin');
    await page.waitForURL('**/leads?eventType=conference&location=austin');
    await sheet.getByRole('button', { name: 'Show leads' }).click();
    await waitForText(page, 'No leads found');
    await waitForText(page, 'Try adjusting your filters');
    await page.getByRole('button', { name: 'Filters (2)' }).click();
    await sheet.getByRole('button', { name: 'Clear filters' }).click();
    await page.keyboard.press('Escape');
    await waitForText(page, 'Garden wedding');
    expect(search(page)).toBe('');
  });

  test('changing a filter keeps what was just typed into another one', async () => {
    const { page } = mara;
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto('/leads');
    await page.getByLabel('Location').fill('Aus');
    await page.getByLabel('Wedding').check();
    await page.getByLabel('Maximum budget').press('ArrowLeft');
    await page.waitForURL('**/leads?eventType=wedding&budgetMax=49500&location=Aus');
    await waitForText(page, 'Garden wedding');
  });

  test('a long place name does not widen the list on a phone', async () => {
    const city = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch';
    await fixtures.postLead({ locationCity: city, eventName: undefined });
    const { page } = mara;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/leads');
    await waitForText(page, city);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('clients never see an unlock button, and their own leads are marked', async () => {
    const { page } = ada;
    await page.goto('/leads');
    await waitForText(page, 'Your lead');
    expect(await page.getByText(/^Unlock/).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Post a Lead' }).count()).toBe(1);
  });

  test('posting an incomplete lead shows the missing fields', async () => {
    const { page } = ada;
    await page.goto('/leads/create');
    await page.getByRole('button', { name: 'Post Lead' }).click();
    expect(await fieldErrors(page, 7)).toEqual([
      'Event type is required',
      'Event date is required',
      'Description must be at least 50 characters',
      'City is required',
      'State is required',
      'Budget must be positive',
      'Budget must be positive',
    ]);
    await focused(page.getByLabel('Event type'));
    await waitForText(page, /up to 5 professionals may see your name, email and phone/);
  });

  test('posting a lead refuses past dates and a budget in the wrong order', async () => {
    const { page } = ada;
    await page.goto('/leads/create');
    await page.getByRole('heading', { name: 'Post a Lead' }).waitFor();
    await choose(page, 'Event type', 'Social Event');
    await page.getByLabel('Event date').fill('2020-01-01');
    await page.getByLabel('Description').fill('Music, a long table and candles, with photos and a DJ, nothing formal.');
    await page.getByLabel('City').fill('Austin');
    await page.getByLabel('State').fill('TX');
    await page.getByLabel('Minimum budget').fill('2000');
    await page.getByLabel('Maximum budget').fill('1000');
    expect(await page.getByLabel('Photographer').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Post Lead' }).click();
    await waitForText(page, 'Maximum budget must be at least the minimum');
    await waitForText(page, 'Please choose an event date that has not passed');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL('**/leads');
  });
});

describe('bookings', () => {
  test('opening a booking moves the focus to its heading, and keeps it there while the booking loads', async () => {
    const { page } = ada;
    await page.goto('/bookings');
    await page
      .getByRole('link', { name: /^View Details/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Ada & Ben in the garden' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Ada & Ben in the garden');
  });

  test('creating a booking shows the missing fields and the price', async () => {
    const { page } = ada;
    await page.goto(`/bookings/create?creator=${fixtures.creator.id}`);
    await page.getByRole('button', { name: 'Create Booking' }).click();
    expect(await fieldErrors(page, 4)).toEqual([
      'Please select a package',
      'Event type is required',
      'Event date is required',
      'Location is required',
    ]);
    await focused(page.getByRole('radio').first());
    await page.getByLabel('Evening').check();
    await waitForText(page, '$299.99');
    await waitForText(page, '$699.96');
  });

  test('a booking cannot be created without a creator', async () => {
    await ada.page.goto('/bookings/create');
    await waitForText(ada.page, 'Creator not specified');
    await ada.page.getByRole('link', { name: 'Browse Creators' }).click();
    await ada.page.waitForURL('**/leads');
  });

  test('each tab has its count and its own address', async () => {
    const { page } = ada;
    await page.goto('/bookings');
    await page.getByRole('tab', { name: 'Pending (1)' }).click();
    await page.waitForURL('**/bookings?status=pending');
    await page.getByRole('tab', { name: 'Pending (1)', selected: true }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/bookings?status=confirmed');
    await waitForText(page, 'Balance due');
    await page.getByText('Deposit pending').waitFor({ state: 'hidden' });
    expect(await page.getByRole('article').count()).toBe(1);
  });

  test('cancelling asks for confirmation and a reason, and the other party sees both at once', async () => {
    const path = `/bookings/${fixtures.bookings.pending}`;
    await Promise.all([ada.page.goto(path), mara.page.goto(path)]);
    // The history, so that what follows is new in it.
    for (const { page } of [ada, mara]) await waitForText(page, 'Requested by');
    await ada.page.getByRole('button', { name: 'Cancel Booking' }).click();
    const dialog = ada.page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('We have to move the date');
    await dialog.getByRole('button', { name: 'Cancel Booking' }).click();
    await waitForText(ada.page, 'Status updated successfully');
    for (const { page } of [ada, mara]) {
      await waitForText(page.locator('.history .fresh'), 'We have to move the date');
      await waitForText(page.locator('.eyebrow'), 'Cancelled');
    }
    expect(await ada.page.getByRole('button', { name: 'Cancel Booking' }).count()).toBe(0);
  });
});

describe('an ended session', () => {
  test('unlocking asks to sign in, and leaves no tab open', async () => {
    const { page, context } = await site.signedIn(fixtures.creator.email);
    await page.getByRole('link', { name: 'Leads', exact: true }).first().click();
    await page.getByRole('button', { name: 'Unlock - $25' }).first().waitFor();
    await page.route('**/functions/v1/create-lead-payment', (route) => route.fulfill({ status: 401, json: {} }));
    await page.getByRole('button', { name: 'Unlock - $25' }).first().click();
    await waitForText(page, 'Authentication required');
    await waitForText(page, 'Please sign in to purchase leads');
    await eventually(() => context.pages().length === 1, 'the tab is closed');
  });

  test('signing out in one tab signs out every tab', async () => {
    const { page, context } = await site.signedIn(fixtures.client.email);
    const otherTab = await context.newPage();
    await otherTab.goto('/dashboard');
    await waitForText(otherTab, 'Your Bookings');
    await (await signOutItem(page)).click();
    await waitForText(page, 'Signed out successfully');
    await otherTab.waitForURL('**/login');
  });
});
