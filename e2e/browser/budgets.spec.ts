import { statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { projectFolder } from '#platform/config';
import type { Fixtures } from './fixtures.suite.ts';
import { galleryMaker } from './gallery-fixtures.suite.ts';
import type { Stored } from './stored-session.ts';
import { testSite } from './test-site.suite.ts';

/** JavaScript as it is sent, in bytes: before the page shows its data, and in total. */
type Budget = { before: number; total: number; requests?: number };
type Who = 'visitor' | 'client' | 'creator';

const pageBudget: Budget = { before: 200_000, total: 250_000, requests: 12 };
/** Without the component library. */
const publicBudget: Budget = { before: 125_000, total: 125_000, requests: 12 };
const galleryBudget: Budget = { before: 230_000, total: 260_000 };
const formBudget: Budget = { before: 340_000, total: 340_000 };

const site = testSite({ product: 'screens' });
let fixtures: Fixtures;
let galleryId: string;
let sharedPath: string;
let storedStates: Record<Who, Stored | undefined>;
const storedSession = async (email: string): Promise<Stored> => {
  const { context } = await site.signedIn(email);
  const state = await context.storageState();
  await context.close();
  return state;
};
beforeAll(async () => {
  fixtures = await site.fixtures();
  const { client, creator, bookings } = fixtures;
  const galleries = galleryMaker(site, fixtures);
  galleryId = await galleries.ready(bookings.confirmed, 'The garden party', 2);
  const share = await galleries.send('POST', `/api/v1/galleries/${galleryId}/shares`, creator, {});
  sharedPath = String(share.path);
  storedStates = {
    visitor: undefined,
    client: await storedSession(client.email),
    creator: await storedSession(creator.email),
  };
});

/**
 * Marks the time at which the page first shows this text, in the page itself: what it loads right afterwards must not
 * be counted. On a busy machine the next frame can be late, so every change of the document is looked at. A style sheet
 * can show the text without such a change, so every frame is looked at as well.
 */
const markContent = (text: string): void => {
  let marked = false;
  const look = () => {
    if (marked || !document.querySelector<HTMLElement>('#root:not([inert])')?.innerText.includes(text)) return;
    marked = true;
    observer.disconnect();
    performance.mark('content');
  };
  const lookAtFrame = () => {
    look();
    if (!marked) requestAnimationFrame(lookAtFrame);
  };
  const observer = new MutationObserver(look);
  addEventListener('DOMContentLoaded', () => {
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    lookAtFrame();
  });
};

/** What the page has requested, with an empty cache: number of requests and bytes of JavaScript. */
const measure = (one: Page) =>
  one.evaluate(() => {
    const content = performance.getEntriesByName('content')[0]?.startTime ?? 0;
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    // Pictures are content, and shown with a placeholder until they are loaded.
    const earlyResources = resources.filter(
      ({ startTime, initiatorType }) => startTime < content && initiatorType !== 'img',
    );
    const scripts = (some: PerformanceResourceTiming[]) =>
      some
        .filter(({ name }) => name.endsWith('.js'))
        .reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0);
    // The document is a request too.
    return { before: scripts(earlyResources), total: scripts(resources), requests: earlyResources.length + 1 };
  });

type Visit = { of: string; who: Who; budget: Budget; shows: string; to?: (fixtures: Fixtures) => string };

// Each is a route with code of its own: what other users see there is a part of it.
const visits: readonly Visit[] = [
  { of: '/', who: 'visitor', budget: publicBudget, shows: 'Who do you need?' },
  { of: '/dashboard', who: 'creator', budget: pageBudget, shows: 'Ada & Ben in the garden' },
  { of: '/bookings', who: 'client', budget: pageBudget, shows: 'Ada & Ben in the garden' },
  {
    of: '/bookings/:id',
    who: 'client',
    budget: pageBudget,
    shows: 'Requested by',
    to: ({ bookings }) => `/bookings/${bookings.confirmed}`,
  },
  {
    of: '/galleries/:id',
    who: 'client',
    budget: galleryBudget,
    shows: 'These are previews',
    to: () => `/galleries/${galleryId}`,
  },
  {
    of: '/shared-galleries/:token',
    who: 'visitor',
    budget: galleryBudget,
    shows: 'These are previews',
    to: () => sharedPath,
  },
  { of: '/vendor-recommendations', who: 'visitor', budget: pageBudget, shows: 'A DJ for a birthday' },
  { of: '/leads', who: 'creator', budget: pageBudget, shows: 'Unlock - $25' },
  { of: '/leads/create', who: 'client', budget: formBudget, shows: 'Budget and size' },
  { of: '/settings', who: 'creator', budget: formBudget, shows: 'What clients see on your profile.' },
];

test.each(visits)('$of for a $who stays within its budget', async ({ of, who, budget, shows, to }) => {
  const { page, context } = await site.visitor(storedStates[who]);
  await page.addInitScript(markContent, shows);
  // The socket, which visitors do not have, is opened last.
  const socket = who === 'visitor' ? undefined : page.waitForEvent('websocket');
  await Promise.all([socket, page.goto(to?.(fixtures) ?? of)]);
  await page.waitForFunction(() => performance.getEntriesByName('content').length > 0);
  await page.waitForLoadState('networkidle');
  const { before, total, requests } = await measure(page);
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThanOrEqual(budget.before);
  expect(total).toBeLessThanOrEqual(budget.total);
  if (budget.requests !== undefined) expect(requests).toBeLessThanOrEqual(budget.requests);
  await context.close();
});

/** The bytes of the JavaScript that the document of a page requests itself. */
const linkedBytes = async (path: string): Promise<number> => {
  const html = await (await fetch(`${site.url}${path}`)).text();
  const scripts = [...html.matchAll(/(?:src|rel="modulepreload" crossorigin href)="(\/[^"]+\.js)"/g)];
  const sizes = scripts.map(([, file]) => statSync(join(projectFolder(), `dist/frontend${file}.br`)).size);
  return sizes.reduce((sum, size) => sum + size, 0);
};

test('the documents of other pages with long forms link no more code than their budget', async () => {
  for (const path of ['/bookings/create', '/onboarding']) {
    const bytes = await linkedBytes(path);
    expect([path, bytes > 100_000, bytes <= formBudget.before]).toEqual([path, true, true]);
  }
});
