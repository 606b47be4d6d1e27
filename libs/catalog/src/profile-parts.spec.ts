import { expect, test } from '@jest/globals';
import { type CreatorProfile, missingParts } from './contract.ts';

const offer = {
  id: '6f2c1c52-9d0b-4a4c-b9a7-6b6a7c1f2b12',
  name: 'Evening',
  description: null,
  price: 90_000,
  currency: 'USD' as const,
  durationHours: 4,
  deliverables: [],
  isActive: true,
} satisfies CreatorProfile['packages'][number];
const complete = {
  avatarUrl: '/avatar.jpg',
  bio: 'I like long evenings.',
  websiteUrl: null,
  instagramHandle: '@bo',
  services: [{ serviceType: 'dj', specialties: ['Weddings'], yearsExperience: 3 }],
  locations: [{ city: 'Austin', state: 'TX', isPrimary: true, travelRadius: 50 }],
  packages: [offer],
  portfolio: [{} as CreatorProfile['portfolio'][number]],
} satisfies Partial<CreatorProfile>;

test('a profile with all parts is complete; either link is enough', () => {
  expect(missingParts(complete)).toEqual([]);
  expect(missingParts({ ...complete, instagramHandle: null, websiteUrl: 'https://example.com' })).toEqual([]);
});

test.each([
  [{ services: [] }, 'service'],
  [{ services: [{ serviceType: 'dj', specialties: [], yearsExperience: 3 }] }, 'service'],
  [{ locations: [] }, 'location'],
  [{ packages: [{ ...offer, isActive: false }] }, 'package'],
  [{ bio: ' ' }, 'bio'],
  [{ portfolio: [] }, 'portfolio'],
  [{ avatarUrl: null }, 'avatar'],
  [{ instagramHandle: null }, 'link'],
] as const)('with %j the profile has no %s', (change, part) =>
  expect(missingParts({ ...complete, ...change } as typeof complete)).toEqual([part]),
);

test('of a new profile everything is missing, the most important first', () => {
  const empty = { avatarUrl: null, bio: null, websiteUrl: null, instagramHandle: null };
  expect(missingParts({ ...empty, services: [], locations: [], packages: [], portfolio: [] })).toEqual([
    'service',
    'location',
    'package',
    'bio',
    'portfolio',
    'avatar',
    'link',
  ]);
});
