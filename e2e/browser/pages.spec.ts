import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { everyRow } from '#platform/testing';
import { routeOf, routes } from '../../frontend/src/app/routes.tsx';
import type { Fixtures } from './fixtures.suite.ts';
import { galleryMaker } from './gallery-fixtures.suite.ts';
import { missingFrom, type Shown, shown } from './page-texts.suite.ts';
import { testSite } from './test-site.suite.ts';
import { scrollsSideways, showPage, type Visitor } from './visitor.suite.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
type Theme = 'light' | 'dark';
/** How a page is looked at: accessibility is checked at the widths whose layouts differ most. */
type View = { readonly theme: Theme; readonly width: number; readonly checked?: boolean };
const allViews: readonly View[] = [
  { theme: 'light', width: 1280, checked: true },
  { theme: 'light', width: 768 },
  { theme: 'light', width: 390, checked: true },
  { theme: 'light', width: 320 },
  { theme: 'dark', width: 1280, checked: true },
  { theme: 'dark', width: 390, checked: true },
];
/** The themes have the same layout, so every second page is checked wide and light, narrow and dark, the others vice versa. */
const viewsOf = (page: number): readonly View[] => {
  const lightWidth = page % 2 === 0 ? 1280 : 390;
  const isChecked = ({ theme, width, checked = false }: View) =>
    checked && (theme === 'light') === (width === lightWidth);
  return everyRow ? allViews : allViews.map((view) => ({ ...view, checked: isChecked(view) }));
};
const narrowest: readonly View[] = allViews.filter(({ width }) => width === 320);

type Who = 'visitor' | 'client' | 'creator';
/**
 * `address` is by default the route itself. The page is complete when `completeWhen`, by default the page's heading, is
 * visible; it then also has to contain what is `shown`.
 */
type Visit = {
  route: string;
  who: Who;
  address?: (fixtures: Fixtures) => string | Promise<string>;
  completeWhen?: string | RegExp;
  shows?: Shown;
  /** The server sends a document with this page's content, so the visit loads it; other pages are shown within the app. */
  hasOwnDocument?: boolean;
  /** A page with the same components is checked completely: of this one only its texts and the narrowest width. */
  isLikeAnother?: boolean;
};

const describedVisits: readonly Visit[] = [
  { route: '/', who: 'visitor', completeWhen: 'Mara Quinn', shows: shown.landing, hasOwnDocument: true },
  { route: '/terms', who: 'visitor', completeWhen: /Terms/, isLikeAnother: true },
  { route: '/privacy', who: 'visitor', completeWhen: /Privacy/, isLikeAnother: true },
  { route: '/cookies', who: 'visitor', completeWhen: /Cookie/, isLikeAnother: true },
  { route: '/about', who: 'visitor', completeWhen: /About/ },
  { route: '/contact', who: 'visitor', completeWhen: /Contact/ },
  { route: '/careers', who: 'visitor', completeWhen: /Careers/, isLikeAnother: true },
  { route: '/vendor-recommendations', who: 'visitor', completeWhen: 'Tell Us What You Need' },
  { route: '/signup', who: 'visitor', completeWhen: 'Offer Services', shows: shown.signUp },
  { route: '/login', who: 'visitor', completeWhen: 'Forgot password?', shows: shown.signIn },
  {
    route: '/reset-password',
    who: 'visitor',
    completeWhen: /Back to Sign In|Send/,
    shows: shown.resetPassword,
    isLikeAnother: true,
  },
  { route: '/creators', who: 'visitor', completeWhen: 'Mara Quinn', hasOwnDocument: true },
  {
    route: '/creators/:id',
    who: 'visitor',
    address: ({ creator }) => `/creators/${creator.id}`,
    completeWhen: 'Book Now',
    shows: shown.creator,
    hasOwnDocument: true,
  },
  { route: '/payment-success', who: 'client', completeWhen: 'Payment Complete', shows: shown.paymentResult },
  { route: '/dashboard', who: 'client', completeWhen: 'Your Posted Leads', shows: shown.clientDashboard },
  { route: '/dashboard', who: 'creator', completeWhen: 'New Leads Available', shows: shown.creatorDashboard },
  { route: '/onboarding', who: 'creator', completeWhen: 'Step 1 of 4', shows: shown.onboarding },
  { route: '/leads', who: 'visitor', completeWhen: 'Sign in to read what clients wrote.' },
  { route: '/leads', who: 'client', completeWhen: 'Your lead', shows: shown.leadsOfClients, isLikeAnother: true },
  { route: '/leads', who: 'creator', completeWhen: 'Unlock - $25', shows: shown.leadsOfCreators },
  { route: '/leads/mine', who: 'client', completeWhen: 'Professionals can see and unlock this lead.' },
  { route: '/seed-database', who: 'client', completeWhen: 'For administrators', isLikeAnother: true },
  { route: '/staff', who: 'client', completeWhen: 'Only staff can see the back office.' },
  { route: '/leads/purchased', who: 'creator', completeWhen: 'ada@example.com', shows: shown.purchasedLeads },
  { route: '/leads/create', who: 'client', completeWhen: 'Post Lead', shows: shown.postLead },
  { route: '/leads/create', who: 'creator', completeWhen: 'Clients post leads', isLikeAnother: true },
  {
    route: '/leads/:id/edit',
    who: 'client',
    address: ({ otherLeadId }) => `/leads/${otherLeadId}/edit`,
    completeWhen: 'A professional may be paying for it. Try again in an hour.',
    isLikeAnother: true,
  },
  { route: '/bookings', who: 'client', completeWhen: 'All (2)', shows: shown.bookings },
  { route: '/bookings/create', who: 'client', completeWhen: 'Creator not specified', isLikeAnother: true },
  {
    route: '/bookings/create',
    who: 'client',
    address: ({ creator, packageId }) => `/bookings/create?creator=${creator.id}&package=${packageId}`,
    completeWhen: '$1,080.00',
  },
  {
    route: '/bookings/create',
    who: 'creator',
    address: ({ creator, leadId }) => `/bookings/create?creator=${creator.id}&lead=${leadId}`,
    completeWhen: 'Evening',
    isLikeAnother: true,
  },
  {
    route: '/bookings/:id',
    who: 'client',
    address: ({ bookings }) => `/bookings/${bookings.pending}`,
    completeWhen: 'Requested by',
    shows: shown.pendingBooking,
  },
  {
    route: '/bookings/:id',
    who: 'creator',
    address: ({ bookings }) => `/bookings/${bookings.confirmed}`,
    completeWhen: 'Confirmed by',
    shows: shown.confirmedBooking,
  },
  { route: '/galleries', who: 'creator', completeWhen: 'View Gallery', shows: shown.galleries },
  { route: '/galleries', who: 'client', completeWhen: 'No galleries yet', isLikeAnother: true },
  {
    route: '/galleries/:id',
    who: 'creator',
    address: () => `/galleries/${galleryId}`,
    completeWhen: 'Mark Ready',
    shows: shown.gallery,
  },
  {
    route: '/galleries/:id/upload',
    who: 'creator',
    address: () => `/galleries/${galleryId}/upload`,
    completeWhen: 'Upload Gallery',
    shows: shown.galleryUpload,
  },
  {
    route: '/messages/:id',
    who: 'client',
    address: ({ bookings }) => `/messages?booking=${bookings.confirmed}`,
    completeWhen: 'Write the first message',
    isLikeAnother: true,
  },
  { route: '/messages', who: 'client', completeWhen: 'No messages yet' },
  { route: '/settings', who: 'creator', completeWhen: 'What clients see on your profile.' },
  {
    route: '/settings',
    who: 'creator',
    address: () => '/settings?tab=services',
    completeWhen: 'Clients see them in this order.',
  },
  { route: '/settings', who: 'creator', address: () => '/settings?tab=plan', completeWhen: 'Your plan: Free' },
  { route: '/settings', who: 'client', address: () => '/settings?tab=security', completeWhen: 'This device' },
  {
    route: '/settings',
    who: 'client',
    address: () => '/settings?tab=notifications',
    completeWhen: 'one email lists them',
  },
  { route: '/notifications', who: 'client', completeWhen: 'Notification settings', isLikeAnother: true },
  {
    route: '/unsubscribe/:token',
    who: 'visitor',
    address: () => '/unsubscribe/guessed',
    completeWhen: 'Stop these emails?',
  },
  {
    route: '/settings',
    who: 'client',
    address: () => '/settings?tab=privacy',
    completeWhen: 'Delete my account',
    isLikeAnother: true,
  },
  {
    route: '/settings',
    who: 'client',
    address: () => '/settings?tab=appearance',
    completeWhen: 'Saved on this device.',
    isLikeAnother: true,
  },
  {
    route: '/shared-galleries/:token',
    who: 'visitor',
    address: () => sharedPath({}),
    completeWhen: 'These are previews',
    hasOwnDocument: true,
  },
  {
    route: '/shared-galleries/:token',
    who: 'visitor',
    address: () => sharedPath({ access: 'download', pin: '4711' }),
    completeWhen: 'View without downloading',
    isLikeAnother: true,
  },
  {
    route: '*',
    who: 'visitor',
    address: () => '/nowhere',
    completeWhen: 'Oops! Page not found',
    shows: shown.notFound,
    hasOwnDocument: true,
  },
];

/** Pages that only say this to a client. All look like `/staff`, so only their text is checked. */
const refusals: readonly (readonly [route: string, text: string])[] = [
  ['/staff/reports', 'Only staff can see what parties reported.'],
  ['/staff/log', 'Only staff can see the log.'],
  ['/staff/projections', 'Only staff can see the projections.'],
  ['/staff/integrity', 'Only staff can verify the log.'],
  ['/staff/jobs', 'Only staff can see the jobs.'],
  ['/staff/payouts', 'Only staff in finance can see payouts.'],
  ['/staff/people', 'Only staff can look people up.'],
  ['/staff/people/:id', 'Only staff can see other people.'],
  ['/staff/bookings', 'Only staff can see all bookings.'],
  ['/staff/bookings/:id', 'Only staff can see the timeline of every booking.'],
  ['/staff/bookings/:id/evidence', 'Only staff can see the evidence of a booking.'],
  ['/staff/assistant', 'Only staff can see conversations with the assistant.'],
  ['/staff/assistant/:id', 'Only staff can read conversations with the assistant.'],
  ['/staff/leads', 'Only staff can see all leads.'],
  ['/staff/leads/:id', 'Only staff can see the timeline of every lead.'],
];
const visitedRoutes = new Set([...describedVisits.map(({ route }) => route), ...refusals.map(([route]) => route)]);

/** Pages without an entry above, whose path has no parameters. */
const otherVisits = routes
  .filter(({ path }) => !path.includes(':') && !visitedRoutes.has(path))
  .map(({ path, shell }): Visit => ({ route: path, who: shell === 'signed-in' ? 'client' : 'visitor' }));
const visits = [...describedVisits, ...otherVisits];

const site = testSite({ product: 'screens' });
let fixtures: Fixtures;
let galleries: ReturnType<typeof galleryMaker>;
/** A gallery with two pictures: a draft until {@link sharedPath} is first called. */
let galleryId: string;
let ready: Promise<unknown> | undefined;
let people: Record<Who, Visitor>;
beforeAll(async () => {
  fixtures = await site.fixtures();
  galleries = galleryMaker(site, fixtures);
  galleryId = await galleries.create(fixtures.bookings.confirmed, 'The garden party', 2);
  people = {
    visitor: await site.visitor(),
    client: await site.signedIn(fixtures.client.email),
    creator: await site.signedIn(fixtures.creator.email),
  };
});

/** The path of a new link to the gallery, which only works once the gallery is ready. */
const sharedPath = async (link: object): Promise<string> => {
  ready ??= galleries.send('POST', `/api/v1/galleries/${galleryId}/ready`, fixtures.creator);
  await ready;
  const { path } = await galleries.send('POST', `/api/v1/galleries/${galleryId}/shares`, fixtures.creator, link);
  // A read of the same person waits until everyone can read what they wrote.
  await galleries.send('GET', '/api/v1/me', fixtures.creator);
  return String(path);
};

/** Shows the page in this theme, and waits until its colors have changed. */
const switchTheme = async (page: Page, theme: Theme): Promise<void> => {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.waitForFunction((shown) => document.documentElement.dataset.theme === shown, theme);
  await page.evaluate(async () => {
    // The component library writes its colors after the page has noticed the theme.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
};

/** What axe reports for the page as it is now. In the dark theme only colors differ, so only they are checked. */
const accessibilityViolations = async (page: Page, theme: Theme): Promise<string[]> => {
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

/**
 * The controls that are less than 44 pixels high, the minimum for touch. Links within a sentence are exempt. What counts
 * is the largest height of a control, its label or frame, and a pseudo-element that enlarges it.
 */
const lowControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const frames =
      'label, .ant-select, .ant-input-affix-wrapper, .ant-input-number, .ant-picker, .ant-tabs-tab, .budget, .field';
    const heightOf = (element: Element): number =>
      Math.max(
        element.getBoundingClientRect().height,
        element.closest(frames)?.getBoundingClientRect().height ?? 0,
        Number.parseFloat(getComputedStyle(element, '::before').height) || 0,
      );
    const low = [...document.querySelectorAll('main :is(a, button, input, select, textarea), header :is(a, button)')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter(
        (element) =>
          !element.matches(':disabled, .unseen, .unseen *') && getComputedStyle(element).display !== 'inline',
      )
      .filter((element) => element.getBoundingClientRect().width > 1 && Math.round(heightOf(element)) < 44);
    return low.map(({ outerHTML }) => `too low: ${outerHTML.slice(0, 120)}`);
  });

/** Looks at a page in these themes and at these widths. Returns the problems. */
const problemsOf = async (page: Page, views: readonly View[]): Promise<string[]> => {
  const problems: string[] = [];
  let shownTheme: Theme | undefined;
  for (const { theme, width, checked = false } of views) {
    if (theme !== shownTheme) await switchTheme(page, theme);
    shownTheme = theme;
    await page.setViewportSize({ width, height: 900 });
    const violations = checked ? await accessibilityViolations(page, theme) : [];
    problems.push(...violations.map((violation) => `${theme} ${width}: ${violation}`));
    if (await scrollsSideways(page)) problems.push(`${theme} ${width}: scrolls sideways`);
  }
  problems.push(...(await lowControls(page)));
  return problems;
};

/**
 * Shows a page within the app if the app is open, and waits until it has replaced the page before. Otherwise loads the
 * document.
 */
const open = async (page: Page, path: string, hasOwnDocument: boolean): Promise<void> => {
  const [titleBefore, { origin, pathname: pathBefore }] = [await page.title(), new URL(page.url())];
  if (hasOwnDocument || origin !== new URL(site.url).origin || pathBefore.startsWith('/sandbox')) {
    await page.goto(path);
    return;
  }
  await showPage(page, path);
  const { pathname } = new URL(path, site.url);
  const hasSameTitle = titleBefore === `${routeOf(pathname)?.title} · Festoon`;
  if (pathname !== pathBefore && !hasSameTitle)
    await page.waitForFunction((title) => document.title !== title, titleBefore);
};

type Checks = Pick<Visit, 'completeWhen' | 'shows' | 'hasOwnDocument'> & { readonly views: readonly View[] };
const visit = async (
  { page, pageErrors }: Visitor,
  path: string,
  { completeWhen, shows = {}, hasOwnDocument = false, views }: Checks,
): Promise<string[]> => {
  pageErrors.length = 0;
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, path, hasOwnDocument);
  const lastPart = completeWhen === undefined ? page.getByRole('heading', { level: 1 }) : page.getByText(completeWhen);
  await lastPart.first().waitFor();
  await page.waitForFunction(() => !document.querySelector('.ant-skeleton, .skeleton-block, .loader'));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  // The page errors include what Chromium logs when the content security policy blocks a resource.
  return [...(await missingFrom(page, shows)), ...(await problemsOf(page, views)), ...pageErrors];
};

describe('pages show their texts and links, without errors or accessibility problems, in both themes and at every width', () => {
  test.each(visits.map((one, index) => [one.route, one.who, one, index] as const))(
    '%s for a %s',
    async (_, who, { route, address, isLikeAnother, ...checks }, index) => {
      const views = isLikeAnother && !everyRow ? narrowest : viewsOf(index);
      const problems = await visit(people[who], (await address?.(fixtures)) ?? route, { ...checks, views });
      // Chromium reports the status of the document at an address that does not exist.
      expect(problems.filter((problem) => route !== '*' || !problem.includes('status of 404'))).toEqual([]);
    },
  );

  test('the sandbox’s checkout', async () => {
    const checks = { completeWhen: 'Decline', hasOwnDocument: true, views: viewsOf(0) };
    expect(await visit(people.creator, fixtures.checkout, checks)).toEqual([]);
  });

  test.each(refusals)('%s for a client', async (route, text) => {
    const { page, pageErrors } = people.client;
    pageErrors.length = 0;
    await showPage(page, route);
    await page.getByText(text).first().waitFor();
    expect(pageErrors).toEqual([]);
  });

  test('every route is visited', () => {
    const visited = [...visits.map(({ route: of }) => of), ...refusals.map(([route]) => route)];
    expect(new Set(visited)).toEqual(new Set(routes.map(({ path }) => path)));
  });
});

test('the document of a signed-in page has the title and the heading of this page before any script runs', async () => {
  const titled = routes.flatMap(({ path, title }) => (title ? [[path, title] as const] : []));
  expect(titled.length).toBeGreaterThan(20);
  for (const [path, title] of titled) {
    const html = await (await fetch(site.url + path.replace(/:\w+/, fixtures.bookings.pending))).text();
    expect([path, /<title>(.*?)<\/title>/.exec(html)?.[1]]).toEqual([path, `${title} · Festoon`]);
    expect([path, /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]]).toEqual([path, title]);
    expect(html).toContain(`data-route="${path}"`);
  }
});

test('without a session, signed-in pages redirect to the sign-in page, unless they have one for visitors', async () => {
  const { page } = people.visitor;
  const signIn = page.getByRole('heading', { name: 'Sign In', exact: true });
  await page.goto('/dashboard');
  for (const { path } of routes.filter(({ shell, forVisitors }) => shell === 'signed-in' && !forVisitors)) {
    await signIn.waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    await showPage(page, '/about');
    await page.getByRole('heading', { name: 'About Festoon' }).waitFor();
    await showPage(page, path.replace(':id', fixtures.bookings.pending));
  }
  await signIn.waitFor();
});
