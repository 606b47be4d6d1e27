import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { eventually } from '#platform/testing';
import { violationsOn } from './accessibility.suite.ts';
import { testSite } from './test-site.suite.ts';
import { intercept, showPage, type Visitor, waitForText } from './visitor.suite.ts';

const site = testSite({ product: 'market' });
/** The client and the professional. All tests use their pages; they have a conversation about each of two bookings. */
let ann: Visitor;
let bo: Visitor;
beforeAll(async () => {
  const { creator, client } = await site.fixtures();
  ann = await site.signedIn(client.email);
  bo = await site.signedIn(creator.email);
});

const write = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.keyboard.press('Enter');
};

/** Chromium without a screen shows every page, so the test says that the user looks at another tab. */
const setVisibility = (page: Page, state: DocumentVisibilityState): Promise<void> =>
  page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('a client and a professional exchange messages, and the bell shows notifications that arrived in the meantime', async () => {
  await ann.page.goto('/bookings');
  await ann.page
    .getByRole('link', { name: /^Message about/ })
    .first()
    .click();
  await ann.page.waitForURL('**/messages/thread-*');
  await waitForText(ann.page, 'Write the first message');
  await bo.page.goto(new URL(ann.page.url()).pathname);
  await waitForText(bo.page, 'Write the first message');
  await write(ann.page, 'When do you arrive on Saturday?');
  await waitForText(bo.page, 'When do you arrive on Saturday?');
  const isRead = ann.page.waitForResponse((response) => response.url().endsWith('/read'));
  await write(bo.page, 'At two. Is there parking near the barn?');
  await waitForText(ann.page, 'Is there parking near the barn?');
  await isRead;

  const field = ann.page.getByLabel('Message', { exact: true });
  await field.fill('One line');
  await field.press('Shift+Enter');
  await field.pressSequentially('and another');
  expect(await field.inputValue()).toBe('One line\nand another');
  const sendPath = /\/api\/v1\/threads\/[^/]+\/messages$/;
  const endFailures = await intercept(ann.page, sendPath, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { code: 'unexpected', message: '' } })
      : route.fallback(),
  );
  await field.press('Enter');
  await write(ann.page, 'Never mind');
  const unsent = ann.page.getByRole('alert').filter({ hasText: 'Not sent.' });
  await unsent.nth(1).waitFor();
  await unsent.nth(1).getByRole('button', { name: 'Discard' }).click();
  await eventually(async () => (await unsent.count()) === 1, 'the discarded message is gone');
  expect(await ann.page.getByText('Never mind').count()).toBe(0);
  endFailures();
  await unsent.getByRole('button', { name: 'Try again' }).click();
  await waitForText(bo.page, /One line\s+and another/);
  await unsent.waitFor({ state: 'detached' });

  await ann.page.getByLabel('Message', { exact: true }).fill('Not sent yet');
  await ann.page.getByRole('link', { name: 'Bookings', exact: true }).click();
  await ann.page.getByRole('heading', { name: 'My Bookings' }).waitFor();
  await ann.page.goBack();
  const written = ann.page.getByLabel('Message', { exact: true });
  await eventually(async () => (await written.inputValue()) === 'Not sent yet', 'the text is kept');
  await written.fill('');
  await showPage(ann.page, '/messages');
  await written.waitFor({ state: 'detached' });
  await waitForText(ann.page, /One line\s+and another/);
  await write(bo.page, 'One more thing: who is the contact on the day?');
  await ann.page.getByRole('link', { name: 'Messages 1 unread' }).waitFor();
  await ann.page.getByRole('link', { name: /One more thing/ }).click();
  await eventually(async () => (await ann.page.getByRole('link', { name: /^Messages \d+ unread/ }).count()) === 0);

  const reads: string[] = [];
  ann.page.on('request', (request) => request.url().endsWith('/read') && reads.push(request.url()));
  await setVisibility(ann.page, 'hidden');
  await write(bo.page, 'I found the number myself.');
  await waitForText(ann.page, 'I found the number myself.');
  await ann.page.getByRole('link', { name: 'Messages 1 unread' }).waitFor();
  expect(reads).toEqual([]);
  await setVisibility(ann.page, 'visible');
  await eventually(async () => (await ann.page.getByRole('link', { name: /^Messages \d+ unread/ }).count()) === 0);

  const openReport = async () => {
    await ann.page.getByRole('button', { name: 'More' }).click();
    await ann.page.getByRole('menuitem', { name: 'Report' }).click();
  };
  await openReport();
  const report = ann.page.getByRole('dialog', { name: 'Report this conversation' });
  expect(await report.getByRole('button', { name: 'Report' }).isDisabled()).toBe(true);
  await report.getByLabel('What is wrong?').fill('Asks for money outside of Festoon');
  await report.getByRole('button', { name: 'Report' }).click();
  await waitForText(ann.page, 'Our support team will look into it.');
  await report.waitFor({ state: 'hidden' });
  await openReport();
  expect(await report.getByLabel('What is wrong?').inputValue()).toBe('');
  await report.getByRole('button', { name: 'Cancel' }).click();
  await report.waitFor({ state: 'hidden' });

  await bo.page.getByRole('button', { name: 'More' }).click();
  await bo.page.getByRole('menuitem', { name: 'Block' }).click();
  await bo.page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await waitForText(ann.page, 'This conversation was ended by the other party.');

  await ann.page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click();
  await waitForText(ann.page, 'Your booking is confirmed');
  await ann.page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  expect(await violationsOn(ann.page)).toEqual([]);
  await ann.page.getByRole('link', { name: 'Settings', exact: true }).click();
  await ann.page.getByRole('switch', { name: 'Bookings: Email' }).click();
  await waitForText(ann.page, 'Notifications saved');
  await ann.page.getByRole('switch', { name: 'Bookings: Email', checked: false, disabled: false }).waitFor();
  // The browser notes the two responses with an error.
  const isFailure = (error: string) => /status of 500 .*\/messages/.test(error);
  expect([ann.pageErrors.filter((error) => !isFailure(error)), bo.pageErrors]).toEqual([[], []]);
});

test('files are uploaded while a message is written, and both parties open and download them', async () => {
  const { page } = ann;
  for (const { pageErrors } of [ann, bo]) pageErrors.length = 0;
  await showPage(page, '/bookings');
  await page
    .getByRole('link', { name: /^Message about/ })
    .last()
    .click();
  await page.waitForURL('**/messages/thread-*');
  await waitForText(page, 'Write the first message');
  await page.getByRole('button', { name: 'Attach' }).waitFor();

  const stage = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#336655' } })
    .png()
    .toBuffer();
  const plan = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n');
  await page.getByLabel('Choose files').setInputFiles([
    { name: 'stage.png', mimeType: 'image/png', buffer: stage },
    { name: 'prices.docx', mimeType: 'application/msword', buffer: Buffer.from('not a picture') },
    { name: 'plan.pdf', mimeType: 'application/pdf', buffer: plan },
  ]);
  const chosen = page.getByRole('list', { name: 'Files of this message' });
  await chosen.getByText('Only photos and PDFs can be attached.').waitFor();
  await page.getByRole('button', { name: 'Upload prices.docx again' }).waitFor();
  expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove prices.docx' }).click();
  await eventually(() => page.getByRole('button', { name: 'Send' }).isEnabled(), 'the files are uploaded');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('button', { name: 'Open stage.png' }).waitFor();
  expect(await chosen.count()).toBe(0);

  await showPage(bo.page, '/messages');
  await bo.page.getByRole('link', { name: /2 files/ }).click();
  await bo.page.getByRole('button', { name: 'Open stage.png' }).click();
  await bo.page.getByRole('dialog').getByRole('img', { name: 'stage.png' }).waitFor();
  await bo.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  const [download] = await Promise.all([
    bo.page.waitForEvent('download'),
    bo.page.getByRole('button', { name: /^Download plan\.pdf/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('plan.pdf');
  expect(readFileSync(await download.path())).toEqual(plan);
  expect(await violationsOn(bo.page)).toEqual([]);
  // The browser notes the response that refuses prices.docx.
  const isExpected = (error: string) => /status of 409 .*\/storage\/v1\/upload/.test(error);
  expect([ann.pageErrors.filter((error) => !isExpected(error)), bo.pageErrors]).toEqual([[], []]);
});

test('a client writes to a professional who unlocked their lead, in the conversation that a booking from the lead continues', async () => {
  const { creator, leadId, bookings } = await site.fixtures();
  const { page, pageErrors } = ann;
  pageErrors.length = 0;
  await showPage(page, '/leads/mine');
  await page.locator(`a[href="/messages?lead=${leadId}&professional=${creator.id}"]`).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('link', { name: 'Message Mara Quinn' }).click();
  await page.waitForURL('**/messages/thread-*');
  await page.getByRole('heading', { name: 'Mara Quinn' }).waitFor();
  const opened = page.url();
  await showPage(page, `/messages?booking=${bookings.pending}`);
  await page.waitForURL(opened);
  expect(pageErrors).toEqual([]);
});
