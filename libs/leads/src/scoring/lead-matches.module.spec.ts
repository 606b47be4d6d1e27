import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { ChangeAvailability, CompleteOnboarding } from '#catalog';
import { IdentityQueries, RegisterUser, ReinstateUser, SuspendUser } from '#identity';
import type { Actor } from '#kernel';
import { LeadsQueries, leadsModule, PostLead } from '#leads';
import { NotificationsQueries } from '#notifications';
import { startPlan } from '#plans/testing';
import { Database } from '#platform/postgres';
import { eventually, TestApp } from '#platform/testing';
import { leadFilter, leadPost } from '../contract.ts';
import { LeadNotifications } from '../lead-notifications.reactions.ts';
import { WithdrawLead } from '../leads.commands.ts';
import { MatchScores, scoreVersion } from '../matching/index.ts';
import { LeadMatchesQueries } from './lead-matches.queries.ts';

let site: TestApp;
let [ann, bo, cy]: Actor[] = [];
const system: Actor = { id: 'leads.test', kind: 'system', role: 'test' };

const register = async (firstName: string, role: 'client' | 'creator'): Promise<Actor> => {
  const email = `${firstName.toLowerCase()}.${randomUUID()}@example.com`;
  const user = { firstName, lastName: 'Archer', email, password: 'Orchard-Lane-7', role } as const;
  const id = await site.as(system, () => site.app.get(CommandBus).execute(new RegisterUser(user)));
  return { id, kind: 'user', role };
};
const send = <T>(by: Actor | undefined, command: Parameters<CommandBus['execute']>[0]): Promise<T> =>
  site.as(by ?? system, () => site.app.get(CommandBus).execute(command)) as Promise<T>;
const offering = (serviceType: 'photographer' | 'dj', city: string, state: string, price: number) =>
  new CompleteOnboarding({
    serviceType,
    specialties: ['Weddings'],
    yearsExperience: 5,
    bio: 'Quiet pictures of garden weddings.',
    country: 'US',
    city,
    state,
    travelRadius: 60,
    packages: [{ name: 'Full day', price, durationHours: 8, deliverables: [] }],
  });
const post = (change: object = {}): Promise<string> =>
  send(
    ann,
    new PostLead(
      leadPost.parse({
        eventType: 'wedding',
        eventDate: '2999-06-20',
        description: 'A garden wedding for eighty guests, with dinner at long tables under the oaks.',
        locationCity: 'Round Rock',
        locationState: 'TX',
        budgetMin: 200_000,
        budgetMax: 450_000,
        durationDays: 1,
        servicesNeeded: ['photographer'],
        ...change,
      }),
    ),
  );
const matches = (by: Actor | undefined, filter: object = {}) =>
  site.as(by ?? system, () => site.app.get(LeadsQueries).matches(leadFilter.parse(filter)));
const scoresOf = async (by: Actor | undefined, filter: object = {}) =>
  Object.fromEntries((await matches(by, filter)).matches.map(({ id, matchScore }) => [id, matchScore]));
const explain = (by: Actor | undefined, id: string) =>
  site.as(by ?? system, () => site.app.get(LeadMatchesQueries).explain(id));

beforeAll(async () => {
  site = await TestApp.start({ imports: [leadsModule.nest] });
  [ann, bo, cy] = [await register('Ann', 'client'), await register('Bo', 'creator'), await register('Cy', 'creator')];
  await send(bo, offering('photographer', 'Austin', 'TX', 240_000));
  await send(cy, offering('dj', 'Portland', 'OR', 90_000));
});
afterAll(() => site.stop());

test('a new lead is scored for every professional that it is not too far for', async () => {
  const id = await post();
  await eventually(async () => (await scoresOf(bo))[id] !== undefined);
  expect(await matches(bo)).toMatchObject({
    matches: [
      {
        id,
        matchScore: 91,
        matchReason: 'Your service, 17 miles away, within budget, weddings',
        scoreVersion: 1,
        factors: [
          { name: 'service', points: 30, maximum: 30, text: 'You offer a service that the client needs' },
          { name: 'distance', points: 25, maximum: 25, text: '17 miles away, and you travel up to 60' },
          { name: 'budget', points: 20, maximum: 20, text: 'Your package for $2,400.00 is within the budget' },
          { name: 'date', points: 8, maximum: 15, text: 'Your calendar doesn’t say whether you are free' },
          { name: 'text', points: 8, maximum: 10 },
        ],
      },
    ],
    nextCursor: null,
  });
  expect(await scoresOf(cy)).toEqual({});
  expect(await explain(cy, id)).toMatchObject({
    matchScore: null,
    factors: [],
    excluded: 'It is 1,699 miles away, more than twice the 60 miles that you travel.',
  });
  expect(await explain(bo, id)).toMatchObject({ matchScore: 91, excluded: null });
});

test('professionals are notified once of leads that fit very well, and their pages read the list again', async () => {
  const [scored] = await eventually(async () => {
    const events = (await site.store.after(0n)).filter(({ type }) => type === 'LeadScored');
    return events.length > 0 && events;
  });
  expect(scored?.data).toMatchObject({ professionals: 1 });
  const audiences = leadsModule.subscribers.filter(({ aggregate }) => 'LeadScored' in aggregate.evolve);
  expect(audiences.map(({ topic, audience }) => [topic, audience(scored as never, {} as never)])).toEqual([
    ['leads', { people: [], professionals: true }],
  ]);
  const { sendMatchDigests } = site.app.get(LeadNotifications, { strict: false });
  // Digests are part of the Pro plan.
  await site.as(system, async () => sendMatchDigests.react(scored as never));
  expect(await site.typesOf(`match-digest-${bo?.id}`)).toEqual([]);
  await startPlan(site, bo?.id ?? '');
  for (const _ of [1, 2]) await site.as(system, async () => sendMatchDigests.react(scored as never));
  const notices = async () => {
    const sent = await site.app.get(NotificationsQueries, { strict: false }).sentTo(bo?.id ?? '');
    return sent.filter(({ kind }) => kind.startsWith('matches.'));
  };
  const sent = await eventually(async () => {
    const found = await notices();
    return found.length > 0 && found;
  });
  expect(sent).toMatchObject([
    {
      kind: 'matches.found',
      title: 'A new lead fits you very well',
      text: 'It is the wedding on June 20, 2999, with a match score of 91 out of 100.',
    },
  ]);
});

test('browsing and the dashboard show professionals their score, and clients none', async () => {
  const id = await post({ description: 'x'.repeat(60), servicesNeeded: ['dj'] });
  await eventually(async () => (await scoresOf(bo))[id] !== undefined);
  const browse = (by: Actor | undefined) =>
    site.as(by ?? system, () => site.app.get(LeadsQueries).browse(leadFilter.parse({})));
  expect((await browse(bo)).items.map(({ matchScore }) => matchScore)).toEqual([59, 91]);
  expect((await browse(ann)).items.map(({ matchScore }) => matchScore)).toEqual([null, null]);
  const best = await site.as(bo ?? system, () => site.app.get(LeadsQueries).newestMatching(3));
  expect(best.map(({ matchScore }) => matchScore)).toEqual([91, 59]);
  await expect(matches(ann)).rejects.toMatchObject({ code: 'lead-match-not-allowed' });
  await expect(explain(ann, id)).rejects.toMatchObject({ code: 'lead-match-not-allowed' });
});

test('matches are filtered, and listed in pages', async () => {
  const first = await matches(bo, { limit: 1 });
  expect(first).toMatchObject({ matches: [{ matchScore: 91 }], nextCursor: expect.any(String) });
  const second = await matches(bo, { limit: 1, cursor: first.nextCursor });
  expect(second).toMatchObject({ matches: [{ matchScore: 59 }], nextCursor: null });
  expect((await matches(bo, { eventType: 'concert' })).matches).toEqual([]);
  expect((await matches(bo, { location: 'round' })).matches).toHaveLength(2);
});

test('leads of a suspended client are not among the matches until the client is reinstated', async () => {
  const id = await post({ description: 'x'.repeat(60) });
  await eventually(async () => (await scoresOf(bo))[id] !== undefined);
  const { email } = (await site.app.get(IdentityQueries).contacts([ann?.id ?? ''])).get(ann?.id ?? '') ?? { email: '' };
  const admin: Actor = { id: 'sam', kind: 'staff', role: 'admin' };
  await send(admin, new SuspendUser(email, 'Invented leads'));
  expect(await scoresOf(bo)).toEqual({});
  await expect(explain(bo, id)).rejects.toMatchObject({ code: 'lead-not-found' });
  await send(admin, new ReinstateUser(email, 'Mistaken identity'));
  expect(await scoresOf(bo)).toMatchObject({ [id]: expect.any(Number) });
});

test('a changed profile or calendar scores all active leads again', async () => {
  await send(cy, offering('photographer', 'Austin', 'TX', 240_000));
  await eventually(async () => Object.values(await scoresOf(cy)).includes(91));
  const settings = { weekdays: [1, 2, 3, 4, 5, 6, 7], capacity: 1, noticeDays: 0, blocked: [] };
  await send(cy, new ChangeAvailability(settings));
  await eventually(async () => Object.values(await scoresOf(cy)).includes(98));
  const blocked = [{ from: '2999-06-01', to: '2999-06-30', reason: null }];
  await send(cy, new ChangeAvailability({ ...settings, blocked } as never));
  await eventually(async () => Object.keys(await scoresOf(cy)).length === 0);
  const [{ id } = { id: '' }] = (await matches(bo)).matches;
  expect(await explain(cy, id)).toMatchObject({ excluded: 'Your calendar says that you are not free on this date.' });
});

test('the page of a professional who was scored again reads the list again', async () => {
  const scorings = async () => (await site.store.after(0n)).filter(({ stream }) => stream === `lead-scores-${bo?.id}`);
  // The first onboarding is scored, too.
  const before = await eventually(async () => {
    const { length } = await scorings();
    return length > 0 && length;
  });
  await send(bo, offering('photographer', 'Austin', 'TX', 230_000));
  const scored = await eventually(async () => (await scorings())[before]);
  const subscription = leadsModule.subscribers.find(({ aggregate }) => scored.type in aggregate.evolve);
  expect(subscription?.audience(scored as never, {} as never)).toEqual({ people: [bo?.id] });
});

test('a job that read the data earlier adds no score that a later one left out', async () => {
  const scores = site.app.get(MatchScores);
  const [creatorId, leadId] = [randomUUID(), `lead-${randomUUID()}`];
  const score = { creatorId, leadId, score: 50, postedAt: '2026-01-01T00:00:00.000Z', factors: [] };
  const at = (second: number) => new Date(`2026-01-01T00:00:0${second}.000Z`);
  await scores.replaceForProfessional(creatorId, [], at(2), 1n);
  await scores.replaceForLead(leadId, [score], at(1));
  expect(await scores.best(creatorId, 10)).toHaveLength(0);
  await scores.replaceForLead(leadId, [score], at(3));
  expect(await scores.best(creatorId, 10)).toHaveLength(1);
});

test('a job that read the data before a lead was closed adds no score of it afterwards', async () => {
  const scores = site.app.get(MatchScores);
  const [creatorId, leadId] = [randomUUID(), `lead-${randomUUID()}`];
  const score = { creatorId, leadId, score: 50, postedAt: '2026-01-01T00:00:00.000Z', factors: [] };
  const readAt = await scores.now();
  await scores.removeLead(leadId);
  await scores.replaceForProfessional(creatorId, [score], readAt, 1n);
  expect(await scores.best(creatorId, 10)).toHaveLength(0);
  await scores.replaceForProfessional(creatorId, [score], await scores.now(), 2n);
  expect(await scores.best(creatorId, 10)).toHaveLength(1);
});

test('a request reads a limited number of scores, and its cursor continues after them', async () => {
  const id = await post({ eventType: 'conference' });
  await eventually(async () => (await scoresOf(bo))[id] !== undefined);
  await site.app.get(Database).query(
    `insert into matching.scores (creator_id, lead_id, score, posted_at, factors, version, read_at)
     select $1, 'lead-closed-' || n, 100, '2026-01-01', '[]', $2, now() from generate_series(1, 2000) as n`,
    [bo?.id, scoreVersion],
  );
  const first = await matches(bo, { eventType: 'conference' });
  expect(first).toEqual({ matches: [], nextCursor: expect.any(String) });
  const next = await matches(bo, { eventType: 'conference', cursor: first.nextCursor });
  expect(next).toMatchObject({ matches: [{ id }], nextCursor: null });
  await site.app.get(Database).query(`delete from matching.scores where lead_id like 'lead-closed-%'`);
});

test('leads of an earlier digest do not count towards the limit of the next one', async () => {
  const scores = site.app.get(MatchScores);
  const [creatorId, other] = [`a-${randomUUID()}`, `b-${randomUUID()}`];
  const postedAt = '2026-01-01T00:00:00.000Z';
  const mentioned = Array.from({ length: 50 }, (_, i) => `lead-mentioned-${i}`);
  const rows = mentioned.map((leadId) => ({ creatorId, leadId, score: 99, postedAt, factors: [] }));
  const fresh = { creatorId, leadId: 'lead-fresh', score: 81, postedAt, factors: [] };
  await scores.replaceForProfessional(creatorId, [...rows, fresh], await scores.now(), 1n);
  await scores.replaceForProfessional(other, [{ ...fresh, creatorId: other }], await scores.now(), 1n);
  const due = [
    { id: creatorId, except: mentioned },
    { id: other, except: [] },
  ];
  const found = await scores.bestSince(due, 80, new Date(postedAt));
  expect(found.map(({ creatorId: id, leadId }) => [id, leadId])).toEqual([
    [creatorId, 'lead-fresh'],
    [other, 'lead-fresh'],
  ]);
  expect(await scores.professionalsOf('lead-fresh', 80, 1)).toEqual([creatorId]);
  expect(await scores.professionalsOf('lead-fresh', 80, 1, creatorId)).toEqual([other]);
});

test('a withdrawn lead loses its scores', async () => {
  const id = await post();
  await eventually(async () => (await scoresOf(bo))[id] !== undefined);
  await send(ann, new WithdrawLead(id));
  expect((await scoresOf(bo))[id]).toBeUndefined();
  await eventually(
    async () => !(await site.app.get(MatchScores).best(bo?.id ?? '', 1_000)).some(({ leadId }) => leadId === id),
  );
});

test('the words of hidden contact details do not count', async () => {
  const id = await post({ description: `Write to tangerine@orangery.com. ${'x '.repeat(30)}`, eventType: 'sports' });
  const { answers } = offering('photographer', 'Austin', 'TX', 240_000);
  await send(bo, new CompleteOnboarding({ ...answers, bio: 'Tangerine orangery' }));
  expect((await explain(bo, id)).factors.find(({ name }) => name === 'text')).toMatchObject({ points: 0 });
});
