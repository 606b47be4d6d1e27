// When visitors on a slow phone see the largest content of the public pages of a running site, such as `npm start`.
import type { Browser } from 'playwright-core';
import { launchChromium } from '../e2e/browser/chromium.ts';
import { median, printResult } from './statistics.ts';

const site = (process.env.BENCH_URL ?? 'http://localhost:3000').replace(/\/$/, '');
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
/** The goal for the largest contentful paint, in milliseconds. */
const goal = 2_500;
const cpuSlowdown = 4;
const network = {
  offline: false,
  latency: 562,
  downloadThroughput: (1.47 * 1_000_000) / 8,
  uploadThroughput: (0.675 * 1_000_000) / 8,
};

type Paints = { first: number; largest: number; shift: number };

/** Opens the page with an empty cache. Times are in milliseconds since the navigation began. */
const visit = async (browser: Browser, path: string): Promise<Paints> => {
  const context = await browser.newContext({
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

export const publicPages = async (): Promise<void> => {
  const response = await fetch(`${site}/api/v1/creators?limit=100`);
  const { items } = (await response.json()) as { items: { id: string; portfolio: unknown[] }[] };
  const [withPictures, without] = [
    items.find(({ portfolio }) => portfolio.length > 0),
    items.find(({ portfolio }) => portfolio.length === 0),
  ];
  const paths = {
    'the list': '/creators',
    ...(withPictures && { 'a profile with pictures': `/creators/${withPictures.id}` }),
    ...(without && { 'a profile without pictures': `/creators/${without.id}` }),
  };
  const browser = await launchChromium();
  const largest: number[] = [];
  for (const [name, path] of Object.entries(paths)) {
    const visits: Paints[] = [];
    for (let round = 0; round < rounds; round += 1) visits.push(await visit(browser, path));
    const of = (part: keyof Paints) => visits.map((each) => each[part]);
    largest.push(median(of('largest')));
    const [first, lcp, slowest] = [median(of('first')), median(of('largest')), Math.max(...of('largest'))].map(
      Math.round,
    );
    console.log(
      `${name.padEnd(28)} first ${first} ms, largest ${lcp} ms (at most ${slowest}), layout shift ${median(of('shift')).toFixed(3)}`,
    );
  }
  await browser.close();
  printResult('public-pages', Math.max(...largest), goal);
};
