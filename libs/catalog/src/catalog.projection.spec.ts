import { expect, test } from '@jest/globals';
import { type Message, project, type Recorded } from '#kernel';
import { recorded } from '#kernel/testing';
import {
  creatorListings,
  creatorLocations,
  creatorPackages,
  creatorProfiles,
  creatorServices,
} from './catalog.projection.ts';
import type { CreatorEvents } from './creator.ts';

type Event = Message<CreatorEvents>;
const offer = { name: 'Full day', description: null, price: 100_000, durationHours: 8, deliverables: ['Photos'] };
const location = { city: 'Kingston', state: 'Kingston', travelRadius: 50, isPrimary: true };
const texts = { bio: 'Light.', websiteUrl: null, instagramHandle: 'bo' };
const service = { serviceType: 'photographer', specialties: ['Weddings'], yearsExperience: 7 };
const creatorId = 'bo';

const events: Event[] = [
  { type: 'ProfileOpened', data: { creatorId } },
  { type: 'ProfileDescribed', data: { creatorId, ...texts } },
  { type: 'ServiceOffered', data: { creatorId, ...service } },
  { type: 'LocationAdded', data: { creatorId, locationId: 'l1', ...location } },
  { type: 'PackageOffered', data: { creatorId, packageId: 'p1', ...offer } },
  { type: 'OnboardingCompleted', data: { creatorId } },
  { type: 'ProfileDescribed', data: { creatorId, ...texts, bio: 'Dark.' } },
  { type: 'ServiceWithdrawn', data: { serviceType: 'photographer' } },
  { type: 'LocationRemoved', data: { locationId: 'l1' } },
  { type: 'PackageWithdrawn', data: { packageId: 'p1' } },
  { type: 'ServiceOffered', data: { creatorId, ...service, serviceType: 'dj' } },
  { type: 'OnboardingCompleted', data: { creatorId } },
];
const log = recorded<CreatorEvents>('creator-bo', events);

const eventsOfTypes = <Type extends keyof CreatorEvents>(events: Recorded<CreatorEvents>[], ...types: Type[]) =>
  events.filter(({ type }) => (types as string[]).includes(type)) as Recorded<Pick<CreatorEvents, Type>>[];
const fold = (events: Recorded<CreatorEvents>[], before?: ReturnType<typeof emptyRows>) => {
  const { profiles, services, locations, packages } = before ?? emptyRows();
  return {
    profiles: project(
      creatorProfiles,
      profiles,
      eventsOfTypes(events, 'ProfileOpened', 'ProfileDescribed', 'PackagesArranged', 'OnboardingCompleted'),
    ),
    services: project(creatorServices, services, eventsOfTypes(events, 'ServiceOffered', 'ServiceWithdrawn')),
    locations: project(creatorLocations, locations, eventsOfTypes(events, 'LocationAdded', 'LocationRemoved')),
    packages: project(
      creatorPackages,
      packages,
      eventsOfTypes(events, 'PackageOffered', 'PackageDrafted', 'PackageWithdrawn'),
    ),
  };
};
const emptyRows = () => ({
  profiles: project(creatorProfiles, new Map(), []),
  services: project(creatorServices, new Map(), []),
  locations: project(creatorLocations, new Map(), []),
  packages: project(creatorPackages, new Map(), []),
});

test('onboarding adds rows to all four tables', () => {
  const { profiles, services, locations, packages } = fold(log.slice(0, 6));
  expect(profiles.get('bo')).toEqual({
    id: 'bo',
    ...texts,
    cancellationPolicy: 'standard',
    packageOrder: [],
    listedAt: '2026-01-01T00:00:05.000Z',
    ratingCount: 0,
    ratingTotal: 0,
  });
  expect([...services.values()]).toEqual([{ id: 'creator-bo/photographer', creatorId, ...service }]);
  expect([...locations.values()]).toEqual([{ id: 'l1', creatorId, ...location, searchPlace: 'kingston\nkingston' }]);
  expect([...packages.values()]).toEqual([{ id: 'p1', creatorId, ...offer, isActive: true, isDraft: false }]);
});

test('withdrawing deletes services and locations, but keeps packages as inactive', () => {
  const { profiles, services, locations, packages } = fold(log);
  expect(profiles.get('bo')).toMatchObject({ bio: 'Dark.', listedAt: '2026-01-01T00:00:05.000Z' });
  expect([...services.keys()]).toEqual(['creator-bo/dj']);
  expect(locations.size).toBe(0);
  expect(packages.get('p1')).toMatchObject({ isActive: false, price: 100_000 });
});

test('drafts are not offered, and nothing remains of one that is withdrawn; the profile has the order', () => {
  const drafted = recorded<CreatorEvents>('creator-bo', [
    ...events.slice(0, 6),
    { type: 'PackageDrafted', data: { creatorId, packageId: 'p2', ...offer } },
    { type: 'PackagesArranged', data: { creatorId, packageIds: ['p2', 'p1'] } },
    { type: 'PackageWithdrawn', data: { packageId: 'p2' } },
  ]);
  const { profiles, packages } = fold(drafted.slice(0, 8));
  expect(packages.get('p2')).toEqual({ id: 'p2', creatorId, ...offer, isActive: false, isDraft: true });
  expect(profiles.get('bo')).toMatchObject({ packageOrder: ['p2', 'p1'] });
  expect([...fold(drafted).packages.keys()]).toEqual(['p1']);
  expect(project(creatorListings, new Map(), drafted.slice(0, 8)).get('bo')?.offers).not.toHaveProperty('p2');
});

test('a rating is folded into the profile, and into the score that orders lists', () => {
  const rated = { creatorId, reviewId: 'r1', reviewVersion: 1, stars: 5, count: 15, total: 70 };
  const [event] = recorded<CreatorEvents>('creator-bo', [{ type: 'CreatorRated', data: rated }]) as [
    Recorded<Pick<CreatorEvents, 'CreatorRated'>>,
  ];
  expect(project(creatorProfiles, fold(log).profiles, [event]).get('bo')).toMatchObject({
    ratingCount: 15,
    ratingTotal: 70,
  });
  expect(project(creatorListings, project(creatorListings, new Map(), log), [event]).get('bo')).toMatchObject({
    ratingScore: 4_500,
  });
});

test('folding in two batches gives the same rows as in one', () => {
  for (let cut = 1; cut < log.length; cut++) expect(fold(log.slice(cut), fold(log.slice(0, cut)))).toEqual(fold(log));
});

test('a closed profile is not listed', () => {
  const closed = { ...(log[0] as Recorded<CreatorEvents>), type: 'ProfileClosed', data: { creatorId } } as const;
  const profiles = project(creatorProfiles, fold(log).profiles, [closed]);
  expect(profiles.get(creatorId)).toMatchObject({ bio: 'Dark.', listedAt: null });
});

test('a listing has everything that is offered now, as searches compare it', () => {
  const after = (count: number) => project(creatorListings, new Map(), log.slice(0, count)).get('bo');
  const listing = { id: 'bo', listedAt: '2026-01-01T00:00:05.000Z' };
  expect(after(6)).toMatchObject({
    ...listing,
    searchText: 'light. kingston full day photographer weddings',
    serviceTypes: ['photographer'],
    searchPlaces: 'kingston\nkingston',
    lowestPrice: 100_000,
    yearsExperience: 7,
  });
  const nothing = { serviceTypes: [], searchPlaces: '', lowestPrice: null, yearsExperience: 0 };
  expect(after(10)).toMatchObject({ ...listing, ...nothing, searchText: 'dark.' });
  expect(after(12)).toMatchObject({
    ...listing,
    searchText: 'dark. dj dj/music weddings',
    serviceTypes: ['dj'],
    yearsExperience: 7,
  });
});

test('a listing is the same if its offers were read from the database in between', () => {
  const stored = project(creatorListings, new Map(), log.slice(0, 6));
  const reordered = new Map(
    [...stored].map(([id, row]) => [id, { ...row, offers: Object.fromEntries(Object.entries(row.offers).reverse()) }]),
  );
  expect(project(creatorListings, reordered, log.slice(6))).toEqual(project(creatorListings, stored, log.slice(6)));
});
