import { beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { eventually } from '#platform/testing';
import type { Fixtures } from './fixtures.suite.ts';
import { testSite } from './test-site.suite.ts';
import {
  choose,
  hydrated,
  scrollsSideways,
  setUpProfile,
  showPage,
  signUp,
  type Visitor,
  waitForText,
} from './visitor.suite.ts';

const site = testSite({ product: 'market' });

let creator: Fixtures['creator'];
/** The creator, whose page the first and the last test use. */
let mara: Visitor;
beforeAll(async () => {
  ({ creator } = await site.fixtures());
  mara = await site.signedIn(creator.email, '/settings');
});

type File = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

const picture = async (name: string, width: number, height: number, background: string): Promise<File> => {
  const gradient = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${background}"/><circle cx="30%" cy="40%" r="25%" fill="#f2b84b"/></svg>`;
  const format = name.endsWith('.png') ? 'png' : 'jpeg';
  return { name, mimeType: `image/${format}`, buffer: await sharp(Buffer.from(gradient)).toFormat(format).toBuffer() };
};
const broken: File = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('This is not a picture.') };
const pdf: File = { name: 'prices.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') };

const chooseFiles = (page: Page, files: File[]): Promise<void> =>
  page.getByTestId('portfolio-files').setInputFiles(files);
const tiles = (page: Page): Locator => page.locator('.tile');
const names = async (page: Page): Promise<readonly string[]> => tiles(page).locator('b').allInnerTexts();
/** How many pictures of the page were loaded with all their pixels. */
const loadedPictures = (page: Page, selector: string): Promise<number> =>
  page
    .locator(selector)
    .evaluateAll((all) => (all as HTMLImageElement[]).filter((one) => one.complete && one.naturalWidth > 0).length);
/**
 * Scrolls to the portfolio until `shown`, by default its editor, is visible. The editor and the list of missing parts
 * above it are loaded once they are near the visible part of the page, and what is above them grows while it loads.
 */
const scrollToPortfolio = (page: Page, shown = page.getByText(/^\d+ of 30 photos$/).first()): Promise<unknown> =>
  eventually(async () => {
    await page.getByRole('heading', { name: 'Portfolio', exact: true }).scrollIntoViewIfNeeded();
    return shown.isVisible();
  }, 'the part of the page at the portfolio');

test('a creator uploads pictures, orders, describes and deletes them, and a visitor sees the result', async () => {
  const { page, pageErrors } = mara;
  await scrollToPortfolio(page);
  await waitForText(page, '0 of 30 photos');
  const missingPictures = page.getByText('Add photos to your portfolio');
  await scrollToPortfolio(page, missingPictures);
  await chooseFiles(page, [
    await picture('first.jpg', 1_600, 1_200, '#8c3f4d'),
    await picture('second.png', 900, 1_350, '#1f5a4d'),
    broken,
    await picture('third.jpg', 1_200, 800, '#18324a'),
  ]);
  await waitForText(page, '3 of 30 photos');
  await waitForText(page, 'This file is not a photo that Festoon can show.');
  await missingPictures.waitFor({ state: 'detached' });
  await eventually(async () => (await loadedPictures(page, '.tile img[srcset]')) === 3);
  const namesAre = (...expected: string[]) => eventually(async () => (await names(page)).join() === expected.join());
  await namesAre('first.jpg', 'second.png', 'broken.jpg', 'third.jpg');
  expect(pageErrors).toEqual([]);

  // A file that is refused before it is sent does not stop the others.
  await chooseFiles(page, [pdf, await picture('fourth.jpg', 800, 800, '#d9734e')]);
  await waitForText(page, '4 of 30 photos');
  expect(await tiles(page).getByRole('alert').allInnerTexts()).toEqual([
    'This file is not a photo that Festoon can show.',
  ]);
  await page.getByRole('button', { name: 'Remove prices.pdf' }).click();
  await page.getByRole('button', { name: 'Dismiss broken.jpg' }).click();
  await eventually(async () => (await names(page)).length === 4);

  // With the keyboard: the button keeps the focus while its picture moves.
  await page.getByRole('button', { name: 'Move third.jpg earlier' }).focus();
  await page.keyboard.press('Enter');
  await eventually(async () => (await names(page))[1] === 'third.jpg');
  await eventually(() => page.evaluate(() => document.activeElement?.ariaLabel === 'Move third.jpg earlier'));
  await page.keyboard.press('Enter');
  await eventually(async () => (await names(page))[0] === 'third.jpg');
  const isDropped = async () => (await names(page)).join() === 'third.jpg,fourth.jpg,first.jpg,second.png';
  // The tiles may still move after the keyboard, so that a drag ends beside its target.
  await eventually(async () => {
    await page.locator('.tile', { hasText: 'fourth.jpg' }).dragTo(page.locator('.tile', { hasText: 'first.jpg' }));
    return eventually(isDropped, 'the picture is moved', 10_000).catch(() => false);
  });

  await page.getByRole('button', { name: 'Edit the caption of first.jpg' }).click();
  await page.getByLabel('Title').fill('First dance');
  await page.getByLabel('Description').fill('Under the old oak, at dusk.');
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await waitForText(page, 'Caption saved');
  await page.getByRole('button', { name: 'Delete second.png' }).click();
  await page.getByRole('button', { name: 'Keep photo' }).click();
  await page.getByRole('button', { name: 'Delete second.png' }).click();
  await page.getByRole('button', { name: 'Delete photo' }).click();
  await waitForText(page, '3 of 30 photos');
  await page.reload();
  await scrollToPortfolio(page);
  await waitForText(page, '3 of 30 photos');
  expect(await names(page)).toEqual(['third.jpg', 'fourth.jpg', 'First dance']);

  await page.getByTestId('avatar-file').setInputFiles(await picture('me.jpg', 600, 600, '#3a2743'));
  await eventually(async () => (await loadedPictures(page, 'header .account-picture')) === 1);
  await waitForText(page, 'Replace photo');

  const visitor = await site.visitor();
  await visitor.page.setViewportSize({ width: 390, height: 844 });
  await visitor.page.goto(`/creators/${creator.id}`);
  await waitForText(visitor.page, 'First dance');
  await waitForText(visitor.page, 'Under the old oak, at dusk.');
  const work = visitor.page.locator('.work');
  expect(await work.count()).toBe(3);
  for (let place = 0; place < 3; place += 1) await work.nth(place).scrollIntoViewIfNeeded();
  await eventually(async () => (await loadedPictures(visitor.page, '.work img')) === 3);
  expect(await work.first().getByText('Featured').count()).toBe(1);
  expect(await scrollsSideways(visitor.page)).toBe(false);
  await showPage(visitor.page, '/');
  await visitor.page.locator('a.creator', { hasText: 'Mara Quinn' }).scrollIntoViewIfNeeded();
  await eventually(async () => (await loadedPictures(visitor.page, '.creator img')) === 1);
  expect(await scrollsSideways(visitor.page)).toBe(false);
  expect(visitor.pageErrors).toEqual([]);
});

test('pictures that were uploaded during the onboarding survive a broken connection and a reload', async () => {
  const { page, context } = await site.visitor();
  await signUp(page, 'Vendor Services', { first: 'Nora', last: 'Vale', email: 'nora@example.com' });
  await page.getByText('Step 1 of 4').waitFor();
  await choose(page, 'Primary service', 'Photographer');
  await page.getByLabel('Weddings').check();
  await page.getByLabel('Years of experience').fill('4');
  await page.getByLabel('About you').fill('Light and people.');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Step 2 of 4').waitFor();
  let interrupted = 0;
  await page.route('**/storage/v1/upload/resumable/*', async (route) => {
    if (route.request().method() !== 'PATCH' || interrupted > 0) return route.continue();
    interrupted += 1;
    return route.abort('connectionreset');
  });
  await chooseFiles(page, [
    await picture('one.jpg', 800, 600, '#1f5a4d'),
    await picture('two.jpg', 800, 600, '#b93f26'),
  ]);
  await waitForText(page, '2 of 30 photos');
  expect(interrupted).toBe(1);
  await page.reload();
  await page.route('**/api/v1/profile/onboarding', async (route) => {
    await waitForText(page, 'Setting up your profile...');
    await route.continue();
  });
  await setUpProfile(page);
  await page.waitForURL('**/dashboard');
  await showPage(page, '/settings');
  await scrollToPortfolio(page);
  await waitForText(page, '2 of 30 photos');
  expect(await names(page)).toEqual(['one.jpg', 'two.jpg']);
  await context.close();
});

test('a creator changes a price, arranges packages and keeps a draft, and visitors see what is offered', async () => {
  const { page, context, pageErrors } = mara;
  pageErrors.length = 0;
  await showPage(page, '/settings?tab=services');
  const location = page.getByRole('region', { name: 'Location' });
  await choose(page, 'State', 'DC', 'District of C');
  await location.getByLabel('City').fill('Washington');
  await location.getByRole('button', { name: 'Save' }).click();
  await waitForText(page, 'Location saved');
  const form = page.getByRole('region', { name: 'Packages' });
  const card = (place: number) => form.getByRole('group', { name: `Package ${place}`, exact: true });
  const nameIn = (place: number) => card(place).getByLabel('Name');
  const [first, second] = [await nameIn(1).inputValue(), await nameIn(2).inputValue()];
  await card(1).getByLabel('Price').fill('');
  await form.getByRole('button', { name: 'Save' }).click();
  await waitForText(page, 'Price is required');
  await card(1).getByLabel('Price').fill('1234.5');
  await form.getByRole('button', { name: 'Move package 1 down' }).click();
  await eventually(async () => (await nameIn(1).inputValue()) === second);
  await form.getByRole('button', { name: 'Add another package' }).click();
  await nameIn(3).fill('Elopement');
  await card(3).getByLabel('Price').fill('600');
  await card(3).getByLabel('Duration in hours').fill('2');
  await card(3).getByLabel('Draft: only you see it').check();
  await form.getByRole('button', { name: 'Save' }).click();
  await waitForText(page, 'Packages saved');

  const visitor = await site.visitor();
  await visitor.page.goto(`/creators/${creator.id}`);
  await hydrated(visitor.page);
  await waitForText(visitor.page, 'Washington, DC');
  await visitor.page.getByRole('tab', { name: 'Packages & Pricing' }).click();
  await waitForText(visitor.page, '$1,234.50');
  const offers = await visitor.page.getByRole('tabpanel').innerText();
  expect(offers.indexOf(second)).toBeLessThan(offers.indexOf(first));
  expect(offers).not.toContain('Elopement');

  const priceIn = (place: number) => card(place).getByLabel('Price').inputValue();
  const price = await priceIn(1);
  await nameIn(1).fill('Typed in this tab');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  await leaving.getByRole('button', { name: 'Stay' }).click();
  await leaving.waitFor({ state: 'hidden' });
  await page.getByRole('tab', { name: 'Security' }).click();
  await page.goBack();
  expect([await leaving.count(), await nameIn(1).inputValue()]).toEqual([0, 'Typed in this tab']);
  const otherTab = await context.newPage();
  await otherTab.goto('/settings?tab=services');
  const otherForm = otherTab.getByRole('region', { name: 'Packages' });
  const saved = otherForm.getByLabel('Name');
  await saved.nth(2).waitFor();
  expect(await saved.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))).toEqual([
    second,
    first,
    'Elopement',
  ]);
  expect(await otherForm.getByLabel('Draft: only you see it').nth(2).isChecked()).toBe(true);
  await otherForm.getByLabel('Price').first().fill('777');
  await otherForm.getByRole('button', { name: 'Save' }).click();
  await waitForText(otherTab, 'Packages saved');
  const swap = async (button: string, name: string, shownPrice: string) => {
    await form.getByRole('button', { name: button }).click();
    await eventually(async () => (await nameIn(1).inputValue()) === name && (await priceIn(1)) === shownPrice, button);
  };
  await waitForText(page, 'You see what you typed. Saving it replaces the other changes.');
  expect(await nameIn(1).inputValue()).toBe('Typed in this tab');
  await swap('Show what is saved', second, '777.00');
  await swap('Show what I typed', 'Typed in this tab', price);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await waitForText(page, 'Packages saved');
  await form.getByText('This was changed in another tab or on another device.').waitFor({ state: 'detached' });
  await eventually(async () => (await otherForm.getByLabel('Name').first().inputValue()) === 'Typed in this tab');
  // Nothing is unsaved now.
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await page.waitForURL('**/dashboard');
  expect([...pageErrors, ...visitor.pageErrors]).toEqual([]);
});
