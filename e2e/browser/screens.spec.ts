import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '#platform/testing';
import type { Fixtures } from './fixtures.suite.ts';
import { testSite } from './test-site.suite.ts';
import {
  choose,
  intercept,
  password,
  setUpProfile,
  showPage,
  signUp,
  submitSignIn,
  submitSignUp,
  type Visitor,
  waitForText,
} from './visitor.suite.ts';

const site = testSite({ product: 'screens' });
let fixtures: Fixtures;
// Each user has one window, whose document is loaded once.
let ada: Visitor;
let mara: Visitor;
let newClient: Visitor;
let stranger: Visitor;
beforeAll(async () => {
  fixtures = await site.fixtures();
  ada = await site.signedIn(fixtures.client.email);
  mara = await site.signedIn(fixtures.creator.email);
  newClient = await site.newcomer('Nele');
  stranger = await site.visitor();
});

const search = (page: Page): string => new URL(page.url()).search;
/** Changes what the page reads at this path. */
const change = (page: Page, path: string, changes: object): Promise<() => void> =>
  intercept(page, `**${path}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...changes } });
  });
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

/** An id that no resource has. */
const unknown = '6f2c1c52-9d0b-4a4c-b9a7-6b6a7c1f2b12';

describe('a client without bookings', () => {
  const featured = '**/api/v1/creators/featured';
  /** Delays the requests to this path until the page shows the text, visibly or to screen readers only. */
  const holdUntil = (page: Page, path: string, text: string): Promise<unknown> =>
    page.route(path, async (route) => {
      await page.getByText(text, { exact: true }).first().waitFor({ state: 'attached' });
      await route.continue();
    });

  test('finds the link to creators on the dashboard and in the header', async () => {
    const { page } = newClient;
    await showPage(page, '/dashboard');
    await waitForText(page, 'No bookings yet');
    await page.getByRole('link', { name: 'Post Your First Lead' }).waitFor();
    await page.getByRole('link', { name: 'Create First Booking' }).click();
    await page.waitForURL('**/creators');
    await waitForText(page, 'Mara Quinn');
    await showPage(page, '/dashboard');
    await waitForText(page, 'No bookings yet');
    await page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: 'Find Vendors' })
      .click();
    await page.waitForURL('**/creators');
    await waitForText(page, 'Mara Quinn');
  });

  test('reads on pages without content what to do next', async () => {
    const { page } = newClient;
    await showPage(page, '/bookings');
    await waitForText(page, 'No bookings found');
    await holdUntil(page, '**/api/v1/bookings/*', 'Loading...');
    await showPage(page, `/bookings/booking-${unknown}`);
    await waitForText(page, 'Booking not found');
    await holdUntil(page, '**/api/v1/galleries/*', 'Loading gallery...');
    await showPage(page, `/galleries/gallery-${unknown}`);
    await waitForText(page, 'Gallery not found');
    await showPage(page, `/creators/${unknown}`);
    await waitForText(page, 'Profile not found');
    await page.route(featured, (route) => route.fulfill({ json: { items: [] } }));
    const endFailures = await intercept(page, featured, (route) => route.fulfill({ status: 500 }));
    await page.getByRole('link', { name: 'Go Home' }).click();
    await waitForText(page, 'Featured Creators');
    await waitForText(page, 'The featured creators could not be loaded');
    endFailures();
    await page.getByRole('button', { name: 'Try again' }).click();
    await waitForText(page, 'No featured creators yet');
  });

  test('switches the theme, and the choice is kept', async () => {
    const { page, context } = newClient;
    const shownTheme = () => page.evaluate(() => document.documentElement.dataset.theme);
    await showPage(page, '/');
    await waitForText(page, 'Featured Creators');
    expect(await shownTheme()).toBe('light');
    await page.getByRole('button', { name: 'Switch between light and dark' }).click();
    await eventually(async () => (await shownTheme()) === 'dark', 'the dark theme');
    await page.reload();
    expect(await shownTheme()).toBe('dark');
    await context.close();
  });
});

test('a new professional can skip the onboarding, and sees where leads come from', async () => {
  const { page, context } = await site.visitor();
  await signUp(page, 'Vendor Services', { first: 'Vera', last: 'Park', email: 'vera@example.com' });
  await page.waitForURL('**/onboarding');
  await page.getByRole('link', { name: 'Skip for now' }).click();
  await waitForText(page, 'Recent Bookings');
  await waitForText(page, 'No bookings yet');
  await showPage(page, '/leads/purchased');
  await waitForText(page, 'No purchased leads yet');
  await waitForText(page, 'Browse and unlock leads to see them here');
  await context.close();
});

test('a new professional returns after the onboarding to the page that the sign-up was opened from', async () => {
  const { page, context } = await site.visitor();
  const path = '/leads?location=Austin';
  await page.goto(path);
  await page.getByRole('main').getByRole('link', { name: 'Get Started' }).click();
  await submitSignUp(page, 'Offer Services', { first: 'Nora', last: 'Park', email: 'nora@example.com' });
  await page.waitForURL('**/onboarding');
  expect(await page.getByRole('link', { name: 'Skip for now' }).getAttribute('href')).toBe(path);
  await setUpProfile(page);
  await page.waitForURL(`**${path}`);
  await context.close();
});

describe('leads', () => {
  test('on a phone the link of the current page is scrolled into view', async () => {
    const { page } = mara;
    const name = 'My Purchased Leads';
    await page.setViewportSize({ width: 390, height: 844 });
    await showPage(page, '/leads/purchased');
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
    await eventually(async () => {
      const { x, width } = (await link.boundingBox()) ?? { x: 390, width: 1 };
      return x >= 0 && x + width <= 390;
    }, `${name} is in view`);
  });

  test('changing a filter keeps what was just typed into another one', async () => {
    const { page } = mara;
    await page.setViewportSize({ width: 1280, height: 900 });
    await showPage(page, '/leads');
    await page.getByLabel('Location').fill('Aus');
    await page.getByLabel('Wedding').check();
    await page.getByLabel('Maximum budget').press('ArrowLeft');
    await page.waitForURL('**/leads?eventType=wedding&budgetMax=49500&location=Aus');
    await waitForText(page, 'Garden wedding');
  });

  test('on a phone the filters open in a drawer, apply at once, and are kept in the address', async () => {
    const { page } = mara;
    await page.setViewportSize({ width: 390, height: 844 });
    await showPage(page, '/leads');
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

  test('a long place name does not widen the list on a phone', async () => {
    const city = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch';
    await fixtures.postLead({ locationCity: city, eventName: undefined });
    const { page } = mara;
    await page.setViewportSize({ width: 390, height: 844 });
    await showPage(page, '/leads');
    await waitForText(page, city);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('clients never see an unlock button, and their own leads are marked', async () => {
    const { page } = ada;
    await showPage(page, '/leads');
    await waitForText(page, 'Your lead');
    expect(await page.getByText(/^Unlock/).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Post a Lead' }).count()).toBe(1);
  });

  test('posting an incomplete lead shows the missing fields', async () => {
    const { page } = ada;
    await showPage(page, '/leads/create');
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
    await showPage(page, '/leads/create');
    await page.getByRole('heading', { name: 'Post a Lead' }).waitFor();
    await choose(page, 'Event type', 'Social Event');
    await page.getByLabel('Event date').fill('2020-01-01');
    await page.getByLabel('Description').fill('Music, a long table and candles, with photos and a DJ, nothing formal.');
    await page.getByLabel('City').fill('Austin');
    await choose(page, 'State', 'TX', 'Tex');
    await choose(page, 'Country', 'Jamaica');
    await waitForText(page, 'Choose a parish');
    await choose(page, 'Parish', 'Saint Ann');
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
    await showPage(page, '/bookings');
    await page
      .getByRole('link', { name: /^View Details/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Ada & Ben in the garden' }).waitFor();
    await eventually(
      async () => (await page.evaluate(() => document.activeElement?.textContent)) === 'Ada & Ben in the garden',
      'the heading has the focus',
    );
  });

  test('creating a booking shows the missing fields and the price', async () => {
    const { page } = ada;
    await showPage(page, `/bookings/create?creator=${fixtures.creator.id}`);
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
    await showPage(ada.page, '/bookings/create');
    await waitForText(ada.page, 'Creator not specified');
    await ada.page.getByRole('link', { name: 'Browse Creators' }).click();
    await ada.page.waitForURL('**/leads');
  });

  test('a booking cannot be created with a creator who does not exist', async () => {
    await showPage(ada.page, `/bookings/create?creator=${unknown}`);
    await waitForText(ada.page, 'Profile not found');
    await ada.page.getByRole('link', { name: 'Browse Creators' }).click();
    await ada.page.waitForURL('**/creators');
  });

  test('each tab has its count and its own address', async () => {
    const { page } = ada;
    await showPage(page, '/bookings');
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
    for (const { page } of [ada, mara]) await showPage(page, path);
    // Once the history is shown, the following entries are added to it live.
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

  test('a booking whose balance is paid shows that', async () => {
    const { page } = mara;
    const path = `/bookings/${fixtures.bookings.confirmed}`;
    const endChange = await change(page, `/api/v1${path}`, { balancePaid: true });
    await showPage(page, path);
    await waitForText(page, 'Paid in Full');
    await waitForText(page, 'Fully paid');
    endChange();
  });
});

describe('a form says what is missing', () => {
  test('when signing up, as it is typed, and cannot be sent until then', async () => {
    const { page } = stranger;
    await showPage(page, '/signup');
    await page.getByRole('button', { name: 'Plan an Event' }).click();
    await page.getByRole('button', { name: 'Change role' }).click();
    await page.getByRole('button', { name: 'Vendor Services' }).click();
    await page.getByLabel('First name').fill('A');
    await page.getByLabel('Last name').fill('B');
    await page.getByLabel('Email').fill('ada');
    await page.getByLabel('Password', { exact: true }).fill('Short-1');
    await page.getByRole('checkbox').check();
    await page.getByRole('checkbox').uncheck();
    expect(await fieldErrors(page, 5)).toEqual([
      'First name must be at least 2 characters',
      'Last name must be at least 2 characters',
      'Invalid email address',
      'Password must be at least 8 characters',
      'You must agree to the terms',
    ]);
    expect(await page.getByRole('button', { name: 'Create Account' }).isDisabled()).toBe(true);
  });

  test('when signing in', async () => {
    const { page } = stranger;
    await showPage(page, '/login');
    await page.getByRole('heading', { name: 'Sign In', exact: true }).waitFor();
    await page.getByLabel('Email').fill('ada');
    await waitForText(page, 'Invalid email address');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await waitForText(page, 'Password is required');
  });
});

describe('a request that fails without a message shows the text of its screen', () => {
  const fail = (page: Page, path: string): Promise<() => void> =>
    intercept(page, path, (route) => route.fulfill({ status: 500, body: '' }));

  test('when signing up, and when a password is reset', async () => {
    const { page } = stranger;
    const endFailures = await fail(page, '**/auth/v1/**');
    await showPage(page, '/signup');
    await page.getByRole('button', { name: 'Plan an Event' }).click();
    await page.getByLabel('First name').fill('Ann');
    await page.getByLabel('Last name').fill('Park');
    await page.getByLabel('Email').fill('ann@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Create Account' }).click();
    await waitForText(page, 'Failed to create account');
    await showPage(page, '/reset-password');
    await page.getByRole('button', { name: 'Send reset email' }).waitFor();
    await page.getByLabel('Email').fill('ann@example.com');
    await page.getByRole('button', { name: 'Send reset email' }).click();
    await waitForText(page, 'Failed to send reset email');
    endFailures();
  });

  test('when a profile is set up', async () => {
    const { page } = mara;
    const waiting = 'Setting up your profile...';
    const endFailure = await intercept(page, '**/api/v1/profile/onboarding', async (route) => {
      await waitForText(page, waiting);
      await route.fulfill({ status: 500, body: '' });
    });
    await showPage(page, '/onboarding');
    for (const step of [1, 2, 3]) {
      await waitForText(page, `Step ${step} of 4`);
      await page.getByRole('button', { name: 'Continue' }).click();
    }
    await page.getByRole('button', { name: 'Complete Setup' }).click();
    await waitForText(page, 'Failed to save profile');
    await page.getByText(waiting).waitFor({ state: 'hidden' });
    endFailure();
  });

  test('when a booking is created, paid and cancelled', async () => {
    const { page } = ada;
    await showPage(page, `/bookings/create?creator=${fixtures.creator.id}`);
    await page.getByLabel('Evening').check();
    await choose(page, 'Event type', 'Concert');
    await page.getByLabel('Event date').fill('2999-08-01');
    await page.getByLabel('Location').fill('Austin, TX');
    await fail(page, '**/api/v1/bookings');
    await page.getByRole('button', { name: 'Create Booking' }).click();
    await waitForText(page, 'Failed to create booking');
    await fail(page, '**/functions/v1/create-booking-payment');
    await showPage(page, `/bookings/${fixtures.bookings.confirmed}`);
    await page.getByRole('button', { name: 'Pay Balance' }).click();
    await waitForText(page, 'Failed to create payment');
    await fail(page, '**/api/v1/bookings/*/cancel');
    await page.getByRole('button', { name: 'Cancel Booking' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel Booking' }).click();
    await waitForText(page, 'Failed to update status');
  });

  test('when dummy vendors are created and deleted', async () => {
    const { page } = ada;
    await change(page, '/api/v1/me', { staffRoles: ['admin'] });
    await fail(page, '**/functions/v1/*-dummy-vendors');
    await page.goto('/seed-database');
    await page.getByRole('button', { name: 'Create Dummy Vendors' }).click();
    await waitForText(page, 'Failed to seed database');
    await page.getByRole('button', { name: 'Delete Dummy Vendors' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Dummy Vendors' }).click();
    await waitForText(page, 'Failed to delete dummy data');
  });
});

test('visitors see leads without what their clients wrote, and see that they must sign in to unlock one', async () => {
  const { page, context } = await site.visitor();
  await showPage(page, '/leads');
  await waitForText(page, 'Wedding in Austin');
  await page.getByRole('button', { name: 'Unlock - $25' }).first().click();
  await waitForText(page, 'Authentication required');
  await waitForText(page, 'Please sign in to purchase leads');
  expect(context.pages()).toHaveLength(1);
  expect(await page.getByText('Garden wedding').count()).toBe(0);
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await submitSignIn(page, fixtures.creator.email);
  await page.waitForURL('**/leads');
  await waitForText(page, 'Garden wedding');
});

test('after a session has ended, unlocking a lead asks to sign in, and leaves no tab open', async () => {
  const { page, context } = mara;
  await showPage(page, '/leads');
  await page.route('**/functions/v1/create-lead-payment', (route) => route.fulfill({ status: 401, json: {} }));
  await page.getByRole('button', { name: 'Unlock - $25' }).first().click();
  await waitForText(page, 'Authentication required');
  await waitForText(page, 'Please sign in to purchase leads');
  await eventually(() => context.pages().length === 1, 'the tab is closed');
});
