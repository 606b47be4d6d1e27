import { beforeAll, describe, expect } from '@jest/globals';
import type { Locator, Page, Request } from 'playwright-core';
import { eventually } from '#platform/testing';
import { type Fixtures, payBooking } from './fixtures.suite.ts';
import { galleryMaker } from './gallery-fixtures.suite.ts';
import { dependentTests, testSite } from './test-site.suite.ts';
import { scrollsSideways, showPage, type Visitor, waitForText } from './visitor.suite.ts';

const phone = { width: 390, height: 844 };

const site = testSite({ product: 'galleries' });
let fixtures: Fixtures;
let galleries: ReturnType<typeof galleryMaker>;
let bookingId: string;
let galleryId: string;
let mara: Visitor;
beforeAll(async () => {
  fixtures = await site.fixtures();
  galleries = galleryMaker(site, fixtures);
  bookingId = await galleries.book('2999-08-20', 'Ada & Ben in the garden');
  await payBooking(galleries.send, fixtures.client, bookingId, 'deposit');
  galleryId = await galleries.create(bookingId, 'The garden party', 3);
  mara = await site.signedIn(fixtures.creator.email);
  await mara.context.grantPermissions(['clipboard-read', 'clipboard-write']);
});

const opens = (page: Page): Promise<void> =>
  page.getByRole('heading', { level: 1, name: 'The garden party' }).waitFor();
const loaded = (page: Page): Promise<void> => page.locator('.tile img.sharp').nth(2).waitFor();
const isMissing = async (page: Page): Promise<string> => {
  await page.getByRole('heading', { level: 1, name: 'This link does not exist' }).waitFor();
  return page.locator('main').innerText();
};

/** A visitor without an account, on a phone. `requests` are those of all their pages. */
const guest = async (): Promise<Visitor & { requests: Request[] }> => {
  const visitor = await site.visitor();
  const requests: Request[] = [];
  visitor.context.on('request', (request) => requests.push(request));
  await visitor.page.setViewportSize(phone);
  return { ...visitor, requests };
};

/** The dialog with the gallery's links. */
const shareDialog = (): Locator => mara.page.getByRole('dialog', { name: 'Share Gallery' });
/** Opens it on the gallery's page. */
const openShares = async (): Promise<Locator> => {
  await mara.page.getByRole('button', { name: 'Share', exact: true }).click();
  await shareDialog().waitFor();
  return shareDialog();
};

describe('a link to a gallery', () => {
  const step = dependentTests();
  let link = '';
  let ann: Awaited<ReturnType<typeof guest>>;

  step('does not work while the gallery is a draft', async () => {
    const { path } = await galleries.send('POST', `/api/v1/galleries/${galleryId}/shares`, fixtures.creator, {});
    ann = await guest();
    await ann.page.goto(String(path));
    await isMissing(ann.page);
    await mara.page.goto(`/galleries/${galleryId}`);
    const dialog = await openShares();
    await waitForText(dialog, 'Links work once the gallery is marked as ready.');
    await galleries.send('POST', `/api/v1/galleries/${galleryId}/ready`, fixtures.creator);
    await ann.page.reload();
    await opens(ann.page);
    await waitForText(ann.page, 'These are previews with a watermark.');
  });

  step('is created with a PIN, and copied', async () => {
    await galleries.send('POST', `/api/v1/galleries/${galleryId}/deliver`, fixtures.creator);
    await payBooking(galleries.send, fixtures.client, bookingId, 'balance');
    const dialog = shareDialog();
    await dialog.getByRole('button', { name: 'Create Link' }).click();
    expect(await dialog.getByLabel('PIN').count()).toBe(0);
    await dialog.getByLabel('View and download').check();
    await dialog.getByLabel('Name').fill('Grandparents');
    await dialog.getByLabel('PIN').fill('47');
    await dialog.getByRole('button', { name: 'Create Link' }).click();
    await waitForText(dialog, 'A PIN has 4 to 8 digits');
    await dialog.getByLabel('PIN').fill('4711');
    await dialog.getByRole('button', { name: 'Create Link' }).click();
    await waitForText(dialog, 'View and download · PIN for downloads');
    await waitForText(dialog, 'Not opened yet');
    link = await dialog.getByLabel('Address of Grandparents').inputValue();
    expect(link).toMatch(new RegExp(`^${site.url}/shared-galleries/[^/]+$`));
    await dialog.getByRole('button', { name: 'Copy Grandparents' }).click();
    await waitForText(dialog, 'Copied');
    expect(await mara.page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  });

  step('refuses a wrong PIN', async () => {
    const { page } = ann;
    await page.goto(link);
    await waitForText(
      page,
      'Enter the PIN that you received with the link to download photos and videos, or only view them.',
    );
    const open = page.getByRole('button', { name: 'Open Gallery' });
    await open.click();
    await page.getByText('Enter the PIN', { exact: true }).waitFor();
    await page.getByLabel('PIN').fill('0000');
    await open.click();
    await waitForText(page, 'This PIN is wrong');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('pin');
    expect(await page.locator('.tile').count()).toBe(0);
  });

  step('can be viewed without the PIN', async () => {
    const { page } = ann;
    await page.getByRole('button', { name: 'View without downloading' }).click();
    await opens(page);
    await loaded(page);
    expect(await page.getByRole('button', { name: 'Download All' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Enter PIN to Download' }).click();
    await page.getByRole('button', { name: 'Back to the gallery' }).click();
    await opens(page);
    await page.getByRole('button', { name: 'Enter PIN to Download' }).click();
  });

  step('opens with the right PIN, on a phone, and stays open after a reload', async () => {
    const { page, pageErrors } = ann;
    await page.getByLabel('PIN').fill('4711');
    await page.getByRole('button', { name: 'Open Gallery' }).click();
    pageErrors.length = 0;
    await page.getByRole('button', { name: 'Download All' }).waitFor();
    await page.reload();
    await opens(page);
    await loaded(page);
    await waitForText(page, /^by Mara Quinn$/i);
    await waitForText(page, /^Wedding · August 20, 2999 · 3 items · 0 MB$/);
    expect(await page.getByRole('button', { name: /Favorite|Edit/ }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Back' }).count()).toBe(0);
    expect(await scrollsSideways(page)).toBe(false);
    expect(pageErrors).toEqual([]);
  });

  step('downloads one file, and all files as one archive', async () => {
    const { page } = ann;
    await page.getByRole('button', { name: 'Open Photo 2.jpg' }).click();
    const lightbox = page.getByRole('dialog', { name: 'Lightbox' });
    await waitForText(lightbox, '2 / 3');
    expect(await lightbox.getByRole('button', { name: 'Favorite' }).count()).toBe(0);
    const [one] = await Promise.all([
      page.waitForEvent('download'),
      lightbox.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(one.suggestedFilename()).toBe('Photo 2.jpg');
    await page.keyboard.press('Escape');
    await lightbox.waitFor({ state: 'hidden' });
    const [all] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download All' }).click(),
    ]);
    expect(all.suggestedFilename()).toMatch(/\.zip$/);
    expect(await all.failure()).toBeNull();
  });

  step('is never sent to another site, nor as a referrer', async () => {
    expect(ann.requests.length).toBeGreaterThan(20);
    expect(new Set(ann.requests.map((request) => new URL(request.url()).origin))).toEqual(new Set([site.url]));
    const referrers = await Promise.all(ann.requests.map((request) => request.headerValue('referer')));
    expect(referrers.filter((referrer) => referrer?.includes('shared-galleries'))).toEqual([]);
  });

  step('shows its creator who opened it, and what they downloaded', async () => {
    await mara.page.keyboard.press('Escape');
    await shareDialog().waitFor({ state: 'hidden' });
    const dialog = await openShares();
    const item = dialog.getByRole('listitem').filter({ hasText: 'Grandparents' });
    await item.getByText('2 visits · 2 downloads').click();
    await waitForText(item, 'A visitor downloaded all files');
    await waitForText(item, 'A visitor downloaded Photo 2.jpg');
    await waitForText(item, 'A visitor opened the gallery');
  });

  step('no longer exists once it is revoked', async () => {
    const { page } = ann;
    const image = (await page.locator('.tile img').first().getAttribute('src')) ?? '';
    const statusOf = () => page.evaluate(async (url) => (await fetch(url, { cache: 'no-store' })).status, image);
    expect(await statusOf()).toBe(200);
    const dialog = shareDialog();
    await dialog.getByRole('button', { name: 'Revoke Grandparents' }).click();
    const confirmation = mara.page.getByRole('dialog', { name: 'Revoke this link?' });
    await confirmation.getByRole('button', { name: 'Revoke', exact: true }).click();
    await waitForText(dialog, 'Revoked');
    expect(await dialog.getByLabel('Address of Grandparents').count()).toBe(0);
    await eventually(async () => (await statusOf()) === 404, 'the picture is no longer served');
    await page.reload();
    const text = await isMissing(page);
    await showPage(page, '/shared-galleries/guessed');
    expect(await isMissing(page)).toBe(text);
  });

  step('can have a password and a last day, and be for viewing only', async () => {
    const dialog = shareDialog();
    await dialog.getByRole('button', { name: 'Create Link' }).click();
    await dialog.getByLabel('Password').fill('rings');
    await dialog.getByLabel('Last day').fill('2020-01-01');
    await dialog.getByRole('button', { name: 'Create Link' }).click();
    await waitForText(dialog, 'The password must be at least 6 characters');
    await waitForText(dialog, 'Choose a date that has not passed');
    await dialog.getByLabel('Password').fill('two rings');
    await dialog.getByLabel('Last day').fill('2999-12-31');
    await dialog.getByRole('button', { name: 'Create Link' }).click();
    await waitForText(dialog, 'View only · Password · Until Dec 31, 2999');
    link = await dialog
      .getByRole('listitem')
      .filter({ hasText: 'Until Dec 31, 2999' })
      .getByRole('textbox')
      .inputValue();

    const { page } = ann;
    await showPage(page, new URL(link).pathname);
    await page.getByLabel('Password').fill('three rings');
    await page.keyboard.press('Enter');
    await waitForText(page, 'This password is wrong');
    await page.getByLabel('Password').fill('two rings');
    await page.keyboard.press('Enter');
    await opens(page);
    await loaded(page);
    expect(await page.getByRole('button', { name: /Download|PIN/ }).count()).toBe(0);
  });
});
