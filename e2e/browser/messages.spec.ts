import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '#platform/testing';
import { createFixtures } from './fixtures.suite.ts';
import { testSite } from './test-site.suite.ts';
import { waitForText } from './visitor.suite.ts';

const site = testSite();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that the page breaks, as axe names them. */
const violationsOn = async (page: Page): Promise<readonly string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: tool } = window as unknown as { axe: typeof import('axe-core') };
    return (await tool.run(document)).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
};
const write = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.keyboard.press('Enter');
};

test('a client and a professional exchange messages, and the bell shows notifications that arrived in the meantime', async () => {
  const { creator, client } = await createFixtures(site.url);
  const ann = await site.signedIn(client.email);
  const bo = await site.signedIn(creator.email);

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
  expect(await violationsOn(ann.page)).toEqual([]);

  await ann.page.goto('/messages');
  await waitForText(ann.page, 'At two.');
  await write(bo.page, 'One more thing: who is the contact on the day?');
  await ann.page.getByRole('link', { name: 'Messages 1 unread' }).waitFor();
  await ann.page.getByRole('link', { name: /One more thing/ }).click();
  await eventually(async () => (await ann.page.getByRole('link', { name: /^Messages \d+ unread/ }).count()) === 0);

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
  await ann.page.reload();
  await ann.page.getByRole('switch', { name: 'Bookings: Email', checked: false }).waitFor();
  expect([ann.pageErrors, bo.pageErrors]).toEqual([[], []]);
});
