import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '#platform/testing';
import { createFixtures } from './fixtures.suite.ts';
import { testSite } from './test-site.suite.ts';
import { choose, waitForText } from './visitor.suite.ts';

const site = testSite();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const dateInDays = (count: number): string => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
const nameOf = (date: string): string =>
  new Date(date).toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });

/** The rules that the page breaks, as axe names them. */
const violationsOn = async (page: Page): Promise<readonly string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: tool } = window as unknown as { axe: typeof import('axe-core') };
    return (await tool.run(document)).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
};
/** Shows the month of this day, which is the current month or a later one. */
const showMonth = async (page: Page, date: string): Promise<void> => {
  const month = new Date(date).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  await eventually(async () => {
    if ((await page.locator('.month-name').innerText()) === month) return true;
    await page.getByRole('button', { name: 'Next month' }).click();
    return false;
  });
};

test('a professional blocks days by keyboard, everyone sees which days are free, and a client is offered others', async () => {
  const { creator, client } = await createFixtures(site.url);
  const [blockedDay, neighbor, freeDay] = [dateInDays(40), dateInDays(41), dateInDays(42)];

  const pro = await site.signedIn(creator.email);
  await pro.page.goto('/settings?tab=availability');
  await waitForText(pro.page, 'Save once, and clients see free and busy days');
  await showMonth(pro.page, blockedDay);
  const day = (date: string) => pro.page.locator(`[data-day="${date}"]`);
  await day(blockedDay).focus();
  await pro.page.keyboard.press('Enter');
  expect(await day(blockedDay).getAttribute('aria-pressed')).toBe('true');
  // The arrow keys also lead into the next month.
  await pro.page.keyboard.press('ArrowRight');
  await pro.page.keyboard.press('Space');
  await eventually(async () => (await day(neighbor).getAttribute('aria-pressed')) === 'true');
  await waitForText(pro.page, 'You have unsaved changes.');
  expect(await violationsOn(pro.page)).toEqual([]);
  await pro.page.getByRole('button', { name: 'Save availability' }).click();
  await waitForText(pro.page, 'Availability saved');
  await pro.page.getByRole('button', { name: 'Create an address' }).click();
  const address = await pro.page.getByLabel('Address of your bookings').inputValue();
  const feed = await fetch(address);
  expect([feed.status, (await feed.text()).split('\r\n')[0]]).toEqual([200, 'BEGIN:VCALENDAR']);
  expect(pro.pageErrors).toEqual([]);
  await pro.context.close();

  const everyone = await site.visitor();
  await everyone.page.goto(`/creators/${creator.id}`);
  await everyone.page.getByRole('tab', { name: 'Availability' }).click();
  await showMonth(everyone.page, blockedDay);
  await everyone.page.getByText(`${nameOf(blockedDay)}, not available`).waitFor({ state: 'attached' });
  await showMonth(everyone.page, freeDay);
  const free = everyone.page.getByRole('link', { name: `${nameOf(freeDay)}, free: book this date` });
  expect(await free.getAttribute('href')).toBe(`/bookings/create?creator=${creator.id}&date=${freeDay}`);
  expect(await violationsOn(everyone.page)).toEqual([]);
  expect(everyone.pageErrors).toEqual([]);
  await everyone.context.close();

  const { page, context, pageErrors } = await site.signedIn(client.email);
  await page.goto(`/bookings/create?creator=${creator.id}&date=${blockedDay}`);
  await waitForText(page, 'Not available on');
  await page.getByRole('radio').first().check();
  await choose(page, 'Event type', 'Wedding');
  await page.getByLabel('Location').fill('Old mill');
  await page.getByRole('button', { name: 'Create Booking' }).click();
  const field = page.locator('.ant-form-item').filter({ has: page.getByLabel('Event date') });
  await field.getByText('This professional is not available on this date. Please choose another date.').waitFor();
  // The browser reports the refusal in its console.
  expect(pageErrors.filter((text) => !text.includes('409'))).toEqual([]);
  await field.getByRole('button').first().click();
  await waitForText(page, 'Free on');
  await page.getByRole('button', { name: 'Create Booking' }).click();
  await page.waitForURL(/\/bookings\/booking-/);
  await context.close();
});
