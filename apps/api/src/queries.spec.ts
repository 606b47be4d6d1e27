import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { PlainReads } from '#platform/reads';
import { everyRow } from '#platform/testing';
import { type ApiResponse, type Person, type Site } from './api.suite.ts';
import { type Scenario, startScenario } from './scenario.suite.ts';

let site: Site;
let scenario: Scenario;
let stop: () => Promise<void>;
let ann: Person;
let bo: Person;

beforeAll(async () => {
  ({ site, scenario, ann, bo, stop } = await startScenario());
  await scenario.postLead(ann);
});
afterAll(() => stop());

/** Expects a response status of a well-formed query: success or refusal. */
const expectWellFormed = (what: string, { status, text }: ApiResponse) => {
  expect([what, status, [200, 400, 404].includes(status) ? '' : text]).toEqual([what, status, '']);
};

const literals = ['%', '_', '\\', "' or '1'='1", '%%', "'; drop table read.leads_v1; --", '*', '(', '[a'];
test.each(everyRow ? literals : literals.slice(0, 4))('%s is matched literally', async (text) => {
  const location = encodeURIComponent(text);
  expect((await site.get(`/api/v1/leads?location=${location}`, bo)).items).toEqual([]);
  for (const name of ['q', 'city', 'state'])
    expect((await site.get(`/api/v1/creators?${name}=${location}`)).items).toEqual([]);
  expect((await site.get('/api/v1/leads', bo)).items.length).toBeGreaterThan(0);
});

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** One function reads the cursors of all lists: the first list gets all of them, the others these. */
const harmfulCursors = [
  'x',
  encode(null),
  encode(['x', 'y']),
  encode([1e308, 'x']),
  encode(['2026-01-01T00:00:00.000Z', '\u0000']),
];
const cursors = [
  ...harmfulCursors,
  '',
  '%00',
  '../../etc',
  'null',
  encode([]),
  encode({}),
  encode([Number.MAX_SAFE_INTEGER, 'x']),
  encode([-1, 'x']),
  encode(['0000-01-01T00:00:00.000Z', 'x']),
  encode(['9999-12-31T23:59:59.999Z', 'x']),
  encode(['2026-01-01T00:00:00.000Z', '\ud800']),
  encode(['2026-01-01T00:00:00.000Z', { $gt: '' }]),
  encode(['2026-01-01T00:00:00.000Z', 'x', 'y']),
  encode([{ $ne: null }, 'x']),
  'A'.repeat(5_000),
];
test.each([
  '/api/v1/leads',
  '/api/v1/leads/mine',
  '/api/v1/leads/purchased',
  '/api/v1/bookings',
  '/api/v1/creators',
  '/api/v1/creators?sort=price',
  '/api/v1/creators?sort=experience',
  '/api/v1/creators?sort=rating',
])('an invented cursor in %s causes no server error', async (path) => {
  for (const cursor of everyRow || path === '/api/v1/leads' ? cursors : harmfulCursors) {
    const response = await site.request('GET', `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`, { by: bo });
    expectWellFormed(cursor, response);
  }
});

test.each([
  'limit=0',
  'limit=101',
  'limit=-1',
  'limit=1.5',
  'limit=x',
  'limit=1&limit=2',
  'location=a&location=b',
  'budgetMin=-1',
  'budgetMin=1e400',
  'budgetMax=99999999999999999999',
  'from=yesterday',
  'from=2026-02-30',
  'eventType=seance',
])('a request for leads with %s is refused', async (query) => {
  const { status, body } = await site.request('GET', `/api/v1/leads?${query}`, { by: bo });
  expect([status, body.code, body.issues.length > 0]).toEqual([400, 'invalid', true]);
});

test.each(['ids=', 'ids=x', 'ids=x&ids=y'])('a request for creators with %s is refused', async (query) => {
  const { status, body } = await site.request('GET', `/api/v1/creators?${query}`);
  expect([status, body.code, body.issues.length > 0]).toEqual([400, 'invalid', true]);
});

test('only statements with the limits of our pages are prepared, because clients can ask for any other one', async () => {
  const bookingId = await scenario.confirmedBooking(ann, bo);
  const { id } = await site.post('/api/v1/galleries', bo, { bookingId, name: 'Ann and Bo' });
  const paths = ['/api/v1/leads', '/api/v1/leads/mine', `/api/v1/galleries/${id}/items`];
  const prepared = jest.spyOn(site.api.get(PlainReads, { strict: false }), 'prepared');
  const preparedTexts = async (query: string) => {
    prepared.mockClear();
    const pages = await Promise.all(paths.map((path) => site.get(`${path}${query}`, bo)));
    expect(pages.every(({ items }) => Array.isArray(items))).toBe(true);
    return prepared.mock.calls.map(([{ text }]) => text.replace(/\s+/g, ' '));
  };
  try {
    const usual = await preparedTexts('');
    for (const limit of [21, 1_001]) expect(usual.filter((text) => text.includes(`limit ${limit}`))).not.toEqual([]);
    for (const limit of [7, 8]) {
      const texts = await preparedTexts(`?limit=${limit}`);
      expect(texts.filter((text) => text.includes(`limit ${limit + 1}`))).toEqual([]);
    }
  } finally {
    prepared.mockRestore();
  }
});

test('dates and amounts at the limits of their ranges are accepted', async () => {
  for (const query of [
    'from=0000-01-01',
    'to=0000-01-01',
    'from=9999-12-31',
    'budgetMin=9007199254740991',
    'budgetMax=0',
    'eventType=,,',
  ])
    expectWellFormed(query, await site.request('GET', `/api/v1/leads?${query}`, { by: bo }));
  for (const query of ['minPrice=100000000', 'maxPrice=0', 'minPrice=5&maxPrice=1'])
    expect((await site.get(`/api/v1/creators?${query}`)).items).toEqual([]);
});

test('percent-encoded letters in a path are refused, so that limits and guards read the same path as the router', async () => {
  for (const path of [
    '/%61pi/v1/me',
    '/api/v1/%6De',
    '/functions/v%31/verify-payment',
    '/%61uth/v1/settings',
    '/api%2Dx',
  ]) {
    const { status, body } = await site.request('GET', path, { by: ann });
    expect([path, status, body.message]).toEqual([path, 400, 'Do not percent-encode letters and digits in the URL']);
  }
  expect((await site.request('GET', '/api/v1/leads?location=%41ustin', { by: bo })).status).toBe(200);
});

test('an address that the router cannot decode is refused like any other invalid request', async () => {
  const { status, body, headers } = await site.request('GET', '/api/v1/leads/%zz', { by: ann });
  expect([status, body]).toEqual([400, { code: 'invalid', message: 'The URL is not encoded correctly' }]);
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
});

test('text that Postgres cannot store is refused in queries', async () => {
  for (const path of [
    '/api/v1/leads?location=%00',
    '/api/v1/leads?location=%ED%A0%80',
    '/api/v1/creators?q=a%00b',
    '/api/v1/creators?city=%00',
    '/api/v1/creators?state=%ff%fe',
    '/api/v1/creators/%00',
    '/api/v1/bookings/%00',
    '/api/v1/bookings/booking-%ED%A0%80/history',
    '/sandbox/checkout/%00',
  ])
    expectWellFormed(path, await site.request('GET', path, { by: ann }));
  const body = { sessionId: 'cs_\u0000' };
  expect((await site.request('POST', '/functions/v1/verify-payment', { by: ann, body })).status).toBe(400);
});
