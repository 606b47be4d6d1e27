import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { CatalogSearch } from '#catalog';
import { SuspendUser } from '#identity';
import { Context } from '#platform/context';
import { eventually, originOf } from '#platform/testing';
import { type ApiResponse, isRendered, type Person, type Site, startSite } from './api.suite.ts';
import { PageRenderer, type Renderer } from './page-renderer.ts';
import { occasion, onboarding } from './samples.suite.ts';

const hostileName = `Bo</script><img/src=x/onerror=alert(1)> "&'<!--`;
const hostileText = `</script><script>alert('bio')</script> {{7*7}} $& <!--`;

let site: Site;
let stop: () => Promise<void>;
let mara: Person;
let hostile: Person;
let draft: Person;
let client: Person;
beforeAll(async () => {
  ({ site, stop } = await startSite());
  site.api.get(PageRenderer).timeLimit = 30_000;
  mara = await site.signUp('creator', 'Mara Núñez');
  hostile = await site.signUp('vendor', hostileName);
  draft = await site.signUp('creator', 'Dana Draft');
  client = await site.signUp('client', 'Cleo Client');
  await site.post('/api/v1/profile/onboarding', mara, onboarding);
  const [offer] = onboarding.packages;
  const change = { bio: hostileText, packages: [{ ...offer, name: hostileText }] };
  await site.post('/api/v1/profile/onboarding', hostile, { ...onboarding, ...change });
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => stop());

const open = (path: string, by?: Person): Promise<ApiResponse> => site.request('GET', path, { by });
/** What a reader sees: the document without its data and its tags. */
const readable = ({ text }: ApiResponse): string => text.replace(/<script.*?<\/script>/gs, '').replace(/<[^>]+>/g, ' ');

/** The scripts in the document itself, as the content security policy names them. */
const inlineScripts = ({ text }: ApiResponse): readonly string[] =>
  [...text.matchAll(/<script(?![^>]* src=)(?![^>]* type="application\/(?:ld\+)?json")[^>]*>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
const allowedScripts = ({ headers }: ApiResponse): string | undefined =>
  /script-src 'self' ([^;]*);/.exec(headers.get('content-security-policy') ?? '')?.[1];

describe('the page of a creator', () => {
  test('has the profile, the packages and the calendar in its document', async () => {
    const page = await open(`/creators/${mara.id}`);
    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('<title>Mara Núñez, Photographer in Burlington, VT · Festoon</title>');
    expect(page.text.match(/<title>/g)).toHaveLength(1);
    const text = readable(page);
    for (const part of ['Light and people.', 'Full day', '$1,000.50', '300 edited photos', 'Standard', 'Sunday'])
      expect(text).toContain(part);
    expect(text).not.toContain('Usually replies');
    expect(page.text).toContain(`href="${site.config.publicUrl}/creators/mara-nunez-${mara.id}"`);
    expect(page.text).toContain('"@type":"ProfessionalService"');
    expect(page.text).toContain(`/bookings/create?creator=${mara.id}&amp;package=`);
  });

  test('is the same at its address by name, and for everyone who is signed in', async () => {
    const [{ text }, ...others] = await Promise.all([
      open(`/creators/${mara.id}`),
      open(`/creators/an-earlier-name-${mara.id}`),
      open(`/creators/${mara.id}`, mara),
    ]);
    for (const other of others) expect(other.text).toBe(text);
    expect(text).toContain('Get Started');
  });

  test('runs no script but the site’s own, whatever people are called', async () => {
    const profile = await open(`/creators/${hostile.id}`);
    for (const page of [profile, await open('/creators')]) {
      expect(isRendered(page)).toBe(true);
      expect(inlineScripts(page)).toEqual([allowedScripts(page)]);
      expect(page.text).not.toMatch(/<img\/|<script>alert|alert\('bio'\)<\/script>/);
      for (const [, data = ''] of page.text.matchAll(
        /<script type="application\/(?:ld\+)?json"[^>]*>(.*?)<\/script>/gs,
      ))
        expect(() => JSON.parse(data)).not.toThrow();
    }
    expect(profile.text).toContain('&lt;/script&gt;&lt;script&gt;alert(');
  });

  test.each([
    ['does not exist', () => '00000000-0000-4000-8000-000000000000'],
    ['has no valid address', () => 'unknown'],
    ['is not public yet', () => draft.id],
    ['belongs to a client', () => client.id],
  ])('returns 404 with the page for missing profiles if the profile %s', async (_, id) => {
    const page = await open(`/creators/${id()}`);
    expect([page.status, isRendered(page)]).toEqual([404, true]);
    expect(readable(page)).toContain('Profile not found');
    expect(page.text).toContain('<title>Profile not found · Festoon</title>');
    expect(page.text).toContain('<meta name="robots" content="noindex">');
    expect(page.text).not.toContain('rel="canonical"');
    expect(page.text).not.toMatch(/Dana|Cleo/);
  });

  test('says how fast the creator answers, once enough requests were answered', async () => {
    const rita = await site.signUp('creator', 'Rita Reply');
    await site.post('/api/v1/profile/onboarding', rita, onboarding);
    const packageId = (await site.get('/api/v1/profile', rita)).packages[0].id;
    const requestFor = async (eventDate: string): Promise<string> =>
      (await site.post('/api/v1/bookings', client, { ...occasion, eventDate, creatorId: rita.id, packageId })).id;
    const decline = async (id: string, by = rita) => void (await site.post(`/api/v1/bookings/${id}/cancel`, by, {}));
    const replyTime = () => site.get(`/api/v1/creators/${rita.id}/reply-time`);
    await decline(await requestFor('2999-07-01'), client);
    await decline(await requestFor('2999-07-02'));
    await decline(await requestFor('2999-07-03'));
    await requestFor('2999-07-04');
    expect(await replyTime()).toEqual({ medianMinutes: null });
    await decline(await requestFor('2999-07-05'));
    expect(await replyTime()).toEqual({ medianMinutes: 0 });
    expect(readable(await open(`/creators/${rita.id}`))).toContain('Usually replies within an hour');
  });

  test('creators get the same response for their own draft as everyone else', async () => {
    expect((await open(`/creators/${draft.id}`, draft)).status).toBe(404);
  });
});

describe('the list of creators', () => {
  test('has everyone who is public, with links to their addresses by name', async () => {
    const page = await open('/creators');
    expect([page.status, isRendered(page)]).toEqual([200, true]);
    expect(page.text).toContain(`href="/creators/mara-nunez-${mara.id}"`);
    expect(page.text).not.toContain('Show more');
    expect(readable(page)).toContain('from  $1,000.50');
    expect(page.text).not.toMatch(/Dana|Cleo/);
  });

  test('is filtered by its address', async () => {
    const page = await open('/creators?location=Nowhere&service=photographer');
    expect(readable(page)).toContain('No creators found');
    expect(page.text).toContain(`rel="canonical" href="${site.config.publicUrl}/creators?service=photographer"`);
    expect(page.text).toContain('<option value="photographer" selected="">');
    expect(isRendered(await open('/creators?q=%22%3E%3Cscript%3E&minPrice=-1&sort=oldest&x=1'))).toBe(true);
  });

  test('has a link to its next page, which works without scripts', async () => {
    const { find } = CatalogSearch.prototype;
    // One creator per page, because the tests have few creators.
    jest.spyOn(CatalogSearch.prototype, 'find').mockImplementation(function (this: CatalogSearch, filter) {
      return find.call(this, { ...filter, limit: 1 });
    });
    const first = (await open('/creators?service=photographer')).text;
    const [, next = ''] = /href="(\/creators\?service=photographer&amp;cursor=[^"]+)"/.exec(first) ?? [];
    const second = (await open(next.replaceAll('&amp;', '&'))).text;
    const idsIn = (text: string) => [...text.matchAll(/href="\/creators\/[^"]*?([0-9a-f-]{36})"/g)].map(([, id]) => id);
    expect([idsIn(first).length, idsIn(second).length]).toEqual([1, 1]);
    expect(idsIn(first)).not.toEqual(idsIn(second));
    expect(second).toContain(`rel="canonical" href="${site.config.publicUrl}/creators?service=photographer"`);
  });

  test('does not show suspended or erased people', async () => {
    const [sue, eve] = [await site.signUp('creator', 'Sue Stone'), await site.signUp('creator', 'Eve Erased')];
    for (const person of [sue, eve]) await site.post('/api/v1/profile/onboarding', person, onboarding);
    const listed = async () => JSON.stringify(await site.get('/api/v1/creators'));
    expect(await listed()).toMatch(/(Sue|Eve).*(Sue|Eve)/s);
    const admin = { id: 'sam', kind: 'staff', role: 'admin' } as const;
    await site.api
      .get(Context)
      .run(originOf(admin), () => site.api.get(CommandBus).execute(new SuspendUser(sue.email, 'Copied portfolio')));
    const closing = { password: 'Sunflower7' };
    expect((await site.request('DELETE', '/api/v1/me', { by: eve, body: closing })).status).toBe(204);
    // Her name is removed at once, her profile in the background. The sitemap is kept for a while after it was read.
    const names = /\b(Sue|Eve)\b/;
    const isIn = (text: string) => names.test(text) || text.includes(sue.id) || text.includes(eve.id);
    await eventually(async () => !isIn(await listed()));
    expect(isIn((await open('/creators')).text)).toBe(false);
    for (const { id } of [sue, eve]) {
      const page = await open(`/creators/${id}`);
      expect([page.status, names.test(page.text)]).toEqual([404, false]);
    }
    const sitemap = await open('/sitemap.xml');
    for (const { id } of [sue, eve, draft, client]) expect(sitemap.text).not.toContain(id);
  });
});

test('search engines find the canonical addresses of the public pages and profiles', async () => {
  const [robots, sitemap] = [await open('/robots.txt'), await open('/sitemap.xml')];
  const { publicUrl } = site.config;
  expect([robots.headers.get('content-type'), robots.text]).toEqual([
    'text/plain; charset=utf-8',
    expect.stringContaining(
      `Disallow: /dashboard\nDisallow: /bookings\nDisallow: /leads/\nDisallow: /settings\n\nSitemap: ${publicUrl}/sitemap.xml\n`,
    ),
  ]);
  expect(sitemap.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  const addresses = [...sitemap.text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
  expect(addresses).toContain(`${publicUrl}/creators/mara-nunez-${mara.id}`);
  expect(addresses).toContain(`${publicUrl}/creators?service=dj`);
  expect(new Set(addresses).size).toBe(addresses.length);
  for (const path of ['/', '/creators?service=dj', '/terms']) {
    expect(addresses).toContain(publicUrl + path);
    expect((await open(path)).status).toBe(200);
  }
});

describe('a page is sent without content', () => {
  afterEach(() => {
    site.api.get(PageRenderer).load();
  });
  const use = (renderPage: Renderer['renderPage']): void =>
    site.api.get(PageRenderer).load(Promise.resolve({ startRendering: () => undefined, renderPage }));
  const expectEmptyPage = async (): Promise<void> => {
    for (const path of ['/creators', `/creators/${mara.id}`]) {
      const page = await open(path);
      expect([page.status, isRendered(page)]).toEqual([200, false]);
      expect(page.text).toContain('<div id="root"></div>');
    }
  };

  test('if the rendering fails', async () => {
    use(() => Promise.reject(new Error('a bug')));
    await expectEmptyPage();
  });

  test('if the rendering takes too long', async () => {
    jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
    const finish: (() => void)[] = [];
    use(() => new Promise((resolve) => finish.push(() => resolve({ status: 200, html: '' }))));
    await expectEmptyPage();
    for (const each of finish) each();
  });

  test('if its data cannot be read', async () => {
    jest.spyOn(site.api.get(CatalogSearch), 'find').mockRejectedValue(new Error('a bug'));
    const page = await open('/creators');
    expect([page.status, isRendered(page)]).toEqual([200, false]);
  });

  test('if the code of the pages cannot be loaded', async () => {
    site.api.get(PageRenderer).load(Promise.reject(new Error('The file is damaged')));
    await expectEmptyPage();
  });

  test('while many others are being rendered', async () => {
    jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
    const finish: (() => void)[] = [];
    use(() => new Promise((resolve) => finish.push(() => resolve({ status: 200, html: 'rendered' }))));
    const pages = Array.from({ length: 16 }, () => open('/creators'));
    await eventually(async () => finish.length === 16);
    await expectEmptyPage();
    for (const each of finish) each();
    expect((await Promise.all(pages)).map(({ text }) => text)).toEqual(pages.map(() => 'rendered'));
    use(() => Promise.resolve({ status: 200, html: 'rendered' }));
    expect((await open('/creators')).text).toBe('rendered');
  });
});

test('the content security policy allows the one script in the documents by its hash', async () => {
  for (const path of ['/', '/login', '/dashboard', '/bookings/none', '/creators', '/nowhere']) {
    const page = await open(path);
    expect([path, inlineScripts(page)]).toEqual([path, [allowedScripts(page)]]);
    expect([path, allowedScripts(page)]).toEqual([path, expect.stringMatching(/^'sha256-[\w+/]{43}='$/)]);
  }
});

test('an unknown address returns 404 with the page for missing pages', async () => {
  const page = await open('/nowhere');
  expect([page.status, isRendered(page)]).toEqual([404, true]);
  expect(readable(page)).toContain('Oops! Page not found');
});
