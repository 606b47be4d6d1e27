import { describe, test } from '@jest/globals';
import type { Actor, Message } from '#kernel';
import { given } from '#kernel/testing';
import { type CreatorEvents, creator } from './creator.ts';

type Event = Message<CreatorEvents>;
const bo: Actor = { id: 'bo', kind: 'user', role: 'creator' };
const vi: Actor = { id: 'vi', kind: 'user', role: 'vendor' };
const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };

const description = { creatorId: 'bo', bio: 'Light.', websiteUrl: null, instagramHandle: 'bo.light' };
const service = { serviceType: 'photographer', specialties: ['Weddings'], yearsExperience: 7 };
const location = { locationId: 'l1', city: 'Kingston', state: 'Kingston', travelRadius: 50 };
const offer = (packageId: string, price = 100_000) => ({
  packageId,
  name: 'Full day',
  description: null,
  price,
  durationHours: 8,
  deliverables: ['300 photos'],
});
const answers = { ...description, service, location, packages: [offer('p1'), offer('p2')], maxPackages: 20 };

const opened: Event = { type: 'ProfileOpened', data: { creatorId: 'bo' } };
const described: Event = { type: 'ProfileDescribed', data: description };
const serviceOffered: Event = { type: 'ServiceOffered', data: { creatorId: 'bo', ...service } };
const located: Event = { type: 'LocationAdded', data: { creatorId: 'bo', ...location, isPrimary: true } };
const offered = (id: string, price?: number): Event => ({
  type: 'PackageOffered',
  data: { creatorId: 'bo', ...offer(id, price) },
});
const otherPrice = 90_000;
const completed: Event = { type: 'OnboardingCompleted', data: { creatorId: 'bo' } };
const onboarded = [opened, described, serviceOffered, located, offered('p1'), offered('p2'), completed];

test('the four onboarding steps are saved together', () =>
  given(creator)
    .when('completeOnboarding', answers, bo)
    .emits(...onboarded));

test('a vendor has the same rights', () =>
  given(creator)
    .when('describe', { ...description, creatorId: 'vi' }, vi)
    .emits(
      { type: 'ProfileOpened', data: { creatorId: 'vi' } },
      { type: 'ProfileDescribed', data: { ...description, creatorId: 'vi' } },
    ));

test('a second onboarding replaces the first and withdraws the old packages', () =>
  given(creator, ...onboarded)
    .when(
      'completeOnboarding',
      {
        ...answers,
        service: { ...service, serviceType: 'videographer' },
        location: { ...location, locationId: 'l2' },
        packages: [offer('p3', otherPrice)],
      },
      bo,
    )
    .emits(
      described,
      { type: 'ServiceWithdrawn', data: { serviceType: 'photographer' } },
      { type: 'LocationRemoved', data: { locationId: 'l1' } },
      { type: 'PackageWithdrawn', data: { packageId: 'p1' } },
      { type: 'PackageWithdrawn', data: { packageId: 'p2' } },
      { type: 'ServiceOffered', data: { creatorId: 'bo', ...service, serviceType: 'videographer' } },
      { type: 'LocationAdded', data: { creatorId: 'bo', ...location, locationId: 'l2', isPrimary: true } },
      offered('p3', otherPrice),
      completed,
    ));

test('in a second onboarding, each package that did not change keeps its id', () => {
  const whenOnboarded = (...packages: ReturnType<typeof offer>[]) =>
    given(creator, ...onboarded).when('completeOnboarding', { ...answers, packages }, bo);
  const before = [described, { type: 'LocationRemoved', data: { locationId: 'l1' } }] as const;
  const after = [serviceOffered, located];
  whenOnboarded(offer('p3'), offer('p4')).emits(...before, ...after, completed);
  whenOnboarded(offer('p3'), offer('p4'), offer('p5')).emits(...before, ...after, offered('p5'), completed);
  const oneChanged = [offer('p3', otherPrice), offer('p4')];
  whenOnboarded(...oneChanged).emits(
    ...before,
    { type: 'PackageWithdrawn', data: { packageId: 'p2' } },
    ...after,
    offered('p3', otherPrice),
    completed,
  );
});

const closed: Event = { type: 'ProfileClosed', data: { creatorId: 'bo' } };
const reaction: Actor = { id: 'identity.end-participation', kind: 'worker', role: 'reaction' };

test('a former member’s profile is closed automatically and once, and everything offered is withdrawn', () => {
  given(creator, ...onboarded)
    .when('close', {}, reaction)
    .emits(
      { type: 'ServiceWithdrawn', data: { serviceType: 'photographer' } },
      { type: 'LocationRemoved', data: { locationId: 'l1' } },
      { type: 'PackageWithdrawn', data: { packageId: 'p1' } },
      { type: 'PackageWithdrawn', data: { packageId: 'p2' } },
      closed,
    );
  given(creator, ...onboarded, closed)
    .when('close', {}, reaction)
    .emits();
  given(creator).when('close', {}, reaction).emits();
  for (const by of [bo, ann])
    given(creator, ...onboarded)
      .when('close', {}, by)
      .refuses('profile-not-allowed');
});

test('a closed profile cannot be changed', () => {
  given(creator, ...onboarded, closed)
    .when('describe', description, bo)
    .refuses('profile-closed');
  given(creator, ...onboarded, closed)
    .when('completeOnboarding', answers, bo)
    .refuses('profile-closed');
});

test('withdrawn offers are not withdrawn again, and a service that is offered again is kept', () =>
  given(creator, ...onboarded, { type: 'PackageWithdrawn', data: { packageId: 'p1' } })
    .when('completeOnboarding', { ...answers, packages: [offer('p3', otherPrice)] }, bo)
    .emits(
      described,
      { type: 'LocationRemoved', data: { locationId: 'l1' } },
      { type: 'PackageWithdrawn', data: { packageId: 'p2' } },
      serviceOffered,
      located,
      offered('p3', otherPrice),
      completed,
    ));

test('changing the texts of a profile does not open it again', () =>
  given(creator, opened, described).when('describe', description, bo).emits(described));

test('onboarding needs at least one package', () =>
  given(creator)
    .when('completeOnboarding', { ...answers, packages: [] }, bo)
    .refuses('package-missing'));

const saved = (savedId: string | null, change: Partial<ReturnType<typeof offer>> & { isDraft?: boolean } = {}) => ({
  ...offer(`new-${savedId}`),
  isDraft: false,
  savedId,
  ...change,
});
const withPackages = (...packages: ReturnType<typeof saved>[]) => ({ creatorId: 'bo', packages, known: null });
const withdrawn = (packageId: string): Event => ({ type: 'PackageWithdrawn', data: { packageId } });
const arranged = (...packageIds: string[]): Event => ({
  type: 'PackagesArranged',
  data: { creatorId: 'bo', packageIds },
});
const offersChanged: Event = { type: 'OffersChanged', data: { creatorId: 'bo' } };

test('a changed package is withdrawn and offered under a new id; unchanged ones stay', () =>
  given(creator, ...onboarded)
    .when('changePackages', withPackages(saved('p1'), saved('p2', { price: 120_000 })), bo)
    .emits(
      withdrawn('p2'),
      { type: 'PackageOffered', data: { creatorId: 'bo', ...offer('new-p2', 120_000) } },
      arranged('p1', 'new-p2'),
      offersChanged,
    ));

test('packages are arranged, and saving them as they are changes nothing', () => {
  const swapped = withPackages(saved('p2'), saved('p1'));
  given(creator, ...onboarded)
    .when('changePackages', swapped, bo)
    .emits(arranged('p2', 'p1'), offersChanged);
  given(creator, ...onboarded, arranged('p2', 'p1'), offersChanged)
    .when('changePackages', swapped, bo)
    .emits();
});

/** After {@link onboarded}, with one other package. */
const onboardedAgain: readonly Event[] = [
  described,
  { type: 'LocationRemoved', data: { locationId: 'l1' } },
  withdrawn('p1'),
  withdrawn('p2'),
  serviceOffered,
  located,
  offered('p4', otherPrice),
  completed,
];

test('a draft is saved without being offered, is offered later, and outlives another onboarding', () => {
  const draft: Event = { type: 'PackageDrafted', data: { creatorId: 'bo', ...offer('new-null') } };
  const drafted = [...onboarded, draft, arranged('p1', 'p2', 'new-null'), offersChanged];
  given(creator, ...onboarded)
    .when('changePackages', withPackages(saved('p1'), saved('p2'), saved(null, { isDraft: true })), bo)
    .emits(...drafted.slice(onboarded.length));
  given(creator, ...drafted)
    .when('changePackages', withPackages(saved('p1'), saved('p2'), saved('new-null', { packageId: 'p3' })), bo)
    .emits(withdrawn('new-null'), offered('p3'), arranged('p1', 'p2', 'p3'), offersChanged);
  given(creator, ...drafted)
    .when('completeOnboarding', { ...answers, packages: [offer('p4', otherPrice)] }, bo)
    .emits(...onboardedAgain);
});

test('an onboarding that would exceed the number of packages, together with the drafts, is refused', () => {
  const numbers = Array.from({ length: 19 }, (_, i) => i);
  const drafts = numbers.map((i): Event => ({ type: 'PackageDrafted', data: { creatorId: 'bo', ...offer(`d${i}`) } }));
  const whenOnboarded = (...packages: ReturnType<typeof offer>[]) =>
    given(creator, ...onboarded, ...drafts).when('completeOnboarding', { ...answers, packages }, bo);
  whenOnboarded(offer('p4', otherPrice), offer('p5')).refuses('packages-too-many');
  whenOnboarded(offer('p4', otherPrice)).emits(...onboardedAgain);
});

test('drafts alone are not enough, and packages that were changed elsewhere are refused', () => {
  const whenChanged = (...packages: ReturnType<typeof saved>[]) =>
    given(creator, ...onboarded).when('changePackages', withPackages(...packages), bo);
  whenChanged(saved('p1', { isDraft: true })).refuses('package-missing');
  whenChanged(saved('p1'), saved('p9')).refuses('packages-changed');
  whenChanged(saved('p1'), saved('p1')).refuses('packages-changed');
});

test('a request that does not know all packages withdraws none of them', () => {
  const change = { ...withPackages(saved('p1')), known: ['p1'] };
  given(creator, ...onboarded)
    .when('changePackages', change, bo)
    .refuses('packages-changed');
  given(creator, ...onboarded)
    .when('changePackages', { ...change, known: ['p1', 'p2'] }, bo)
    .emits(withdrawn('p2'), arranged('p1'), offersChanged);
});

test('the service and the location are changed on their own, if they differ', () => {
  const change = { creatorId: 'bo', service: { ...service, serviceType: 'dj' } };
  given(creator, ...onboarded)
    .when('changeService', change, bo)
    .emits(
      { type: 'ServiceWithdrawn', data: { serviceType: 'photographer' } },
      { type: 'ServiceOffered', data: { creatorId: 'bo', ...service, serviceType: 'dj' } },
      offersChanged,
    );
  given(creator, ...onboarded)
    .when('changeService', { creatorId: 'bo', service }, bo)
    .emits();
  const moved = { ...location, locationId: 'l2', city: 'Negril' };
  given(creator, ...onboarded)
    .when('changeLocation', { creatorId: 'bo', location: moved }, bo)
    .emits(
      { type: 'LocationRemoved', data: { locationId: 'l1' } },
      { type: 'LocationAdded', data: { creatorId: 'bo', ...moved, isPrimary: true } },
      offersChanged,
    );
  given(creator, ...onboarded)
    .when('changeLocation', { creatorId: 'bo', location: { ...location, locationId: 'l2' } }, bo)
    .emits();
});

test('only its owner can change what a profile offers, and only while it is open', () => {
  const changes = {
    changeService: { creatorId: 'bo', service },
    changeLocation: { creatorId: 'bo', location },
    changePackages: withPackages(saved(null)),
  } as const;
  for (const [verb, facts] of Object.entries(changes) as [keyof typeof changes, never][]) {
    given(creator, ...onboarded)
      .when(verb, facts, vi)
      .refuses('profile-not-yours');
    given(creator, ...onboarded, closed)
      .when(verb, facts, bo)
      .refuses('profile-closed');
  }
});

test('only its owner can change a profile', () => {
  given(creator).when('describe', description, vi).refuses('profile-not-yours');
  given(creator).when('completeOnboarding', answers, vi).refuses('profile-not-yours');
});

test('a client has no profile', () => {
  given(creator)
    .when('describe', { ...description, creatorId: 'ann' }, ann)
    .refuses('profile-not-allowed');
  given(creator)
    .when('completeOnboarding', { ...answers, creatorId: 'ann' }, ann)
    .refuses('profile-not-allowed');
});

describe('a review', () => {
  const worker: Actor = { id: 'bookings.count-review', kind: 'worker', role: 'reaction' };
  const review = (reviewId: string, reviewVersion: number, stars: number | null) => ({
    reviewId,
    reviewVersion,
    stars,
  });
  const rated = (
    { reviewId, reviewVersion, stars }: ReturnType<typeof review>,
    [count, total]: readonly [number, number],
  ): Event => ({ type: 'CreatorRated', data: { creatorId: 'bo', reviewId, reviewVersion, stars, count, total } });

  test('is counted together with the others; removed, it does not count', () => {
    const [one, other, removed] = [review('r1', 1, 5), review('r2', 1, 4), review('r1', 2, null)];
    given(creator, ...onboarded)
      .when('rate', one, worker)
      .emits(rated(one, [1, 5]));
    given(creator, ...onboarded, rated(one, [1, 5]))
      .when('rate', other, worker)
      .emits(rated(other, [2, 9]));
    given(creator, ...onboarded, rated(one, [1, 5]), rated(other, [2, 9]))
      .when('rate', removed, worker)
      .emits(rated(removed, [1, 4]));
  });

  test('of an older version, or counted before, changes nothing', () => {
    const changed = rated(review('r1', 3, 2), [1, 2]);
    for (const late of [review('r1', 1, 5), review('r1', 3, 2)])
      given(creator, ...onboarded, changed)
        .when('rate', late, worker)
        .emits();
    const closed: Event = { type: 'ProfileClosed', data: { creatorId: 'bo' } };
    given(creator, ...onboarded, closed)
      .when('rate', review('r1', 1, 5), worker)
      .emits();
    given(creator)
      .when('rate', review('r1', 1, 5), worker)
      .emits();
  });

  test('cannot be counted by a person', () =>
    given(creator, ...onboarded)
      .when('rate', review('r1', 1, 5), bo)
      .refuses('profile-not-allowed'));
});

test('a cancellation policy is recorded when it changes', () => {
  const choice = { creatorId: 'bo', cancellationPolicy: 'strict' } as const;
  const chosen: Event = { type: 'CancellationPolicyChosen', data: choice };
  given(creator, ...onboarded)
    .when('chooseCancellationPolicy', choice, bo)
    .emits(chosen);
  given(creator).when('chooseCancellationPolicy', choice, bo).emits(opened, chosen);
  given(creator, ...onboarded, chosen)
    .when('chooseCancellationPolicy', choice, bo)
    .emits();
  given(creator, ...onboarded)
    .when('chooseCancellationPolicy', choice, vi)
    .refuses('profile-not-yours');
});
