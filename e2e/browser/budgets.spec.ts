import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
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
let sharedPaths: Record<'open' | 'protected', string>;
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
  galleryId = await galleries.create(bookings.confirmed, 'The garden party', 2);
  await galleries.send('POST', `/api/v1/galleries/${galleryId}/ready`, creator);
  const share = async (link: object): Promise<string> =>
    String((await galleries.send('POST', `/api/v1/galleries/${galleryId}/shares`, creator, link)).path);
  sharedPaths = { open: await share({}), protected: await share({ password: 'two rings' }) };
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

const visits: readonly Visit[] = [
  { of: '/', who: 'visitor', budget: publicBudget, shows: 'Who do you need?' },
  { of: '/dashboard', who: 'client', budget: pageBudget, shows: 'Ada & Ben in the garden' },
  { of: '/dashboard', who: 'creator', budget: pageBudget, shows: 'Ada & Ben in the garden' },
  { of: '/bookings', who: 'client', budget: pageBudget, shows: 'Ada & Ben in the garden' },
  {
    of: '/bookings/:id',
    who: 'client',
    // The gallery of a booking is one more request than other pages have.
    budget: { ...pageBudget, requests: 13 },
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
    to: () => sharedPaths.open,
  },
  {
    of: '/shared-galleries/:token',
    who: 'visitor',
    budget: galleryBudget,
    shows: 'Enter the password',
    to: () => sharedPaths.protected,
  },
  { of: '/vendor-recommendations', who: 'visitor', budget: pageBudget, shows: 'A DJ for a birthday' },
  { of: '/leads', who: 'client', budget: pageBudget, shows: 'Your lead' },
  { of: '/leads', who: 'creator', budget: pageBudget, shows: 'Unlock - $25' },
  { of: '/leads/create', who: 'client', budget: formBudget, shows: 'Budget and size' },
  {
    of: '/bookings/create',
    who: 'client',
    budget: formBudget,
    shows: 'The event',
    to: ({ creator }) => `/bookings/create?creator=${creator.id}`,
  },
  { of: '/onboarding', who: 'creator', budget: formBudget, shows: 'Step 1 of 4' },
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
