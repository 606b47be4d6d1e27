import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import type { Page } from 'playwright-core';
import type { StaffRole } from '#identity';
import { projectFolder } from '#platform/config';
import { eventually } from '#platform/testing';
import { routeOf } from '../../frontend/src/app/routes.tsx';
import { staffPages } from '../../frontend/src/features/staff/staff-pages.ts';
import { violationsOn } from './accessibility.suite.ts';
import type { Fixtures } from './fixtures.suite.ts';
import { galleryMaker } from './gallery-fixtures.suite.ts';
import { testSite } from './test-site.suite.ts';
import { scrollsSideways, showPage, signIn, type Visitor, waitForText } from './visitor.suite.ts';

const site = testSite();
let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await site.fixtures();
});

/** Gives a user a staff role with the command line. */
const grant = async (email: string, role: StaffRole): Promise<void> => {
  const program = join(projectFolder(), 'dist/apps/cli/src/main.js');
  await promisify(execFile)(process.execPath, [program, 'staff', 'grant', email, role], {
    env: { ...process.env, ...site.environment },
  });
};

/** Marks the sessions as those of users who have given a second factor. */
const giveSecondFactors = async (): Promise<void> => {
  const client = new Client(site.database);
  await client.connect();
  await client.query("update identity.sessions set aal = 'aal2'");
  await client.end();
};

/** Signs up a member of staff with this role. Returns their email. */
const signUpStaff = async (role: StaffRole): Promise<string> => {
  const { email } = await site.account(`Staff${role}`);
  await grant(email, role);
  return email;
};

/** The text of the file that an export of the bookings saves. */
const exported = async (page: Page, button: 'Export as CSV' | 'Export as JSON'): Promise<string> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  const extension = button === 'Export as CSV' ? 'csv' : 'json';
  expect(download.suggestedFilename()).toMatch(/^festoon-bookings-\d{4}-\d\d-\d\d\.[a-z]+$/);
  expect(download.suggestedFilename().endsWith(`.${extension}`)).toBe(true);
  return readFileSync(await download.path(), 'utf8');
};

/** Enters the reason in the open dialog, and confirms it with this button. */
const confirmWithReason = async (page: Page, button: string, reason: string): Promise<void> => {
  const dialog = page.getByRole('dialog').filter({ visible: true });
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
};

// The tests of each role use one window, whose document is loaded once.

describe('with the role admin', () => {
  let ownEmail: string;
  let admin: Visitor;
  beforeAll(async () => {
    ownEmail = await signUpStaff('admin');
    admin = await site.visitor();
  });
  // Open pages load new data every few seconds.
  afterAll(() => admin.context.close());

  test('staff sign in to the overview, find a booking by the email of its client, read its timeline and the log', async () => {
    const { bookings, client } = fixtures;
    const { page } = admin;
    await signIn(page, ownEmail);
    await page.waitForURL('**/staff');
    await giveSecondFactors();
    await page.reload();
    await waitForText(page, 'All are running.');

    await page.getByRole('link', { name: /Overdue Balances/ }).click();
    await waitForText(page, 'No booking matches these filters.');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('row').nth(2).waitFor();
    await page.getByLabel('Client or professional').fill(client.email.toUpperCase());
    await page.getByLabel('City or region').fill('austin');
    // The day of the other booking is excluded.
    await page.getByLabel('Event to').fill('2999-06-20');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(/place=austin/);
    expect(page.url()).not.toContain('party');
    await page.getByRole('row').filter({ hasText: 'Pending' }).waitFor({ state: 'detached' });
    const row = page.getByRole('row').filter({ hasText: 'Deposit paid' });
    await row.getByText('Mara Q.').waitFor();
    expect(await page.locator('table').innerText()).not.toMatch(/Park|Zilker/);
    expect((await exported(page, 'Export as CSV')).trim().split('\r\n').slice(1)).toEqual([
      expect.stringContaining(bookings.confirmed),
    ]);
    expect(JSON.parse(await exported(page, 'Export as JSON'))).toEqual([
      expect.objectContaining({ id: bookings.confirmed }),
    ]);
    await page.getByRole('button', { name: 'Last month' }).click();
    await page.waitForURL(/from=\d{4}-\d\d-01&to=\d{4}-\d\d-\d\d/);
    await waitForText(page, 'No booking matches these filters.');
    await page.goBack();
    await row.getByRole('link').click();
    await page.waitForURL(`**/staff/bookings/${bookings.confirmed}`);
    await waitForText(page, '$1,080.00');
    await page.getByRole('button', { name: 'Show Versions' }).click();
    const slider = page.getByRole('slider', { name: 'Version' });
    await slider.press('Home');
    const facts = page.locator('.version-facts');
    await facts.getByText('Pending').waitFor();
    expect(await facts.locator('.changed').count()).toBe(0);
    await page.getByRole('button', { name: 'Back to now' }).click();
    await facts.locator('.changed').first().waitFor();
    await page.getByRole('button', { name: 'Hide Versions' }).click();
    await waitForText(page, 'Pending → Confirmed');

    await showPage(page, `/staff/bookings/${bookings.confirmed}/evidence`);
    await page.getByLabel('Reason').fill('Asked for by the bank');
    await page.getByRole('button', { name: 'Open Evidence' }).click();
    const print = page.getByRole('button', { name: 'Print or Save as PDF' });
    await print.waitFor();
    const hashes = await page.locator('.evidence-events li code').allInnerTexts();
    expect(hashes.length).toBeGreaterThan(2);
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
    await page.emulateMedia({ media: 'print' });
    await print.waitFor({ state: 'hidden' });
    await page.emulateMedia({ media: null });

    await print.focus();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('combobox', { name: 'Page, ID, position, email address, or name' });
    const size = page.viewportSize();
    await page.setViewportSize({ width: 1_000, height: 400 });
    await palette.press('ArrowUp');
    await page.locator('.palette-results [aria-selected="true"]:last-child').waitFor();
    const isShown = () => {
      const results = document.querySelector('.palette-results')?.getBoundingClientRect();
      const chosen = document.querySelector('.palette-results [aria-selected="true"]')?.getBoundingClientRect();
      return results && chosen && chosen.top >= results.top - 1 && chosen.bottom <= results.bottom + 1;
    };
    expect(await page.evaluate(isShown)).toBe(true);
    if (size) await page.setViewportSize(size);
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await page.waitForFunction((button) => button === document.activeElement, await print.elementHandle());
    await page.keyboard.press('Control+k');
    await palette.fill(client.email);
    await page.getByRole('option', { name: `Search people for “${client.email}”` }).waitFor();
    await palette.fill(bookings.confirmed);
    await page.getByRole('option', { name: 'Open this booking' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/staff/bookings/${bookings.confirmed}`);
    await palette.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('.audit-entry').first().waitFor();
    const boxes = await page
      .locator('.audit-entry')
      .evaluateAll((entries) => entries.map((entry) => entry.getBoundingClientRect()));
    expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThan(390);
    expect(Math.min(...boxes.map(({ width }) => width))).toBeGreaterThan(250);
    if (size) await page.setViewportSize(size);
    const slash = page.getByRole('checkbox', { name: 'Open with the key /' });
    await page.keyboard.press('/');
    await palette.waitFor();
    await slash.uncheck();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.press('Control+k');
    // With the key switched off, it neither opened the palette nor typed into it.
    expect(await palette.inputValue()).toBe('');
    await slash.check();
    await palette.fill('log');
    await palette.press('Enter');
    await page.getByRole('switch', { name: 'Live' }).click();
    await waitForText(page, 'Reload the page to see new events.');
    await page.getByLabel('About', { exact: true }).fill(bookings.confirmed);
    await page.getByLabel('Event', { exact: true }).fill('BookingConfirmed');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(/type=BookingConfirmed/);
    // The rows of the previous search stay until the others arrive: the header and one row are left.
    await page.getByRole('row').nth(2).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Booking confirmed' }).click();
    await page.getByRole('dialog').getByText('"type": "BookingConfirmed"').waitFor();
  });

  test('no page of the back office is wider than a phone', async () => {
    const { page } = admin;
    const { bookings, leadId, client } = fixtures;
    const size = page.viewportSize();
    const paths = [
      ...staffPages.map(({ path }) => path),
      `/staff/bookings/${bookings.confirmed}`,
      `/staff/bookings/${bookings.confirmed}/evidence`,
      `/staff/leads/${leadId}`,
      `/staff/people/${client.id}`,
    ];
    for (const path of paths) {
      await showPage(page, path);
      await page.getByRole('heading', { level: 1, name: routeOf(path)?.title ?? '', exact: true }).waitFor();
      await page.waitForFunction(() => !document.querySelector('.ant-skeleton, .skeleton-block, .loader'));
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        expect([path, width, await scrollsSideways(page)]).toEqual([path, width, false]);
      }
    }
    if (size) await page.setViewportSize(size);
  });

  test('an administrator finds a lead, holds it with a reason, releases it again and refunds a purchase', async () => {
    const { page } = admin;
    await showPage(page, '/staff');
    // Found by its address, because the site’s header has a link of the same name.
    await page.locator('a[href="/staff/leads"]').click();
    await page.getByRole('heading', { name: 'All Leads' }).waitFor();
    await page.getByLabel('Lead or client').fill(fixtures.leadId);
    await page.getByRole('button', { name: 'Search' }).click();
    const found = page.getByRole('row').getByRole('link');
    await found.nth(1).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save Filter' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('One lead');
    await page.getByRole('dialog').getByRole('button', { name: 'Save Filter' }).click();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForURL('**/staff/leads');
    await page.reload();
    await page.getByRole('button', { name: 'One lead', exact: true }).click();
    await page.waitForURL(`**/staff/leads?id=${fixtures.leadId}`);
    await page.getByRole('button', { name: 'Delete the filter One lead' }).click();
    await page.getByRole('button', { name: 'One lead', exact: true }).waitFor({ state: 'detached' });
    await found.nth(1).waitFor({ state: 'detached' });
    await found.click();
    await page.getByRole('heading', { name: 'Lead Timeline' }).waitFor();
    const posted = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Lead posted' }) });
    await posted.getByText('Hidden: personal data').first().waitFor();
    await posted.getByRole('button', { name: 'Reveal Personal Data' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Case 2033');
    await page.getByRole('dialog').getByRole('button', { name: 'Reveal' }).click();
    await posted.getByText('Hidden: personal data').first().waitFor({ state: 'detached' });
    await posted.getByText('Austin').first().waitFor();
    expect(await posted.getByRole('button', { name: 'Reveal Personal Data' }).count()).toBe(0);
    const act = async (name: string) => {
      await page.getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem', { name }).click();
      await confirmWithReason(page, name, 'To be examined');
    };
    await act('Hold Lead');
    await waitForText(page, 'Lead held by staff');
    await act('Release Lead');
    await waitForText(page, 'Lead released by staff');
    await page.getByRole('button', { name: 'Refund Purchase' }).click();
    await confirmWithReason(page, 'Refund Purchase', 'To be examined');
    await waitForText(page, 'Purchase of a lead cancelled');
    const cancellation = page.getByRole('article').filter({ hasText: 'Purchase of a lead cancelled' }).first();
    await cancellation.getByRole('button', { name: 'Causes and Results' }).click();
    const chain = page.getByRole('dialog').getByRole('tree');
    await chain.getByText('leads.refund-purchase').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Refund Purchase' }).waitFor({ state: 'detached' });
  });

  test('operators verify the log, compare a copy of its checkpoints and follow new events', async () => {
    const { page } = admin;
    await page.getByRole('link', { name: 'Integrity', exact: true }).click();
    await page.getByRole('button', { name: 'Verify the log' }).click();
    await page.getByRole('heading', { name: 'The log is unchanged' }).waitFor();
    await waitForText(page, /events through position \d+, \d+ checkpoints? agrees?\./);

    const copy = (name: string, text: string) =>
      page
        .getByLabel('A copy of the checkpoints')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await copy('empty.jsonl', '');
    await waitForText(page, 'The file has no checkpoints.');
    await copy('other.jsonl', '{}\n');
    await waitForText(page, 'Line 1 of the file is not a checkpoint.');

    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await page.getByRole('link', { name: /^Unchanged, verified / }).waitFor();

    // New events appear in the open log by themselves.
    await showPage(page, '/staff/log?type=UserRegistered');
    await page.getByRole('heading', { level: 1, name: 'Log', exact: true }).waitFor();
    await page.getByRole('row').nth(1).waitFor();
    const rows = await page.getByRole('row').count();
    await site.account('Liv');
    await page.getByRole('row').nth(rows).waitFor();
  });

  test('operators verify and rebuild a projection, and drop the table that it replaced', async () => {
    const { page } = admin;
    await page.getByRole('link', { name: 'Projections', exact: true }).click();
    const choose = () => page.getByLabel('Choose leads_v1').check();
    const press = (task: string) => page.getByRole('button', { name: task, exact: true }).click();
    const confirm = (task: string) => page.getByRole('dialog').getByRole('button', { name: task, exact: true }).click();
    await waitForText(page, 'Choose projections first.');
    expect(await page.getByRole('button', { name: 'Rebuild' }).isDisabled()).toBe(true);

    await choose();
    await press('Verify');
    await page.getByRole('heading', { name: 'Verified leads_v1' }).waitFor();
    await waitForText(page, '2 rows, none differs from a fresh fold');

    await choose();
    expect(await page.getByRole('button', { name: 'Roll back' }).isDisabled()).toBe(true);
    await press('Rebuild');
    await waitForText(page, /the old table is kept for a day/);
    await confirm('Rebuild');
    await page.getByRole('heading', { name: 'Rebuilt leads_v1' }).waitFor();
    const row = page.getByRole('row').filter({ has: page.getByLabel('Choose leads_v1') });
    await row.getByText('Can be rolled back').waitFor();

    await choose();
    await press('Roll back');
    await page.getByRole('dialog').getByRole('button', { name: 'Roll back', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('row').filter({ hasText: 'Replaced by a rebuild' }).waitFor();
    // On an overloaded machine, a click while the page changes can have no effect.
    await eventually(async () => {
      await page
        .getByRole('button', { name: 'Drop old tables' })
        .click({ timeout: 3_000 })
        .catch(() => undefined);
      const dialog = page.getByRole('dialog', { name: 'Drop the old tables of leads_v1?' });
      return dialog.waitFor({ timeout: 3_000 }).then(
        () => true,
        () => false,
      );
    }, 'the dialog that asks about the old tables');
    await confirm('Drop');
    await waitForText(page, 'Dropped: leads_v1');
    await waitForText(page, 'There is no table that can be dropped.');

    await page.getByRole('link', { name: 'Jobs', exact: true }).click();
    await page
      .getByRole('button', { name: /delayed jobs of payments$/ })
      .first()
      .click();
    const delayed = page.getByRole('dialog', { name: 'Delayed jobs of the queue payments' });
    await delayed
      .getByRole('cell', { name: /^payments.find-disputes/ })
      .first()
      .waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

  test('an administrator suspends a person, whose session ends, and changes their role and staff roles', async () => {
    const { page: own, context, email } = await site.newcomer('Vera');
    const { page } = admin;
    await showPage(page, '/staff/people');
    await page.getByRole('heading', { level: 1, name: 'People', exact: true }).waitFor();
    await page.getByRole('textbox').fill(email);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('row').nth(1).getByRole('link').click();
    const act = async (action: string, reason: string) => {
      await page.getByRole('button', { name: action, exact: true }).click();
      await confirmWithReason(page, action, reason);
    };
    await page.getByRole('button', { name: 'Suspend Account' }).click();
    const dialog = page.getByRole('dialog').filter({ visible: true });
    await dialog.getByRole('button', { name: 'Suspend Account' }).click();
    await dialog.getByText('Enter a reason').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'hidden' });
    await act('Suspend Account', 'Sent the same offer to hundreds of people');
    await page.getByText('Suspended', { exact: true }).waitFor();
    await own.goto('/dashboard');
    await own.getByRole('button', { name: 'Sign In' }).first().waitFor();
    await context.close();
    await act('Reinstate Account', 'It was another account');
    await page.getByText('Suspended', { exact: true }).waitFor({ state: 'detached' });

    const change = async (button: string, choice: string, reason: string) => {
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByRole('dialog').filter({ visible: true }).getByLabel('Change').click();
      await page.getByTitle(choice, { exact: true }).click();
      await confirmWithReason(page, 'Change Role', reason);
    };
    await change('Change Role', 'Vendor', 'Chose the wrong role at sign-up');
    await page.getByText('Vendor', { exact: true }).waitFor();
    await change('Change Staff Roles', 'Give the role support', 'Joins the support team');
    await page.getByText('staff (support)').waitFor();
  });
});

describe('with the role support', () => {
  let support: Visitor;
  beforeAll(async () => {
    support = await site.signedIn(await signUpStaff('support'));
    await giveSecondFactors();
  });

  test('support cancels a booking with a refund for the client, who sees the reason', async () => {
    const { bookings, client } = fixtures;
    const { page } = support;
    await showPage(page, `/staff/bookings/${bookings.confirmed}`);
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Cancel Booking' }).waitFor();
    // The deposit is paid and the event is not over, so nothing can be completed or taken back.
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Cancel Booking']);
    await page.getByRole('menuitem', { name: 'Cancel Booking' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText('Refund everything: $1,080.00 is returned to the client, $0.00 stays with the professional')
      .waitFor();
    await dialog.getByRole('radio', { name: 'The client', exact: true }).check();
    await dialog.getByRole('button', { name: 'Cancel Booking' }).click();
    await dialog.getByText('Enter a reason').waitFor();
    await dialog.getByLabel('Reason').fill('The venue has closed for good');
    await dialog.getByRole('button', { name: 'Cancel Booking' }).click();
    await waitForText(page, 'Booking cancelled');
    await page.getByRole('button', { name: 'No actions possible' }).waitFor();
    await waitForText(page, 'The venue has closed for good');

    // Who cancelled it, when and why, who was refunded and who was notified: two clicks from the overview.
    await showPage(page, '/staff');
    await page.getByRole('heading', { level: 1, name: 'Back Office' }).waitFor();
    await page.locator('a[href="/staff/bookings"]').first().click();
    await page.locator(`a[href="/staff/bookings/${bookings.confirmed}"]`).click();
    const cancellation = page
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: 'Booking cancelled' }) });
    await cancellation.getByText(/ · by staff \(support\) /).waitFor();
    await cancellation.getByText('The venue has closed for good').waitFor();
    await cancellation.getByText(/Led to: .*Person notified/).waitFor();
    await waitForText(page, 'Payment refunded');
    await page.getByRole('combobox', { name: 'By whom' }).click();
    await page.getByTitle(/^Staff \(support\) /).click();
    await waitForText(page, 'The venue has closed for good');
    expect(await page.getByRole('heading', { name: 'Payment refunded' }).count()).toBe(0);

    const { page: own, context } = await site.signedIn(client.email, `/bookings/${bookings.confirmed}`);
    await waitForText(own, 'Cancelled by Festoon staff');
    await waitForText(own, '“The venue has closed for good”');
    await context.close();
  });

  test('support reads a conversation with the assistant after a reason, with the data of the answer', async () => {
    const question = 'A photographer for a <b>picnic</b> in Austin, TX in June 2999';
    const reply = await fetch(`${site.url}/functions/v1/recommend-vendors`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ eventIdea: question }),
    });
    expect(await reply.text()).toContain('[DONE]');
    const { page } = support;
    await page.getByRole('link', { name: 'Assistant', exact: true }).click();
    await page.getByRole('heading', { name: 'Conversations with the Assistant' }).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'A visitor' });
    await row.getByRole('link').click();
    await page.getByRole('button', { name: 'Read Conversation' }).click();
    expect(await page.getByText('picnic').count()).toBe(0);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Case 2032');
    await dialog.getByRole('button', { name: 'Read Conversation' }).click();
    await waitForText(page, question);
    await page.getByRole('link', { name: 'Mara Quinn' }).waitFor();
    const facts = page.getByRole('row').filter({ hasText: 'Photographer' });
    expect(await facts.getByRole('cell').allInnerTexts()).toEqual([
      `${fixtures.creator.id.slice(0, 8)}…`,
      'Photographer',
      '$999.95',
      '–',
      '0 mi',
      'Fits everything',
    ]);
    expect(await violationsOn(page)).toEqual([]);
  });

  test('support opens the gallery of a booking after giving a reason', async () => {
    const galleries = galleryMaker(site, fixtures);
    const bookingId = await galleries.book('2999-09-09');
    const galleryId = await galleries.create(bookingId, 'The garden party', 2);
    await galleries.send('POST', `/api/v1/galleries/${galleryId}/shares`, fixtures.creator, { label: 'Grandparents' });
    const { page } = support;
    await showPage(page, `/staff/bookings/${bookingId}`);
    await page.getByRole('button', { name: 'Open Gallery' }).click();
    const dialog = page.getByRole('dialog', { name: 'Open the gallery' });
    await dialog.getByLabel('Reason').fill('The client says that pictures are missing');
    await dialog.getByRole('button', { name: 'Open Gallery' }).click();
    const gallery = page.getByRole('region', { name: 'Gallery: The garden party' });
    await gallery.getByText('Photo 2.jpg').waitFor();
    await gallery.getByRole('cell', { name: 'View only' }).waitFor();
    expect(await gallery.getByText('Grandparents').count()).toBe(0);
    const areShown = (images: readonly (HTMLElement | SVGElement)[]) =>
      images.every((image) => (image as HTMLImageElement).naturalWidth > 0);
    await eventually(() => gallery.getByRole('img').evaluateAll(areShown), 'the previews are shown');
    expect(await gallery.getByRole('img').count()).toBe(2);
    expect(await gallery.getByRole('link').first().getAttribute('href')).toContain('/storage/v1/');
    expect(await violationsOn(page)).toEqual([]);
  });
});
