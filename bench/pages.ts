// When people on a slow phone see the largest content of pages of a running site with demo data, such as `npm start`.
import type { Browser } from 'playwright-core';
import { launchChromium } from '../e2e/browser/chromium.ts';
import { type Stored, storedSession } from '../e2e/browser/stored-session.ts';
import { median, printResult } from './statistics.ts';

const site = (process.env.BENCH_URL ?? 'http://localhost:3000').replace(/\/$/, '');
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
/** The account of the demo that opens the dashboard. */
const account = { email: 'client@festoon.example', password: 'Lantern2026' };
/** The goals for the largest contentful paint, in milliseconds. */
const [publicGoal, dashboardGoal] = [2_500, 3_000];
const cpuSlowdown = 4;
const network = {
  offline: false,
  latency: 562,
  downloadThroughput: (1.47 * 1_000_000) / 8,
  uploadThroughput: (0.675 * 1_000_000) / 8,
};

type MeasuredPage = {
  readonly name: string;
  readonly path: string;
  readonly goal: number;
  readonly storageState?: Stored;
};
type Paints = { first: number; largest: number; shift: number };

/** Opens the page with an empty cache. Times are in milliseconds since the navigation began. */
const visit = async (browser: Browser, { path, storageState }: MeasuredPage): Promise<Paints> => {
  const context = await browser.newContext({
    ...(storageState && { storageState }),
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.goto(site + path, { waitUntil: 'networkidle' });
  const paints = await page.evaluate(async () => {
    const entries = (type: string) =>
      new Promise<PerformanceEntryList>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
        setTimeout(() => resolve([]), 500);
      });
    const [first, largest, shifts] = [
      await entries('paint'),
      await entries('largest-contentful-paint'),
      await entries('layout-shift'),
    ];
    return {
      first: first.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN,
      largest: largest.at(-1)?.startTime ?? Number.NaN,
      shift: shifts.reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0),
    };
  });
  await context.close();
  return paints;
};

/** The session of the demo account. */
const accountSession = async (): Promise<Stored> => {
  const response = await fetch(`${site}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  if (!response.ok) throw new Error(`${site} has no demo data: the sign-in of ${account.email} was refused`);
  return storedSession(site, await response.text());
};

const measuredPages = async (): Promise<readonly MeasuredPage[]> => {
  const response = await fetch(`${site}/api/v1/creators?limit=100`);
  const { items } = (await response.json()) as { items: { id: string; portfolio: unknown[] }[] };
  const withPhotos = items.find(({ portfolio }) => portfolio.length > 0);
  const withoutPhotos = items.find(({ portfolio }) => portfolio.length === 0);
  const profile = (name: string, creator: { id: string } | undefined): readonly MeasuredPage[] =>
    creator ? [{ name, path: `/creators/${creator.id}`, goal: publicGoal }] : [];
  return [
    { name: 'the landing page', path: '/', goal: publicGoal },
    { name: 'the list of creators', path: '/creators', goal: publicGoal },
    ...profile('a profile with photos', withPhotos),
    ...profile('a profile without photos', withoutPhotos),
    { name: 'the dashboard', path: '/dashboard', goal: dashboardGoal, storageState: await accountSession() },
  ];
};

export const pages = async (): Promise<void> => {
  const browser = await launchChromium();
  try {
    for (const page of await measuredPages()) {
      const visits: Paints[] = [];
      for (let round = 0; round < rounds; round += 1) visits.push(await visit(browser, page));
      const of = (part: keyof Paints) => visits.map((each) => each[part]);
      const largest = median(of('largest'));
      const [first, lcp, slowest] = [median(of('first')), largest, Math.max(...of('largest'))].map(Math.round);
      console.log(
        `${page.name.padEnd(28)} first ${first} ms, largest ${lcp} ms (at most ${slowest}), layout shift ${median(of('shift')).toFixed(3)}`,
      );
      printResult(page.name, largest, page.goal);
    }
  } finally {
    await browser.close();
  }
};
