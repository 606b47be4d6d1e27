import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { type ReplyPart, replyPart } from '#ai/contract';
import { AssistantEngine } from '#ai/testing';
import { Limits } from '#platform/rate-limits';
import { eventually, testConfig, untilCaughtUp } from '#platform/testing';
import { type ApiResponse, type Person, Site } from './api.suite.ts';

let site: Site;
let ann: Person;
let mara: Person;
let stop: () => Promise<void>;
beforeAll(async () => {
  const { config, drop } = await testConfig({
    RATE_LIMITS: '1',
    ASSISTANT_REPLIES_PER_DAY: '60',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  site = await Site.on(config);
  [ann, mara] = [await site.signUp('client'), await site.signUp('creator', 'Mara Quinn')];
  await site.post('/api/v1/profile/onboarding', mara, {
    serviceType: 'photographer',
    specialties: ['Weddings'],
    yearsExperience: 10,
    bio: 'Natural light.',
    country: 'US',
    city: 'Round Rock',
    state: 'TX',
    travelRadius: 50,
    packages: [{ name: 'Half day', price: 99_995, durationHours: 5, deliverables: [] }],
  });
  stop = async () => {
    await site.api.close();
    await drop();
  };
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => stop());

const path = '/functions/v1/recommend-vendors';
type Options = { by?: Person; from?: string; conversationId?: string | null; timeZone?: string };
const recommend = (eventIdea: unknown, { by, from = '203.0.113.1', conversationId, timeZone }: Options = {}) =>
  site.request('POST', path, {
    ...(by && { by }),
    body: { eventIdea, ...(conversationId && { conversationId }), ...(timeZone && { timeZone }) },
    headers: { 'x-forwarded-for': from },
  });
/** The parts of a complete reply. Each is a line of its own, with no other fields than the contract's. */
const partsOf = ({ text }: ApiResponse): readonly ReplyPart[] => {
  const lines = text.split('\n\n').filter((line) => line !== '');
  expect(lines.at(-1)).toBe('data: [DONE]');
  return lines.slice(0, -1).map((line) => {
    const part: unknown = JSON.parse(line.replace(/^data: /, ''));
    expect(replyPart.parse(part)).toEqual(part);
    return part as ReplyPart;
  });
};
const textOf = (response: ApiResponse): string =>
  partsOf(response)
    .map(({ choices: [{ delta }] }) => delta.content)
    .join('');
const idea = 'A photographer for a wedding in Austin, TX on June 20, 2999, up to $3,000';

test('a reply is streamed, names the vendor with price and date, and is the same for the same description', async () => {
  const response = await recommend(idea, { by: ann });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const text = textOf(response);
  expect(text).toContain(
    'You need a photographer for a wedding in Austin, TX on June 20, 2999 with at most $3,000.00.',
  );
  expect(text).toContain(
    `- [Mara Quinn](/creators/mara-quinn-${mara.id}): from $999.95 (Half day), no public calendar, so ask for the date, 17 miles away in Round Rock, TX.`,
  );
  expect(textOf(await recommend(idea, { by: ann }))).toBe(text);
});

test('a reply has a card of each vendor that it names, in the part that names the vendor', async () => {
  const parts = partsOf(await recommend(idea, { by: ann }));
  const withCards = parts.filter(({ vendors }) => vendors);
  expect(withCards.map(({ choices: [{ delta }] }) => delta.content)).toEqual([expect.stringContaining(mara.id)]);
  expect(withCards[0]?.vendors).toEqual([
    {
      id: mara.id,
      displayName: 'Mara Quinn',
      path: `/creators/mara-quinn-${mara.id}`,
      bookingPath: expect.stringMatching(`^/bookings/create\\?creator=${mara.id}&package=.+&date=2999-06-20$`),
      service: 'photographer',
      services: ['photographer'],
      specialty: 'Weddings',
      city: 'Round Rock',
      region: 'TX',
      miles: 17,
      price: 99_995,
      date: { state: 'unknown', text: 'No public calendar, so ask for the date' },
      reason: 'Specializes in weddings and has 10 years of experience.',
      drawbacks: [],
      picture: null,
      rating: { average: null, count: 0 },
    },
  ]);
  expect(partsOf(await recommend('hello', { by: ann })).some(({ vendors }) => vendors)).toBe(false);
});

test('a conversation that is opened again has the cards and the lead of its answers', async () => {
  const response = await recommend(idea, { by: ann });
  await untilCaughtUp(site.api);
  const [newest] = (await site.get('/api/v1/conversations', ann)).items;
  const { turns } = await site.get(`/api/v1/conversations/${newest.id}`, ann);
  expect(turns[0].cards).toEqual(partsOf(response).flatMap(({ vendors = [] }) => vendors));
  expect(turns[0].cards).toHaveLength(1);
  expect(turns[0].lead).toEqual(partsOf(response)[0]?.lead);
});

test('the first part of a reply has what was understood, as the facts of a lead', async () => {
  const first = await recommend(idea, { by: ann });
  const facts = {
    eventType: 'wedding',
    eventDate: '2999-06-20',
    locationCity: 'Austin',
    locationState: 'TX',
    budgetMin: 0,
    budgetMax: 300_000,
    servicesNeeded: ['photographer'],
  };
  expect(partsOf(first).flatMap(({ lead }) => lead ?? [])).toEqual([facts]);
  expect(partsOf(first)[0]?.lead).toEqual(facts);
  const conversationId = first.headers.get('x-conversation-id');
  const [second] = partsOf(await recommend('for 80 guests', { by: ann, conversationId }));
  expect(second?.lead).toEqual({ ...facts, expectedAttendance: 80 });
  expect(partsOf(await recommend('hello', { by: ann })).some(({ lead }) => lead)).toBe(false);
});

test('an answer of an engine that names no vendor has no cards', async () => {
  jest.spyOn(site.api.get(AssistantEngine, { strict: false }), 'answer').mockImplementation(async function* () {
    yield 'There are several photographers. Mara Quinn is one.';
  });
  expect(partsOf(await recommend(idea, { by: ann })).some(({ vendors }) => vendors)).toBe(false);
});

test('a follow-up continues the conversation; an id that was not issued by the product starts a new one', async () => {
  const first = await recommend(idea, { by: ann });
  const conversationId = first.headers.get('x-conversation-id');
  const second = await recommend('cheaper, and in July instead', { by: ann, conversationId });
  const numbers = [first, second].map(({ headers }) => headers.get('x-conversation-question'));
  expect(numbers).toEqual(['1', '2']);
  expect(textOf(second)).toMatch(/for a wedding in Austin, TX in July \d{4} with at most/);
  expect(textOf(second)).toContain('None of the photographers is cheaper and fits everything you asked for.');
  for (const wrongId of [`${conversationId}A`, 'none', 'A'.repeat(60)])
    expect(textOf(await recommend('cheaper', { by: ann, conversationId: wrongId }))).toContain('What do you need');
});

test('the day is that in the client’s time zone', async () => {
  const tomorrowIn = async (timeZone: string) => {
    const text = textOf(await recommend('a DJ tomorrow', { by: ann, timeZone }));
    return Date.parse(/on (\w+ \d+, \d+)/.exec(text)?.[1] ?? '');
  };
  // Clocks on Kiritimati are 25 hours ahead of those on Niue, so that the day there is the next one or the one after
  // it.
  expect(await tomorrowIn('Pacific/Kiritimati')).toBeGreaterThan(await tomorrowIn('Pacific/Niue'));
  expect(await tomorrowIn('Nowhere/Unknown')).not.toBeNaN();
});

test.each([
  ['empty', ' \n '],
  ['too long', 'x'.repeat(2_001)],
  ['no text', 7],
  ['missing', undefined],
])('a description that is %s is refused', async (_, eventIdea) => {
  const response = await recommend(eventIdea, { by: ann });
  expect([response.status, response.body.code]).toEqual([400, 'invalid']);
});

test('the stream stops when the reader disconnects, and the API keeps running', async () => {
  let isStopped = false;
  jest
    .spyOn(site.api.get(AssistantEngine, { strict: false }), 'answer')
    .mockImplementation(async function* (_, signal) {
      yield 'You need ';
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      isStopped = true;
    });
  const socket = site.interruptiblePost(path, ann, { eventIdea: idea });
  await new Promise((resolve) => socket.once('data', resolve));
  expect(isStopped).toBe(false);
  socket.destroy();
  await eventually(async () => isStopped);
  jest.restoreAllMocks();
  textOf(await recommend(idea, { by: ann }));
});

test('a reply ends as incomplete after 60 seconds, and the engine stops', async () => {
  const cap = new AbortController();
  const timeout = AbortSignal.timeout;
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === 60_000 ? cap.signal : timeout(ms)));
  let isStopped = false;
  jest
    .spyOn(site.api.get(AssistantEngine, { strict: false }), 'answer')
    .mockImplementation(async function* (_, signal) {
      yield 'You need ';
      setImmediate(() => cap.abort());
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      isStopped = true;
    });
  let received = '';
  const socket = site.interruptiblePost(path, ann, { eventIdea: idea });
  socket.on('data', (data) => {
    received += String(data);
  });
  await new Promise((resolve) => socket.once('close', resolve));
  expect([received.includes('You need '), received.includes('[DONE]'), isStopped]).toEqual([true, false, true]);
});

test('visitors get 5 replies an hour for each network, and users 30', async () => {
  const visit = () => recommend('hello', { from: '203.0.113.9' });
  for (let i = 0; i < 5; i++) expect((await visit()).status).toBe(200);
  const refused = await visit();
  expect([refused.status, refused.body.code]).toEqual([429, 'too-many-requests']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
  expect((await recommend(idea, { from: '203.0.113.10' })).status).toBe(200);
  // Two of the 30 are left for the three requests below.
  for (let i = 0; i < 28; i++)
    await site.api.get(Limits).take({ name: 'ai.user-hour', times: 30, seconds: 3_600 }, mara.id);
  const statuses = await Promise.all(
    Array.from({ length: 3 }, async () => (await recommend('hello', { by: mara })).status),
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

test('after the last reply of the day, the response is 402', async () => {
  const budget = { name: 'ai.replies', times: 60, seconds: 86_400 };
  // Takes replies until one is left; earlier tests have taken some.
  const takeOne = async () => (await site.api.get(Limits).take(budget, 'all')).left;
  while ((await takeOne()) > 1);
  expect((await recommend('hello', { from: '198.51.100.1' })).status).toBe(200);
  const { status, body } = await recommend(idea, { from: '203.0.113.11' });
  expect([status, body.code]).toEqual([402, 'assistant-budget-spent']);
});
