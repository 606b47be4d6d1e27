import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { routes } from '../../frontend/src/app/routes.tsx';
import { createFixtures, type Fixtures } from './fixtures.suite.ts';
import { testSite } from './test-site.suite.ts';
import type { Visitor } from './visitor.suite.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const themes = ['light', 'dark'] as const;
const widths = [1280, 768, 390];
const narrowest = 320;

type Who = 'visitor' | 'client' | 'creator';
/** `of` is the route and `to` the address to open. The page is complete when it shows `shows`, by default its heading. */
type Visit = { of: string; who: Who; to?: (fixtures: Fixtures) => string; shows?: string | RegExp };

const describedVisits: readonly Visit[] = [
  { of: '/', who: 'visitor', shows: 'Mara Quinn' },
  { of: '/terms', who: 'visitor', shows: /Terms/ },
  { of: '/privacy', who: 'visitor', shows: /Privacy/ },
  { of: '/cookies', who: 'visitor', shows: /Cookie/ },
  { of: '/about', who: 'visitor', shows: /About/ },
  { of: '/contact', who: 'visitor', shows: /Contact/ },
  { of: '/careers', who: 'visitor', shows: /Careers/ },
  { of: '/vendor-recommendations', who: 'visitor', shows: 'Tell Us What You Need' },
  { of: '/signup', who: 'visitor', shows: 'Offer Services' },
  { of: '/login', who: 'visitor', shows: 'Forgot password?' },
  { of: '/reset-password', who: 'visitor', shows: /Back to Sign In|Send/ },
  { of: '/creators', who: 'visitor', shows: 'Mara Quinn' },
  { of: '/creators/:id', who: 'visitor', to: ({ creator }) => `/creators/${creator.id}`, shows: 'Book Now' },
  { of: '/creators/:id', who: 'client', to: ({ creator }) => `/creators/${creator.id}`, shows: 'Book Now' },
  { of: '/payment-success', who: 'client', shows: 'Payment Complete' },
  { of: '/dashboard', who: 'client', shows: 'Your Posted Leads' },
  { of: '/dashboard', who: 'creator', shows: 'New Leads Available' },
  { of: '/onboarding', who: 'creator', shows: 'Step 1 of 4' },
  { of: '/leads', who: 'client', shows: 'Your lead' },
  { of: '/leads', who: 'creator', shows: 'Unlock - $25' },
  { of: '/leads/purchased', who: 'creator', shows: 'ada@example.com' },
  { of: '/leads/create', who: 'client', shows: 'Post Lead' },
  { of: '/leads/create', who: 'creator', shows: 'Clients post leads' },
  { of: '/bookings', who: 'client', shows: 'All (2)' },
  { of: '/bookings/create', who: 'client', shows: 'Creator not specified' },
  {
    of: '/bookings/create',
    who: 'client',
    to: ({ creator, packageId }) => `/bookings/create?creator=${creator.id}&package=${packageId}`,
    shows: '$1,080.00',
  },
  {
    of: '/bookings/create',
    who: 'creator',
    to: ({ creator, leadId }) => `/bookings/create?creator=${creator.id}&lead=${leadId}`,
    shows: 'Evening',
  },
  { of: '/bookings/:id', who: 'client', to: ({ bookings }) => `/bookings/${bookings.pending}`, shows: 'Requested by' },
  {
    of: '/bookings/:id',
    who: 'creator',
    to: ({ bookings }) => `/bookings/${bookings.confirmed}`,
    shows: 'Confirmed by',
  },
  { of: '/galleries', who: 'creator', shows: 'No galleries yet' },
  { of: '/settings', who: 'creator', shows: 'What clients see on your profile.' },
  { of: '/settings', who: 'client', to: () => '/settings?tab=security', shows: 'This device' },
  { of: '/settings', who: 'client', to: () => '/settings?tab=privacy', shows: 'Delete my account' },
  { of: '/settings', who: 'client', to: () => '/settings?tab=appearance', shows: 'Saved on this device.' },
  { of: '*', who: 'visitor', to: () => '/nowhere', shows: 'Oops! Page not found' },
];

/** Pages without an entry above, whose path has no parameters. */
const otherVisits = routes
  .filter(({ path }) => !path.includes(':') && !describedVisits.some(({ of }) => of === path))
  .map(({ path, shell }): Visit => ({ of: path, who: shell === 'signed-in' ? 'client' : 'visitor' }));
const visits = [...describedVisits, ...otherVisits];

const site = testSite();
let fixtures: Fixtures;
let people: Record<Who, Visitor>;
beforeAll(async () => {
  fixtures = await createFixtures(site.url);
  people = {
    visitor: await site.visitor(),
    client: await site.signedIn(fixtures.client.email),
    creator: await site.signedIn(fixtures.creator.email),
  };
});

/** What axe reports for the page as it is now. In the dark theme only colours differ, so only they are checked. */
const violations = async (page: Page, theme: (typeof themes)[number]): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(
    async (rules) => {
      const { axe: tool } = window as unknown as { axe: typeof import('axe-core') };
      const { violations: found } = await tool.run({ resultTypes: ['violations'], ...rules });
      return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    },
    theme === 'dark' ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {},
  );
};

const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

/** Checks a page in both themes and at every width. Returns the problems. */
const problemsOf = async (page: Page): Promise<string[]> => {
  const wrong: string[] = [];
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      wrong.push(...(await violations(page, colorScheme)).map((what) => `${colorScheme} ${width}: ${what}`));
      if (await scrollsSideways(page)) wrong.push(`${colorScheme} ${width}: scrolls sideways`);
    }
  }
  await page.setViewportSize({ width: narrowest, height: 800 });
  if (await scrollsSideways(page)) wrong.push(`${narrowest}: scrolls sideways`);
  return wrong;
};

const visit = async ({ page, pageErrors }: Visitor, path: string, shows?: string | RegExp): Promise<string[]> => {
  pageErrors.length = 0;
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(path);
  const awaited = shows === undefined ? page.getByRole('heading', { level: 1 }) : page.getByText(shows);
  await awaited.first().waitFor();
  await page.waitForFunction(() => !document.querySelector('.ant-skeleton, .skeleton-block, .loader'));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  // The page errors include what Chromium logs when the content security policy blocks a resource.
  return [...(await problemsOf(page)), ...pageErrors];
};

describe('pages have no errors or accessibility problems, in both themes and at every width', () => {
  test.each(visits.map((one) => [one.of, one.who, one] as const))('%s for a %s', async (_, who, { of, to, shows }) => {
    expect(await visit(people[who], to?.(fixtures) ?? of, shows)).toEqual([]);
  });

  test('the sandbox’s checkout', async () => {
    expect(await visit(people.creator, fixtures.checkout, 'Decline')).toEqual([]);
  });

  test('every route is visited', () => {
    expect(new Set(visits.map(({ of }) => of))).toEqual(new Set(routes.map(({ path }) => path)));
  });
});

test('without a session, signed-in pages redirect to the sign-in page', async () => {
  const { page } = people.visitor;
  for (const { path } of routes.filter(({ shell }) => shell === 'signed-in')) {
    await page.goto(path.replace(':id', fixtures.bookings.pending));
    await page.waitForURL('**/login');
  }
});
