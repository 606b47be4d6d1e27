import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { CatalogQueries, CompleteOnboarding, catalogModule } from '#catalog';
import { IdentityQueries, RegisterUser, type Role, SuspendUser } from '#identity';
import type { Actor } from '#kernel';
import { startPlan } from '#plans/testing';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { PersonalDataKeys } from '#platform/personal-data';
import { Projector } from '#platform/projections';
import { originOf, TestApp, untilCaughtUp } from '#platform/testing';
import {
  ChangeLocation,
  ChangePackages,
  ChangeService,
  ChooseCancellationPolicy,
  DescribeProfile,
  RateCreator,
} from './catalog.commands.ts';
import { CatalogSearch } from './catalog.search.ts';
import {
  creatorFilter,
  creatorProfile,
  locationStep,
  onboarding,
  packagesChange,
  profileChange,
  serviceChange,
} from './contract.ts';

let site: TestApp;
let app: TestApp['app'];
beforeAll(async () => {
  site = await TestApp.start({ imports: [catalogModule.nest] });
  app = site.app;
});
afterAll(() => site.stop());

const runAs = <T>(by: Actor, work: (catalog: CatalogQueries, commands: CommandBus) => Promise<T>): Promise<T> =>
  site.as(by, () => work(app.get(CatalogQueries), app.get(CommandBus)));
const testSystem: Actor = { id: 'catalog.test', kind: 'system', role: 'test' };
const register = async (firstName: string, role: Role = 'creator'): Promise<Actor> => {
  const email = `${randomUUID()}@example.com`;
  const newUser = { firstName, lastName: 'Stone', email, password: 'Orchard-Lane-7', phone: '876-555-0100', role };
  const id = await runAs(testSystem, (_, commands) => commands.execute(new RegisterUser(newUser)));
  return { id, kind: 'user', role };
};

const answers = {
  serviceType: 'photographer',
  specialties: ['Weddings', 'Portraits'],
  yearsExperience: 7,
  bio: 'Quiet, warm pictures of loud, warm days.',
  instagramHandle: '@bo.light',
  websiteUrl: 'https://bo.example',
  country: 'JM',
  city: 'Kingston',
  state: 'Kingston',
  travelRadius: 50,
  packages: [
    { name: 'Full day', price: 250_000, durationHours: 10, deliverables: ['500 photos', ' '] },
    { name: 'Half day', description: 'Up to the cake.', price: 140_000, durationHours: 5, deliverables: [] },
  ],
};
const onboard = (by: Actor, change: Partial<typeof answers> = {}) =>
  runAs(by, (_, commands) => commands.execute(new CompleteOnboarding(onboarding.parse({ ...answers, ...change }))));
const offer = (name: string, price: number) => ({ name, price, durationHours: 8, deliverables: [] });
const search = async (choice: Record<string, string>) =>
  runAs(testSystem, () => app.get(CatalogSearch).find(creatorFilter.parse(choice)));
const found = async (choice: Record<string, string>) => (await search(choice)).items.map(({ id }) => id);

test('onboarding creates a public profile without contact details', async () => {
  const bo = await register('Bo');
  expect(await runAs(bo, (catalog) => catalog.hasCompletedOnboarding(bo.id))).toBe(false);
  await onboard(bo);
  expect(await runAs(bo, (catalog) => catalog.hasCompletedOnboarding(bo.id))).toBe(true);

  const profile = await runAs(testSystem, (catalog) => catalog.byId(bo.id));
  expect(profile).toEqual({
    id: bo.id,
    displayName: 'Bo Stone',
    avatarUrl: null,
    rating: { average: null, count: 0 },
    bio: answers.bio,
    websiteUrl: 'https://bo.example',
    instagramHandle: 'bo.light',
    cancellationPolicy: 'standard',
    onboardingCompleted: true,
    services: [{ serviceType: 'photographer', specialties: ['Weddings', 'Portraits'], yearsExperience: 7 }],
    locations: [{ city: 'Kingston', state: 'Kingston', isPrimary: true, travelRadius: 50 }],
    packages: [
      expect.objectContaining({ name: 'Half day', description: 'Up to the cake.', price: 140_000, currency: 'USD' }),
      expect.objectContaining({ name: 'Full day', description: null, deliverables: ['500 photos'], isActive: true }),
    ],
    portfolio: [],
  });
  expect(creatorProfile.parse(profile)).toEqual(profile);
  expect(JSON.stringify(profile)).not.toMatch(/555-0100|@example\.com/);
});

test('a creator chooses a cancellation policy, which packages carry from then on', async () => {
  const bo = await register('Bo', 'vendor');
  await onboard(bo);
  await runAs(bo, (_, commands) => commands.execute(new ChooseCancellationPolicy('flexible')));
  const profile = await runAs(testSystem, (catalog) => catalog.byId(bo.id));
  expect(profile.cancellationPolicy).toBe('flexible');
  const [offer] = profile.packages;
  const packages = await runAs(testSystem, (catalog) => catalog.packages([offer?.id ?? '']));
  expect(packages.get(offer?.id ?? '')).toMatchObject({
    refundTerms: { policy: 'flexible', fullRefundDays: 7, halfRefundDays: 1 },
  });
});

test('a creator arranges packages and keeps a draft, which only they see; searches and prices follow', async () => {
  const bo = await register('Bo');
  await onboard(bo);
  const mine = () => runAs(bo, (catalog) => catalog.mine());
  const save = (packages: unknown[]) =>
    runAs(bo, (_, commands) => commands.execute(new ChangePackages(packagesChange.parse({ packages }))));
  const [half, full] = (await mine()).packages;
  const unchanged = ({ id, name, description, price, durationHours, deliverables }: NonNullable<typeof full>) => ({
    ...{ id, name, price, durationHours, deliverables },
    ...(description && { description }),
  });
  if (!(half && full)) throw new Error('two packages were offered');
  await save([
    unchanged(full),
    { ...offer('Elopement', 60_000), isDraft: true },
    { ...unchanged(half), price: 150_000 },
  ]);

  expect((await mine()).packages.map(({ name, price, isActive }) => [name, price, isActive])).toEqual([
    ['Full day', 250_000, true],
    ['Elopement', 60_000, false],
    ['Half day', 150_000, true],
  ]);
  const others = (await runAs(testSystem, (catalog) => catalog.byId(bo.id))).packages;
  expect(others.map(({ name }) => name)).toEqual(['Full day', 'Half day']);
  expect(others[0]?.id).toBe(full.id);
  const known = await runAs(testSystem, (catalog) => catalog.packages([half.id]));
  expect(known.get(half.id)).toMatchObject({ price: 140_000, isActive: false });
  await expect(save([unchanged(half)])).rejects.toMatchObject({ code: 'packages-changed' });
});

test('a creator changes the service and the place on their own', async () => {
  const bo = await register('Bo');
  await onboard(bo);
  const service = serviceChange.parse({ serviceType: 'dj', specialties: ['Corporate'], yearsExperience: 9 });
  await runAs(bo, (_, commands) => commands.execute(new ChangeService(service)));
  const place = locationStep.parse({ country: 'US', city: 'Denver', state: 'CO', travelRadius: 20 });
  await runAs(bo, (_, commands) => commands.execute(new ChangeLocation(place)));
  expect(await runAs(bo, (catalog) => catalog.mine())).toMatchObject({
    services: [service],
    locations: [{ city: 'Denver', state: 'CO', travelRadius: 20 }],
    packages: [{ name: 'Half day' }, { name: 'Full day' }],
  });
});

test('a second onboarding replaces the first; the earlier packages can still be read as withdrawn', async () => {
  const bo = await register('Bo', 'vendor');
  await onboard(bo);
  const earlierIds = (await runAs(bo, (catalog) => catalog.mine())).packages.map(({ id }) => id);
  await onboard(bo, { serviceType: 'dj', city: 'Negril', packages: [offer('Night', 90_000)] });

  const profile = await runAs(bo, (catalog) => catalog.mine());
  expect(profile).toMatchObject({
    services: [{ serviceType: 'dj' }],
    locations: [{ city: 'Negril' }],
    packages: [{ name: 'Night', price: 90_000 }],
  });
  const knownPackages = await runAs(bo, (catalog) => catalog.packages([...earlierIds, randomUUID()]));
  expect([...knownPackages.values()].map(({ creatorId, isActive }) => [creatorId, isActive])).toEqual([
    [bo.id, false],
    [bo.id, false],
  ]);
});

test('onboarding repeated with the same idempotency key is done once', async () => {
  const bo = await register('Bo');
  const context = app.get(Context);
  const send = () =>
    context.run(
      originOf(bo),
      () => app.get(CommandBus).execute(new CompleteOnboarding(onboarding.parse(answers))),
      'key-1',
    );
  await send();
  const eventsBefore = await app.get(EventStore).read(`creator-${bo.id}`);
  await send();
  expect(await app.get(EventStore).read(`creator-${bo.id}`)).toEqual(eventsBefore);
});

test('before onboarding, the profile is empty and not listed', async () => {
  const bo = await register('Bo');
  const emptyProfile = { onboardingCompleted: false, bio: null, services: [], packages: [] };
  expect(await runAs(bo, (catalog) => catalog.mine())).toMatchObject(emptyProfile);
  await runAs(bo, (_, commands) => commands.execute(new DescribeProfile(profileChange.parse({ bio: 'Soon.' }))));
  expect(await runAs(bo, (catalog) => catalog.mine())).toMatchObject({ ...emptyProfile, bio: 'Soon.' });
  expect(await found({ q: 'soon.' })).toEqual([]);
});

test('a client has no profile', async () => {
  const ann = await register('Ann', 'client');
  await expect(runAs(testSystem, (catalog) => catalog.byId(ann.id))).rejects.toMatchObject({
    code: 'creator-not-found',
  });
  await expect(runAs(ann, (catalog) => catalog.mine())).rejects.toMatchObject({ code: 'profile-not-allowed' });
  await expect(onboard(ann)).rejects.toMatchObject({ code: 'profile-not-allowed' });
  await expect(runAs(testSystem, (catalog) => catalog.byId(randomUUID()))).rejects.toMatchObject({
    code: 'creator-not-found',
  });
});

test('creators can be searched by service, location, price and words in their texts', async () => {
  const [dj, design] = [await register('Dee'), await register('Dora', 'vendor')];
  const town = { country: 'US', state: 'AL', city: '100%_Town' };
  await onboard(dj, {
    ...town,
    serviceType: 'dj',
    bio: 'Vinyl only.',
    specialties: ['Concerts'],
    yearsExperience: 3,
    packages: [offer('Set', 50_000), offer('Night', 90_000)],
  });
  await onboard(design, {
    ...town,
    serviceType: 'design',
    bio: 'Paper flowers.',
    specialties: ['Social Events'],
    yearsExperience: 30,
    packages: [offer('Arch', 70_000)],
  });
  const foundInTown = (choice: Record<string, string>) => found({ city: '100%_town', ...choice });

  expect(await foundInTown({})).toEqual([design.id, dj.id]);
  expect(await foundInTown({ sort: 'price' })).toEqual([dj.id, design.id]);
  expect(await foundInTown({ sort: 'experience' })).toEqual([design.id, dj.id]);
  expect(await foundInTown({ service: 'dj' })).toEqual([dj.id]);
  expect(await foundInTown({ state: 'al' })).toHaveLength(2);
  expect(await foundInTown({ state: 'Kingston' })).toEqual([]);
  expect(await foundInTown({ minPrice: '80000' })).toEqual([dj.id]);
  expect(await foundInTown({ maxPrice: '50000' })).toEqual([dj.id]);
  expect(await foundInTown({ minPrice: '60000', maxPrice: '80000' })).toEqual([design.id]);
  expect(await foundInTown({ q: 'MUSIC' })).toEqual([dj.id]);
  expect(await foundInTown({ q: 'DJs' })).toEqual([dj.id]);
  expect(await foundInTown({ q: 'concert vinyl' })).toEqual([dj.id]);
  expect(await foundInTown({ q: 'flowers arch' })).toEqual([design.id]);
  expect(await foundInTown({ q: 'vinyl arch' })).toEqual([]);
  expect(await found({ city: '100__Town' })).toEqual([]);
});

test('the list can be limited to certain creators, together with the other filters', async () => {
  const [dj, photographer, other, client] = [
    await register('Dee'),
    await register('Pia'),
    await register('Olga'),
    await register('Ann', 'client'),
  ];
  for (const by of [photographer, other]) await onboard(by);
  await onboard(dj, { serviceType: 'dj' });
  const ids = [dj.id, photographer.id, client.id, randomUUID(), dj.id].join();
  expect(await found({ ids })).toEqual([dj.id, photographer.id]);
  expect(await found({ ids, service: 'dj' })).toEqual([dj.id]);
  expect(await found({ ids: other.id })).toEqual([other.id]);
  expect(await found({ ids: randomUUID() })).toEqual([]);
  const first = await search({ ids, limit: '1' });
  expect(first.items.map(({ id }) => id)).toEqual([dj.id]);
  expect(await found({ ids, limit: '1', cursor: first.nextCursor ?? '' })).toEqual([photographer.id]);
});

test('creators are found by name and by place, without accents, and with typing errors if nothing else fits', async () => {
  const [zoe, paolo] = [await register('Zoë'), await register('Paolo', 'vendor')];
  await onboard(zoe, { country: 'CA', city: 'Montréal', state: 'Quebec' });
  await onboard(paolo, { country: 'US', city: 'Austin', state: 'TX', serviceType: 'videographer' });
  expect(await found({ q: 'zoe' })).toEqual([zoe.id]);
  expect(await found({ q: 'PAOLO stone' })).toEqual([paolo.id]);
  for (const place of [{ location: 'Montreal' }, { location: 'montréal,QUÉBEC' }, { city: 'montreal' }])
    expect(await found(place)).toEqual([zoe.id]);
  expect(await found({ city: 'Montreal', state: 'québec' })).toEqual([zoe.id]);
  expect(await found({ city: 'Quebec' })).toEqual([]);
  expect(await found({ state: 'Montreal' })).toEqual([]);
  expect(await found({ location: 'Austin, TX' })).toEqual([paolo.id]);
  for (const place of [{ location: 'austin, texas' }, { location: 'Texas' }, { state: 'texas' }])
    expect(await found(place)).toEqual([paolo.id]);
  expect(await found({ location: 'Austin, Quebec' })).toEqual([]);
  const [ida, lynn] = [await register('Ida'), await register('Lynn')];
  await onboard(ida, { country: 'US', city: 'Gary', state: 'IN' });
  await onboard(lynn, { country: 'GB', city: 'Boston', state: 'Lincolnshire' });
  for (const state of ['IN', 'in', 'Indiana']) expect(await found({ state })).toEqual([ida.id]);
  expect(await found({ state: 'lincoln' })).toEqual([lynn.id]);
  expect(await search({ q: 'paolo' })).toMatchObject({ items: [{ id: paolo.id }], similar: false });
  for (const q of ['paulo', 'paoolo stonne', 'videografer', 'asutin paolo'])
    expect(await search({ q })).toMatchObject({ items: [{ id: paolo.id }], similar: true });
  expect(await search({ q: 'paulo', service: 'dj' })).toMatchObject({ items: [], similar: true });
  expect(await search({ q: '???' })).toMatchObject({ items: [], similar: false });
});

test('lists are ordered by rating, where one review does not decide, and show the average', async () => {
  const [often, once, badly, never] = [
    await register('Often'),
    await register('Once'),
    await register('Badly'),
    await register('Never'),
  ];
  const stars = new Map([
    [often, [5, 5, 5, 4]],
    [once, [5]],
    [badly, [1, 2]],
  ]);
  for (const creator of [never, badly, once, often]) {
    await onboard(creator, { country: 'US', state: 'AL', city: 'Rated' });
    for (const [index, rated] of (stars.get(creator) ?? []).entries()) {
      const review = { reviewId: `review-${creator.id}-${index}`, reviewVersion: 1, stars: rated };
      await runAs(testSystem, (_, commands) => commands.execute(new RateCreator(creator.id, review)));
    }
  }
  await untilCaughtUp(app);
  const { items } = await search({ city: 'Rated', sort: 'rating' });
  const { creators, categories } = await runAs(testSystem, () => app.get(CatalogSearch).counts());
  expect(creators).toBe((await found({ limit: '100' })).length);
  // Two specialties of photographers here, and what other tests add.
  expect(categories).toBeGreaterThanOrEqual(2);
  expect(items.map(({ id, rating }) => [id, rating])).toEqual([
    [often.id, { average: 4.8, count: 4 }],
    [once.id, { average: 5, count: 1 }],
    [badly.id, { average: 1.5, count: 2 }],
    [never.id, { average: null, count: 0 }],
  ]);
});

test('a suspended professional is not found', async () => {
  const marlo = await register('Marlo');
  await onboard(marlo);
  expect(await found({ q: 'marlo' })).toEqual([marlo.id]);
  const { email } = (await app.get(IdentityQueries).contacts([marlo.id])).get(marlo.id) ?? { email: '' };
  const admin: Actor = { id: 'sam', kind: 'staff', role: 'admin' };
  await runAs(admin, (_, commands) => commands.execute(new SuspendUser(email, 'Copied portfolio')));
  expect(await found({ q: 'marlo' })).toEqual([]);
  await expect(runAs(testSystem, (catalog) => catalog.publicProfile(marlo.id))).rejects.toThrow('Profile not found');
  expect(await found({ limit: '100' })).not.toContain(marlo.id);
});

test('in each sort order, the pages contain every creator', async () => {
  for (const sort of ['newest', 'price', 'experience', 'rating']) {
    const allIds = await found({ sort, limit: '100' });
    const pagedIds: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await search({ sort, limit: '1', ...(cursor && { cursor }) });
      pagedIds.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(pagedIds).toEqual(allIds);
    expect(new Set(pagedIds).size).toBeGreaterThanOrEqual(4);
  }
});

test('the featured creators are up to three photographers', async () => {
  for (const name of ['Cal', 'Cat', 'Cleo']) await onboard(await register(name));
  const { items } = await runAs(testSystem, () => app.get(CatalogSearch).featured());
  expect(items.map(({ displayName }) => displayName)).toEqual(['Cleo Stone', 'Cat Stone', 'Cal Stone']);
  expect(items.map(({ isPaid }) => isPaid)).toEqual([false, false, false]);
});

test('photographers on the Pro plan are featured first, and marked as such', async () => {
  const first = await register('Pro');
  await onboard(first);
  await onboard(await register('Newer'));
  await startPlan(site, first.id);
  const { items } = await runAs(testSystem, () => app.get(CatalogSearch).featured());
  expect(items.map(({ displayName, isPaid }) => [displayName, isPaid])).toEqual([
    ['Pro Stone', true],
    ['Newer Stone', false],
    ['Cleo Stone', false],
  ]);
});

test('a creator’s texts are sealed in the event log and removed by erasure', async () => {
  const bo = await register('Bo');
  await onboard(bo);
  const storedEvents = await app.get(EventStore).readSealed(`creator-${bo.id}`);
  expect(storedEvents.length).toBeGreaterThan(0);
  expect(storedEvents.map(({ data }) => JSON.stringify(data)).join()).not.toMatch(
    /bo\.light|bo\.example|Quiet|Half day|Full day|Burlington/,
  );
  await app.get(PersonalDataKeys).erase(bo.id);
  await app
    .get(Projector)
    .rebuild(['creator_profiles_v3', 'creator_locations_v1', 'creator_packages_v2', 'creator_listings_v3']);
  const profile = await runAs(testSystem, (catalog) => catalog.byId(bo.id));
  expect(profile).toMatchObject({ bio: null, websiteUrl: null, instagramHandle: null });
  expect(profile.packages.map(({ name, description, deliverables }) => [name, description, deliverables])).toEqual([
    ['', null, []],
    ['', null, []],
  ]);
});

test('every read table equals a fresh fold of the event log', async () => {
  await untilCaughtUp(app);
  const differences = await app.get(Projector).verify();
  expect([...differences.keys()].filter((name) => name.startsWith('creator'))).toEqual([]);
});
