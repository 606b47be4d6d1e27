import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '#platform/testing';
import { violationsOn } from './accessibility.suite.ts';
import { payBooking } from './fixtures.suite.ts';
import { sender } from './http.suite.ts';
import { testSite } from './test-site.suite.ts';
import { choose, hydrated, showPage, waitForText } from './visitor.suite.ts';

const site = testSite({ product: 'market' });

const dateInDays = (count: number): string => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
const dayLabel = (date: string): string =>
  new Date(date).toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });

/** Shows the month of this day, which is the current month or a later one. */
const showMonth = async (page: Page, date: string): Promise<void> => {
  const month = new Date(date).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  await eventually(async () => {
    if ((await page.locator('.month-name').innerText()) === month) return true;
    await page.getByRole('button', { name: 'Next month' }).click();
    return false;
  });
};

test('a professional blocks days by keyboard, everyone sees which days are free, and a client is offered others, books, and sees at once what follows', async () => {
  const { creator, client, packageId } = await site.fixtures();
  const [blockedDay, neighbor, freeDay] = [dateInDays(40), dateInDays(41), dateInDays(42)];

  const pro = await site.signedIn(creator.email, '/settings?tab=availability');
  await waitForText(pro.page, 'Once you save, clients see your free and busy days');
  await showMonth(pro.page, blockedDay);
  const day = (date: string) => pro.page.locator(`[data-day="${date}"]`);
  await day(blockedDay).focus();
  await pro.page.keyboard.press('Enter');
  await eventually(async () => (await day(blockedDay).getAttribute('aria-pressed')) === 'true', 'the day is chosen');
  // The arrow keys also lead into the next month.
  await pro.page.keyboard.press('ArrowRight');
  await pro.page.keyboard.press('Space');
  await eventually(async () => (await day(neighbor).getAttribute('aria-pressed')) === 'true');
  await waitForText(pro.page, 'You have unsaved changes.');
  await pro.page.getByRole('tab', { name: 'Appearance' }).click();
  await waitForText(pro.page, 'Saved on this device.');
  await pro.page.getByRole('tab', { name: 'Availability' }).click();
  await pro.page.getByText('You have unsaved changes.').waitFor();
  expect(await violationsOn(pro.page)).toEqual([]);
  await pro.page.getByRole('button', { name: 'Save availability' }).click();
  await waitForText(pro.page, 'Availability saved');
  await pro.page.getByRole('button', { name: 'Create an address' }).click();
  const address = await pro.page.getByLabel('Address of your bookings').inputValue();
  const feed = await fetch(address);
  expect([feed.status, (await feed.text()).split('\r\n')[0]]).toEqual([200, 'BEGIN:VCALENDAR']);
  expect(pro.pageErrors).toEqual([]);

  const everyone = await site.visitor();
  await everyone.page.goto(`/creators/${creator.id}`);
  await hydrated(everyone.page);
  await everyone.page.getByRole('tab', { name: 'Availability' }).click();
  await showMonth(everyone.page, blockedDay);
  await everyone.page.getByText(`${dayLabel(blockedDay)}, not available`).waitFor({ state: 'attached' });
  await showMonth(everyone.page, freeDay);
  const free = everyone.page.getByRole('link', { name: `${dayLabel(freeDay)}, free: book this date` });
  expect(await free.getAttribute('href')).toBe(`/bookings/create?creator=${creator.id}&date=${freeDay}`);
  expect(await violationsOn(everyone.page)).toEqual([]);
  // Who is free on a day, and whose cheapest package, $999.95, is within a price.
  const listed = async (label: string, value: string, isListed: boolean): Promise<void> => {
    await everyone.page.getByLabel(label).fill(value);
    await everyone.page.keyboard.press('Enter');
    await everyone.page.waitForURL((url) => [...url.searchParams.values()].includes(value));
    const mara = everyone.page.getByRole('link', { name: /Mara Quinn/ });
    await eventually(async () => (await mara.count()) > 0 === isListed, `${label} ${value}`);
  };
  await showPage(everyone.page, '/creators');
  await listed('Free on', blockedDay, false);
  await listed('Free on', freeDay, true);
  await listed('Price to', '900', false);
  await listed('Price to', '1000', true);
  expect(everyone.pageErrors).toEqual([]);
  await everyone.context.close();

  const { page, pageErrors } = await site.signedIn(client.email);
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
  await page.getByLabel('Duration in days').fill('2');
  await page.getByLabel('Start time').fill('16:30');
  await waitForText(page, 'Free on all 2 days');
  await page.getByRole('button', { name: 'Create Booking' }).click();
  await page.waitForURL(/\/bookings\/booking-/);
  await waitForText(page, ', from 4:30 PM');
  // The history, so that later entries count as new.
  await page.locator('.history', { hasText: 'Requested' }).waitFor();

  // What follows is sent over HTTP; the open page shows it.
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const send = sender(site.url);
  await send('POST', `/api/v1/bookings/${id}/confirm`, creator, {});
  await page.locator('.history .fresh', { hasText: 'Confirmed by Mara Quinn' }).waitFor();
  await payBooking(send, client, id, 'deposit');
  await page.locator('.history .fresh', { hasText: 'Deposit paid by' }).waitFor();
  await payBooking(send, client, id, 'balance');
  await page.locator('.history .fresh', { hasText: 'Balance paid by' }).waitFor();
  await waitForText(page, 'Paid in Full');

  await page.getByRole('button', { name: 'Propose a Change' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Days', { exact: true }).fill('1');
  await dialog.getByLabel('Start time').fill('');
  await dialog.getByRole('button', { name: 'Send Proposal' }).click();
  await waitForText(page, 'You proposed:');
  const proposed = page.locator('dl.rows').filter({ hasText: 'Days' });
  expect(await proposed.locator('div').allInnerTexts()).toEqual(['Days\n1', 'Start time\nNone']);
  await send('POST', `/api/v1/bookings/${id}/proposals/1/accept`, creator);
  await page.locator('.history .fresh', { hasText: 'Change accepted by Mara Quinn' }).waitFor();
  await page.getByText(', from 4:30 PM').waitFor({ state: 'detached' });
  // The dialog shows what applies now, and not what the user had entered before.
  await page.getByRole('button', { name: 'Propose a Change' }).click();
  await dialog.getByLabel('Days', { exact: true }).fill('3');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Propose a Change' }).click();
  expect(await dialog.getByLabel('Days', { exact: true }).inputValue()).toBe('1');

  const request = { creatorId: creator.id, packageId, eventType: 'wedding', eventDate: dateInDays(60) };
  const [, second] = [
    await send('POST', '/api/v1/bookings', client, { ...request, eventLocation: 'Old mill' }),
    await send('POST', '/api/v1/bookings', client, { ...request, eventLocation: 'New mill' }),
  ];
  await showPage(pro.page, `/bookings/${second.id}`);
  await waitForText(pro.page, 'You have 1 pending booking on the same day.');
});
