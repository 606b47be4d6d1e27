import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { routes } from '../../frontend/src/app/routes.tsx';
import { type Scene, setScene } from './scene.suite.ts';
import { onStage } from './stage.suite.ts';
import type { Visitor } from './visitor.suite.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const themes = ['light', 'dark'] as const;
const widths = [1280, 768, 390];
const narrowest = 320;

type Who = 'nobody' | 'client' | 'creator';
/** `of` is the route, `to` where to go; `shows` is on the page once all of it is there: without it, the heading. */
type Visit = { of: string; who: Who; to?: (scene: Scene) => string; shows?: string | RegExp };

const describedVisits: readonly Visit[] = [
  { of: '/', who: 'nobody', shows: 'Mara Quinn' },
  { of: '/terms', who: 'nobody', shows: /Terms/ },
  { of: '/privacy', who: 'nobody', shows: /Privacy/ },
  { of: '/cookies', who: 'nobody', shows: /Cookie/ },
  { of: '/about', who: 'nobody', shows: /About/ },
  { of: '/contact', who: 'nobody', shows: /Contact/ },
  { of: '/careers', who: 'nobody', shows: /Careers/ },
  { of: '/vendor-recommendations', who: 'nobody', shows: 'Tell Us What You Need' },
  { of: '/signup', who: 'nobody', shows: 'Offer Services' },
  { of: '/login', who: 'nobody', shows: 'Forgot password?' },
  { of: '/reset-password', who: 'nobody', shows: /Back to Sign In|Send/ },
  { of: '/creators', who: 'nobody', shows: 'Mara Quinn' },
  { of: '/creators/:id', who: 'nobody', to: ({ creator }) => `/creators/${creator.id}`, shows: 'Book Now' },
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
  { of: '/settings', who: 'creator', shows: 'What clients see next to your packages.' },
  { of: '/settings', who: 'client', to: () => '/settings?tab=security', shows: 'This device' },
  { of: '/settings', who: 'client', to: () => '/settings?tab=privacy', shows: 'Delete my account' },
  { of: '/settings', who: 'client', to: () => '/settings?tab=appearance', shows: 'Saved on this device.' },
  { of: '*', who: 'nobody', to: () => '/nowhere', shows: 'Oops! Page not found' },
];

/** A page without an entry above is visited too, if its path has no parameters. */
const otherVisits = routes
  .filter(({ path }) => !path.includes(':') && !describedVisits.some(({ of }) => of === path))
  .map(({ path, shell }): Visit => ({ of: path, who: shell === 'signed-in' ? 'client' : 'nobody' }));
const visits = [...describedVisits, ...otherVisits];

const site = onStage();
let scene: Scene;
let people: Record<Who, Visitor>;
beforeAll(async () => {
  scene = await setScene(site.url);
  people = {
    nobody: await site.visitor(),
    client: await site.signedIn(scene.client.email),
    creator: await site.signedIn(scene.creator.email),
  };
});

/** What axe has against the page as it stands. The dark theme changes colours and nothing else. */
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

const sticksOut = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

/** Looks at a page in both themes and at every width; answers what is wrong. */
const look = async (page: Page): Promise<string[]> => {
  const wrong: string[] = [];
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      wrong.push(...(await violations(page, colorScheme)).map((what) => `${colorScheme} ${width}: ${what}`));
      if (await sticksOut(page)) wrong.push(`${colorScheme} ${width}: scrolls sideways`);
    }
  }
  await page.setViewportSize({ width: narrowest, height: 800 });
  if (await sticksOut(page)) wrong.push(`${narrowest}: scrolls sideways`);
  return wrong;
};

const visit = async ({ page, heard }: Visitor, path: string, shows?: string | RegExp): Promise<string[]> => {
  heard.length = 0;
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(path);
  const awaited = shows === undefined ? page.getByRole('heading', { level: 1 }) : page.getByText(shows);
  await awaited.first().waitFor();
  await page.waitForFunction(() => !document.querySelector('.ant-skeleton, .skeleton-block, .loader'));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  // Chromium says in the console, too, when the policy stopped something.
  return [...(await look(page)), ...heard];
};

describe('pages have nothing to complain about, light and dark, at every width', () => {
  test.each(visits.map((one) => [one.of, one.who, one] as const))('%s for a %s', async (_, who, { of, to, shows }) => {
    expect(await visit(people[who], to?.(scene) ?? of, shows)).toEqual([]);
  });

  test('the sandbox’s checkout', async () => {
    expect(await visit(people.creator, scene.checkout, 'Decline')).toEqual([]);
  });

  test('no route is left out', () => {
    expect(new Set(visits.map(({ of }) => of))).toEqual(new Set(routes.map(({ path }) => path)));
  });
});

test('without a session, own pages lead to the log-in', async () => {
  const { page } = people.nobody;
  for (const { path } of routes.filter(({ shell }) => shell === 'signed-in')) {
    await page.goto(path.replace(':id', scene.bookings.pending));
    await page.waitForURL('**/login');
  }
});
