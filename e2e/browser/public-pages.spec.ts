import { beforeAll, expect, test } from '@jest/globals';
import type { Page, Response } from 'playwright-core';
import { eventually } from '#platform/testing';
import type { Fixtures } from './fixtures.suite.ts';
import { testSite } from './test-site.suite.ts';
import { hold, hydrated, showPage, type Visitor, waitForText } from './visitor.suite.ts';

const site = testSite({ product: 'screens' });
let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await site.fixtures();
  // The first page of each kind loads its code, which may take longer than a page may.
  const isRendered = async (path: string) => isComplete(await (await fetch(`${site.url}${path}`)).text());
  for (const path of ['/creators', `/creators/${fixtures.creator.id}`]) await eventually(() => isRendered(path));
});

/** The server sends a page without its content if rendering takes longer than 1.5 s. */
const isComplete = (html: string): boolean => html.includes('<div id="root" data-prerendered="page">');

/** Opens a page until it arrives with its content. `reads` then holds only what that page requests. */
const open = (page: Page, path: string, reads: string[] = []): Promise<Response> =>
  eventually(async () => {
    // The page of a failed attempt may still send requests.
    await page.goto('about:blank');
    reads.length = 0;
    const response = await page.goto(path);
    return response && isComplete(await response.text()) && response;
  }, `${path} is rendered`);

/** Without scripts nothing adds the content to a page that arrived without it. */
const openedComplete = (page: Page): Promise<unknown> =>
  eventually(async () => {
    if (isComplete(await page.content())) return true;
    await page.reload();
    return false;
  }, 'the page is rendered');

/** The requests for data that the page sends from now on. */
const readsOf = (page: Page): string[] => {
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) reads.push(pathname);
  });
  return reads;
};

/** A visitor whose tests share one document of a list. */
let stranger: Visitor;
beforeAll(async () => {
  stranger = await site.visitor();
});

test('without scripts a visitor finds a creator and reads the whole profile', async () => {
  const context = await stranger.context.browser()?.newContext({ baseURL: site.url, javaScriptEnabled: false });
  if (!context) throw new Error('The visitor has no browser');
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  await open(page, '/creators');
  await page.getByLabel('Location').fill('Austin, TX');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL('**/creators?*location=Austin*');
  await openedComplete(page);
  await page.getByRole('link', { name: /Mara Quinn/ }).click();
  await page.waitForURL(`**/creators/mara-quinn-${fixtures.creator.id}`);
  await openedComplete(page);
  expect(await page.title()).toBe('Mara Quinn, Photographer in Austin, TX · Festoon');
  for (const text of ['Ten years of weddings', 'No portfolio yet', '$3,600.00', 'Standard cancellation policy', 'Free'])
    expect(await page.getByText(text).first().isVisible()).toBe(true);
  expect(await page.getByRole('link', { name: 'Book Now' }).getAttribute('href')).toContain(fixtures.creator.id);
  await context.close();
});

test('with scripts the page works without requesting its data again', async () => {
  const { page, pageErrors } = stranger;
  const reads = readsOf(page);
  await open(page, `/creators/${fixtures.creator.id}`, reads);
  await hydrated(page);
  const tab = (name: string) => page.getByRole('tab', { name });
  await tab('Packages & Pricing').click();
  await waitForText(page.getByRole('tabpanel'), 'Full day');
  await page.keyboard.press('ArrowRight');
  await waitForText(page.getByRole('tabpanel'), 'Unknown: you can still request it');
  expect(await tab('Availability').evaluate((element) => element === document.activeElement)).toBe(true);
  expect(reads).toEqual([]);

  await open(page, '/creators?q=Mara', reads);
  await hydrated(page);
  expect(await page.getByLabel('Search creators').inputValue()).toBe('Mara');
  await page.getByLabel('Service').selectOption('dj');
  await page.waitForURL('**/creators?*service=dj*');
  await waitForText(page, 'No creators found');
  await page.getByRole('button', { name: 'Show all creators' }).click();
  await page.getByRole('link', { name: /Mara Quinn/ }).waitFor();
  expect(reads.filter((path) => path === '/api/v1/creators')).toHaveLength(2);
  expect(pageErrors).toEqual([]);
});

test('Back returns to the place where the list was left, and another page begins at its top', async () => {
  const { page } = stranger;
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 300 });
  await showPage(page, '/creators');
  const card = page.getByRole('link', { name: /Mara Quinn/ });
  await card.waitFor();
  const place = await page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight);
    return scrollY;
  });
  expect(place).toBeGreaterThan(200);
  // The place is known after the next frame.
  await page.evaluate(() => new Promise(requestAnimationFrame));
  // A click by the mouse could scroll.
  await card.evaluate((link: HTMLElement) => link.click());
  await page.waitForURL(`**/creators/mara-quinn-${fixtures.creator.id}`);
  await waitForText(page, 'Ten years of weddings');
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await page.getByLabel('Search creators').waitFor();
  await page.waitForFunction((top) => Math.abs(scrollY - top) < 2, place);
  if (size) await page.setViewportSize(size);
});

test('Back leads to the list of creators in a new tab, and otherwise to the page before', async () => {
  const { context, pageErrors } = stranger;
  const page = await context.newPage();
  const back = page.getByRole('button', { name: 'Back', exact: true });
  await open(page, `/creators/${fixtures.creator.id}`);
  await hydrated(page);
  await back.click();
  await page.waitForURL('**/creators');
  await showPage(page, '/creators?q=Mara');
  await page.getByRole('link', { name: /Mara Quinn/ }).click();
  await page.waitForURL(`**/creators/mara-quinn-${fixtures.creator.id}`);
  await back.click();
  await page.waitForURL('**/creators?q=Mara');
  expect(pageErrors).toEqual([]);
  await page.close();
});

test('a link to a part of another page leads to that part', async () => {
  const { page, pageErrors } = stranger;
  await showPage(page, '/creators?sort=rating');
  await page.getByRole('link', { name: 'How creators are ordered' }).click();
  await page.waitForURL('**/about#order');
  const heading = page.getByRole('heading', { name: 'How creators are ordered' });
  await page.waitForFunction((part) => part === document.activeElement, await heading.elementHandle());
  const { top, bottom } = await heading.evaluate((part) => part.getBoundingClientRect().toJSON());
  expect(top).toBeGreaterThan(0);
  expect(bottom).toBeLessThan(page.viewportSize()?.height ?? 0);
  expect(pageErrors).toEqual([]);
});

test('what a visitor does before the scripts run is not lost', async () => {
  const { page, context, pageErrors } = await site.visitor();
  const release = await hold(page, '**/assets/*.js');
  const openEarly = (path: string) =>
    eventually(async () => {
      const response = await page.goto(path, { waitUntil: 'commit' });
      return response && isComplete(await response.text());
    }, `${path} is rendered`);
  await openEarly('/creators');
  await page.getByLabel('Location').fill('Austin');
  await page.getByLabel('Service').selectOption('dj');
  const theme = await page.locator('html').getAttribute('data-theme');
  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
  expect(await page.locator('html').getAttribute('data-theme')).toBe(theme);
  release();
  await page.waitForURL('**/creators?*service=dj*');
  expect(new URL(page.url()).searchParams.get('location')).toBe('Austin');
  expect(await page.locator('html').getAttribute('data-theme')).not.toBe(theme);
  expect(await page.locator('[aria-busy="true"]').count()).toBe(0);
  expect(pageErrors).toEqual([]);
  await context.close();
});

test('for a signed-in user the page is completed after it runs', async () => {
  const { page, context, pageErrors } = await site.signedIn(fixtures.client.email);
  const reads = readsOf(page);
  await open(page, `/creators/${fixtures.creator.id}`, reads);
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Find Vendors' }).waitFor();
  expect(reads.filter((path) => path.startsWith('/api/v1/creators'))).toEqual([]);
  expect(pageErrors).toEqual([]);
  await context.close();
});

test('the public header leads users who are signed in to the list of creators', async () => {
  const { page, context, pageErrors } = await site.signedIn(fixtures.client.email, '/terms');
  const header = page.getByRole('navigation', { name: 'Main' });
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).waitFor();
  expect(await header.getByRole('link').allInnerTexts()).toEqual(['Browse Leads', 'Find Vendors']);
  await header.getByRole('link', { name: 'Find Vendors' }).click();
  await page.waitForURL('**/creators');
  expect(pageErrors).toEqual([]);
  await context.close();
});

test.each([
  ['/', 'Festoon · where events shine brighter'],
  ['/terms', 'Festoon · where events shine brighter'],
  ['/leads', 'Browse Leads · Festoon'],
  ['/creators', 'Creators · Festoon'],
])('link previews of %s show its title and one description', async (path, title) => {
  const html = await eventually(async () => {
    const text = await (await fetch(`${site.url}${path}`)).text();
    return (path !== '/creators' || isComplete(text)) && text;
  });
  const contents = (name: string) =>
    [...html.matchAll(new RegExp(`<meta property="og:${name}" content="([^"]*)"`, 'g'))].map(([, content]) => content);
  expect(contents('title')).toEqual([title]);
  expect(contents('site_name')).toEqual(['Festoon']);
  expect(contents('type')).toEqual(['website']);
  expect(contents('description')).toEqual([expect.stringMatching(/.{40}/)]);
});
