import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Config, demoAccounts, demoPassword } from '#platform/config';
import { EventStore } from '#platform/event-store';
import { Projector } from '#platform/projections';
import { eventually, testConfig, untilCaughtUp, untilReactionsHaveRun } from '#platform/testing';
import { injections } from '../../../bench/assistant-briefs.ts';
import { ask, askInjected, evaluateAssistant } from '../../../bench/assistant-evaluation.ts';
import { createApi } from '../../api/src/api.module.ts';
import { startWork } from '../../worker/src/worker.module.ts';
import { people } from './demo-data.ts';
import { loadDemoGalleries } from './demo-galleries.ts';
import { loadDemoPortfolios } from './demo-portfolios.ts';
import { loadDemo, requireNoDemoAccounts } from './demo-seed.ts';

/** Small pictures, because their processing is tested elsewhere. */
const scale = 0.02;

let api: NestFastifyApplication;
let drop: () => Promise<void>;
let url: string;
beforeAll(async () => {
  const test = await testConfig();
  drop = test.drop;
  api = await createApi(test.config.with({ demo: true }));
  await api.listen(0, '127.0.0.1');
  url = await api.getUrl();
});
afterAll(async () => {
  await api.close();
  await drop();
});

const alphabetically = (one: string, other: string): number => (one < other ? -1 : 1);
const get = async (path: string, token?: string) => {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(url + path, { headers });
  return (await response.json()) as { items: Record<string, unknown>[]; staffRoles?: string[] };
};
const signIn = async (email: string) => {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
};

/** In milliseconds: enough for a busy machine with the log on another server. */
const loadingTime = 600_000;

test(
  'the demo data is complete after loading',
  async () => {
    expect(await loadDemo(api)).toBe(true);
    await startWork(api);
    const { items: featured } = await get('/api/v1/creators/featured');
    expect(featured.map(({ rating }) => (rating as { count: number }).count > 0)).toEqual([true, true, true]);
    const { items: rated } = await get('/api/v1/creators?limit=100&sort=rating');
    const averages = rated.map(({ rating }) => (rating as { average: number | null }).average);
    expect([averages.filter((each) => each !== null).length, averages.at(-1)]).toEqual([11, null]);
    const client = await signIn(people.client.email);
    const { items: bookings } = await get('/api/v1/bookings', client);
    expect(bookings.map(({ status, depositPaid }) => [status, depositPaid])).toEqual(
      expect.arrayContaining([
        ['confirmed', true],
        ['pending', false],
      ]),
    );
    const { items: leads } = await get('/api/v1/leads?limit=100', await signIn(people.photographer.email));
    expect(leads).toHaveLength(40);
    const views = leads.map(({ viewCount }) => Number(viewCount));
    expect(new Set(views).size).toBeGreaterThan(4);
    const { items: creators } = await get('/api/v1/creators?limit=100');
    expect(creators).toHaveLength(60);
    expect((await get('/api/v1/me', await signIn(people.staff.email))).staffRoles).toEqual(['admin']);
  },
  loadingTime,
);

test.each(['service=photographer', 'service=videographer', 'q=planner', 'service=dj'])(
  'the card of the landing page that leads to /creators?%s shows professionals',
  async (filter) => expect((await get(`/api/v1/creators?${filter}`)).items.length).toBeGreaterThan(3),
);

test('the photographer is on the Pro plan, has spent two of its credits and is featured first', async () => {
  const plan = await get('/api/v1/plan', await signIn(people.photographer.email));
  expect(plan).toMatchObject({ plan: 'pro', creditsLeft: 8 });
  const { items } = await get('/api/v1/creators/featured');
  expect(items.map(({ isPaid }) => isPaid)).toEqual([true, false, false]);
});

test('the bookings are in every state, and what happened to them has the time at which it happened', async () => {
  const states = new Map<unknown, unknown>();
  for (const { email } of [people.client, people.photographer, people.dj]) {
    const { items } = await get('/api/v1/bookings?limit=100', await signIn(email));
    for (const { eventName, status } of items) states.set(eventName, status);
  }
  const inState = (wanted: string) =>
    [...states].flatMap(([name, status]) => (status === wanted ? [String(name)] : [])).sort(alphabetically);
  expect(inState('pending')).toEqual([
    'Clara & June, the dancing',
    'Fifty candles',
    'Four bands by the river',
    'Supper for twenty-four',
  ]);
  expect(inState('completed')).toEqual([
    'Courtyard party',
    'Gideon & Mae',
    'Harper’s fortieth',
    'Naomi’s sister',
    'Quiet Machines, the first evening',
    'Sam’s housewarming',
    'Studio party',
    'Winters family portraits',
  ]);
  expect(inState('cancelled')).toEqual([
    'Board portraits',
    'Garden makers’ day',
    'Graduation portraits',
    'Portraits in Portland',
    'Street party',
    'Thirty on the roof',
  ]);
  expect(inState('confirmed')).toHaveLength(8);
  const client = await signIn(people.client.email);
  const { items: bookings } = await get('/api/v1/bookings?limit=100', client);
  const party = bookings.find(({ eventName }) => eventName === 'Street party');
  const { items: history } = await get(`/api/v1/bookings/${party?.id}/history`, client);
  expect(history.map(({ entry }) => entry).reverse()).toEqual([
    'requested',
    'confirmed',
    'deposit-paid',
    'cancelled',
    'refund-due',
    'refunded',
  ]);
  const daysAgo = history.map(({ createdAt }) => Math.round((Date.now() - Date.parse(String(createdAt))) / 86_400_000));
  expect(daysAgo).toEqual([9, 9, 9, 34, 34, 35]);
  const { items: threads } = await get('/api/v1/threads', client);
  expect(threads.length).toBeGreaterThan(4);
});

test('every page has a banner that offers the accounts', async () => {
  for (const path of ['/', '/login', '/creators', '/bookings']) {
    const response = await fetch(url + path);
    expect([path, response.headers.get('content-type')]).toEqual([path, 'text/html; charset=utf-8']);
    const html = await response.text();
    const banner = html.slice(html.indexOf('<aside class="demo-banner"'), html.indexOf('</aside>'));
    const offered = [...banner.matchAll(/data-email="([^"]+)">([^<]+)</g)].map(([, email, label]) => ({
      label,
      email,
    }));
    expect([path, offered]).toEqual([path, demoAccounts]);
    expect(banner).toContain(`data-password="${demoPassword}"`);
    expect(banner).toContain('role="status"');
    expect(html).toContain('<script src="/demo.js"');
  }
  for (const { email } of demoAccounts) expect(await signIn(email)).toEqual(expect.any(String));
  for (const file of ['/demo.js', '/demo.css']) expect((await fetch(url + file)).status).toBe(200);
});

/** A fake page with the banner, in which /demo.js runs. */
const pageWithBanner = async (storage: Map<string, string>) => {
  const buttons = demoAccounts.map(({ email }) => ({
    dataset: { email },
    disabled: false,
    pressed: '',
    setAttribute(name: string, value: string) {
      if (name === 'aria-pressed') this.pressed = value;
    },
  }));
  const message = { textContent: '' };
  let click: (event: { target: unknown }) => Promise<void> = () =>
    Promise.reject(new Error('The script added no click listener'));
  const banner = {
    dataset: { password: demoPassword },
    querySelectorAll: () => buttons,
    querySelector: () => message,
    addEventListener: (_: string, listener: typeof click) => (click = listener),
  };
  const opened: string[] = [];
  runInNewContext(await (await fetch(`${url}/demo.js`)).text(), {
    document: { querySelector: () => banner },
    localStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
    },
    location: { assign: (path: string) => opened.push(path) },
    addEventListener: () => undefined,
    fetch: (path: string, init: RequestInit) => fetch(url + path, init),
  });
  const pressed = () => buttons.flatMap(({ pressed, dataset }) => (pressed === 'true' ? dataset.email : []));
  return { banner, buttons, message, opened, pressed, press: (index: number) => click({ target: buttons[index] }) };
};

test('the banner signs a visitor in with each demo account, and each switch ends the previous session', async () => {
  const storage = new Map<string, string>();
  let earlier: string | undefined;
  for (const [index, { email }] of demoAccounts.entries()) {
    const page = await pageWithBanner(storage);
    await page.press(index);
    expect([page.opened, page.message.textContent]).toEqual([['/dashboard'], '']);
    const session = JSON.parse(storage.get('festoon.session') ?? '{}');
    expect(session.user.email).toBe(email);
    expect((await pageWithBanner(storage)).pressed()).toEqual([email]);
    const headers = { authorization: `Bearer ${earlier}` };
    if (earlier) await eventually(async () => (await fetch(`${url}/api/v1/me`, { headers })).status === 401);
    earlier = session.access_token;
  }
  const page = await pageWithBanner(storage);
  page.banner.dataset.password = 'Sunflower7';
  await page.press(0);
  expect(page.message.textContent).toMatch(/^The account could not be opened\. \S/);
  expect([page.opened, page.buttons.some(({ disabled }) => disabled)]).toEqual([[], false]);
});

test('a product that is not a demo does not start with the demo accounts', async () => {
  const config = api.get(Config);
  await requireNoDemoAccounts(api, config);
  await expect(requireNoDemoAccounts(api, config.with({ demo: false }))).rejects.toThrow(
    'This database contains demo accounts, whose password is published.',
  );
});

test(
  'the galleries follow in the background: a draft, and one that was delivered with 24 photos',
  async () => {
    await loadDemoGalleries(api, new AbortController().signal, scale);
    await untilCaughtUp(api);
    const photographer = await signIn(people.photographer.email);
    const { items: galleries } = await get('/api/v1/galleries', photographer);
    expect(galleries.map(({ name, status, itemCount }) => [name, status, itemCount])).toEqual([
      ['Clara & June', 'delivered', 24],
      ['Rehearsal dinner', 'draft', 6],
    ]);
    const { items } = await get(`/api/v1/galleries/${galleries[0]?.id}/items`, await signIn(people.client.email));
    expect(items.map(({ section }) => section).filter((each, i, all) => each !== all[i - 1])).toEqual([
      'Morning',
      'Golden hour',
      'Dinner',
      'Dancing',
      'Midnight',
    ]);
    const { items: left } = await get('/api/v1/galleries/bookings', photographer);
    expect(new Set(left.map(({ eventName }) => eventName))).toEqual(
      new Set(['Engagement party', 'Orchard Foods, team day']),
    );
  },
  loadingTime,
);

test(
  'the portfolios follow in the background',
  async () => {
    await loadDemoPortfolios(api, new AbortController().signal, scale);
    await eventually(async () => {
      const { items } = await get('/api/v1/creators/featured');
      return items.map(({ portfolio }) => (portfolio as unknown[]).length).join() === '6,3,4';
    });
  },
  loadingTime,
);

test('loading the demo data again does nothing', async () => {
  const events = api.get(EventStore);
  // The last pictures are still being prepared.
  await untilReactionsHaveRun(api);
  const head = await events.head();
  expect(await loadDemo(api)).toBe(false);
  await loadDemoPortfolios(api, new AbortController().signal, scale);
  await loadDemoGalleries(api, new AbortController().signal, scale);
  expect(await events.head()).toBe(head);
  expect(await api.get(Projector).verify()).toEqual(new Map());
});

// `npm run bench -- assistant` asks about all of them.
describe('the assistant', () => {
  const today = new Date().toISOString().slice(0, 10);

  test('recommends vendors who fit, says so if none does, and names no others', async () => {
    const { counts, outsideCatalog, mistakes } = await evaluateAssistant(url, today, 24);
    expect({ mistakes, outsideCatalog }).toEqual({ mistakes: [], outsideCatalog: 0 });
    expect(Math.min(...Object.values(counts).map(({ all }) => all))).toBeGreaterThan(0);
  }, 120_000);

  test('gives the same answer whatever orders a description or a profile contains', async () => {
    expect(await askInjected(url, today, 1)).toEqual({ all: 50, changed: [] });
    const idea = 'a photographer in Austin, TX';
    const { text } = await ask(url, idea);
    const headers = { authorization: `Bearer ${await signIn(people.photographer.email)}` };
    const { bio } = (await get('/api/v1/profile', headers.authorization.slice(7))) as unknown as { bio: string };
    const describe = (described: string) =>
      fetch(`${url}/api/v1/profile`, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ bio: described }),
      });
    expect((await describe(`${injections.join(' ')} ${bio}`.slice(0, 2_000))).status).toBe(200);
    await untilCaughtUp(api);
    const injected = await ask(url, idea);
    await describe(bio);
    expect(text).toContain('Paolo Ferro');
    expect(injected.text).toBe(text);
  }, 120_000);
});
