import { test } from '@jest/globals';
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
const answers = { ...description, service, location, packages: [offer('p1'), offer('p2')] };

const opened: Event = { type: 'ProfileOpened', data: { creatorId: 'bo' } };
const described: Event = { type: 'ProfileDescribed', data: description };
const serviceOffered: Event = { type: 'ServiceOffered', data: { creatorId: 'bo', ...service } };
const located: Event = { type: 'LocationAdded', data: { creatorId: 'bo', ...location, isPrimary: true } };
const offered = (id: string): Event => ({ type: 'PackageOffered', data: { creatorId: 'bo', ...offer(id) } });
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
        ...description,
        service: { ...service, serviceType: 'videographer' },
        location: { ...location, locationId: 'l2' },
        packages: [offer('p3')],
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
      offered('p3'),
      completed,
    ));

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
    .when('completeOnboarding', { ...answers, packages: [offer('p3')] }, bo)
    .emits(
      described,
      { type: 'LocationRemoved', data: { locationId: 'l1' } },
      { type: 'PackageWithdrawn', data: { packageId: 'p2' } },
      serviceOffered,
      located,
      offered('p3'),
      completed,
    ));

test('changing the texts of a profile does not open it again', () =>
  given(creator, opened, described).when('describe', description, bo).emits(described));

test('onboarding needs at least one package', () =>
  given(creator)
    .when('completeOnboarding', { ...answers, packages: [] }, bo)
    .refuses('package-missing'));

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
