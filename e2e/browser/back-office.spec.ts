import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { Client } from 'pg';
import { projectFolder } from '#platform/config';
import { testSettings } from '#platform/testing';
import { createFixtures } from './fixtures.suite.ts';
import { testSite } from './test-site.suite.ts';
import { signIn, waitForText } from './visitor.suite.ts';

const site = testSite();

/** Gives a user the role admin with the command line. */
const makeAdmin = async (email: string): Promise<void> => {
  const program = join(projectFolder(), 'dist/apps/cli/src/main.js');
  await promisify(execFile)(process.execPath, [program, 'staff', 'grant', email, 'admin'], {
    env: { ...process.env, DATABASE_URL: site.database, FESTOON_DATA: site.dataFolder, ...testSettings },
  });
};

/** Marks the sessions as those of users who have given a second factor. */
const giveSecondFactors = async (): Promise<void> => {
  const client = new Client(site.database);
  await client.connect();
  await client.query("update identity.sessions set aal = 'aal2'");
  await client.end();
};

test('staff sign in to the overview, find a booking by the email of its client, read its timeline and the log', async () => {
  const { bookings, client } = await createFixtures(site.url);
  const { email } = await site.newcomer('Sue');
  await makeAdmin(email);
  const { page } = await site.visitor();
  await signIn(page, email);
  await page.waitForURL('**/staff');
  await giveSecondFactors();
  await page.reload();
  await waitForText(page, 'All are running.');

  await page.getByRole('link', { name: /Overdue Balances/ }).click();
  await waitForText(page, 'No booking matches these filters.');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('row').nth(2).waitFor();
  await page.getByLabel('Email of a party').fill(client.email.toUpperCase());
  await page.getByLabel('City or region').fill('austin');
  // The day of the other booking is excluded.
  await page.getByLabel('Event to').fill('2999-06-20');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL(/place=austin/);
  expect(page.url()).not.toContain('email');
  await page.getByRole('row').filter({ hasText: 'Pending' }).waitFor({ state: 'detached' });
  const row = page.getByRole('row').filter({ hasText: 'Deposit paid' });
  await row.getByText('Mara Q.').waitFor();
  expect(await page.locator('table').innerText()).not.toMatch(/Park|Zilker/);
  await row.getByRole('link').click();
  await page.waitForURL(`**/staff/bookings/${bookings.confirmed}`);
  await waitForText(page, '$1,080.00');
  await waitForText(page, 'Pending → Confirmed');

  await page.getByRole('link', { name: 'Log' }).click();
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
