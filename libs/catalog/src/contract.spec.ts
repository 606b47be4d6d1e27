import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import {
  allPlaces,
  countryOf,
  creatorFilter,
  onboarding,
  places,
  profileChange,
  regionName,
  serviceTypes,
  specialties,
  storedRegion,
} from './contract.ts';

const offer = { name: 'Full day', price: 0, durationHours: 1, deliverables: ['Photos', ' ', ''] };
const answers = {
  serviceType: 'dj',
  specialties: ['Weddings'],
  yearsExperience: 0,
  bio: 'Vinyl only.',
  city: 'Mobile',
  state: 'AL',
  packages: [offer],
};
const messagesOf = (change: object): string[] =>
  onboarding.safeParse({ ...answers, ...change }).error?.issues.map(({ message }) => message) ?? [];

test.each([
  [{ serviceType: 'catering' }, 'Please choose your primary service'],
  [{ specialties: [] }, 'Please choose at least one specialty'],
  [{ yearsExperience: undefined }, 'Please enter your years of experience'],
  [{ yearsExperience: -1 }, 'Years of experience must be between 0 and 50'],
  [{ yearsExperience: 51 }, 'Years of experience must be between 0 and 50'],
  [{ bio: ' ' }, 'Please tell clients about yourself'],
  [{ instagramHandle: 'not a handle' }, 'Please enter an Instagram handle, like @yourname'],
  [{ websiteUrl: 'javascript:alert(1)' }, 'Please enter a full web address, like https://example.com'],
  [{ country: 'FR' }, 'Please choose a country'],
  [{ city: '' }, 'City is required'],
  [{ state: '' }, 'Please choose a state'],
  [{ state: 'Kingston' }, 'Please choose a state'],
  [{ country: 'JM' }, 'Please choose a parish'],
  [{ travelRadius: 501 }, 'Travel radius must be between 0 and 500 miles'],
  [{ packages: [] }, 'Please add at least one package'],
  [{ packages: [{ ...offer, name: '' }] }, 'Package name is required'],
  [{ packages: [{ ...offer, price: -1 }] }, 'Price must be at least 0'],
  [{ packages: [{ ...offer, price: 0.5 }] }, 'Price must be in whole cents'],
  [{ packages: [{ ...offer, durationHours: 0 }] }, 'Duration must be at least 1 hour'],
])('%j is rejected with its message', (change, text) => expect(messagesOf(change)).toEqual([text]));

test('a price of minus zero is zero', () => {
  const [first] = onboarding.parse({ ...answers, packages: [{ ...offer, price: -0 }] }).packages;
  expect(Object.is(first?.price, 0)).toBe(true);
});

test('the default country is US and the default radius 50 miles; blank deliverables are removed', () =>
  expect(onboarding.parse(answers)).toEqual({
    ...answers,
    country: 'US',
    travelRadius: 50,
    packages: [{ ...offer, deliverables: ['Photos'] }],
  }));

test('services, specialties and regions are the ones that the screens show', () => {
  expect(serviceTypes).toEqual({
    photographer: 'Photographer',
    videographer: 'Videographer',
    dj: 'DJ/Music',
    design: 'Design/Decor',
  });
  expect(specialties).toHaveLength(10);
  const counts = Object.entries(places).map(([country, { region, regions }]) => [
    country,
    region,
    new Set(regions).size,
  ]);
  expect(counts).toEqual([
    ['US', 'State', 50],
    ['CA', 'Province', 13],
    ['GB', 'County', 43],
    ['JM', 'Parish', 14],
  ]);
});

test('a state is found by its name, in upper or lower case', () => {
  expect(['texas', 'New York', 'tx', 'saint ann', 'Atlantis'].map(storedRegion)).toEqual([
    'TX',
    'NY',
    'TX',
    'Saint Ann',
    'Atlantis',
  ]);
  expect(['TX', 'Kent'].map(regionName)).toEqual(['Texas', 'Kent']);
});

test('events also take place outside the 50 states and the counties of England', () => {
  const further = Object.entries(allPlaces).map(([country, { regions }]) => [
    country,
    regions.filter((region) => !places[country as keyof typeof places].regions.includes(region)),
  ]);
  expect(further).toEqual([
    ['US', ['DC']],
    ['CA', []],
    [
      'GB',
      [
        'East Riding of Yorkshire',
        'Northern Ireland',
        'Rutland',
        'Scotland',
        'Wales',
        'West Yorkshire',
        'Worcestershire',
      ],
    ],
    ['JM', []],
  ]);
  expect(['district of columbia', 'wales'].map(storedRegion)).toEqual(['DC', 'Wales']);
  expect([regionName('DC'), countryOf('DC'), countryOf('Scotland')]).toEqual(['District of Columbia', 'US', 'GB']);
});

test('no two countries have a region of the same name', () => {
  const regions = Object.values(allPlaces).flatMap(({ regions }) => regions);
  expect(new Set(regions).size).toBe(regions.length);
});

test('a list of creators names up to 100 of them, each by a valid id', () => {
  const listOf = (count: number) => Array.from({ length: count }, () => randomUUID());
  const messagesOfIds = (ids: string) =>
    creatorFilter.safeParse({ ids }).error?.issues.map(({ message }) => message) ?? [];
  const ids = listOf(100);
  expect(creatorFilter.parse({ ids: ids.join() }).ids).toEqual(ids);
  expect(messagesOfIds(listOf(101).join())).toEqual(['Please name at most 100 creators']);
  for (const invalid of ['', 'bo', `${ids[0]},`, `${ids[0]},${ids[1]}x`])
    expect(messagesOfIds(invalid)).toEqual(['This creator does not exist']);
});

test('a profile can be cleared', () => expect(profileChange.parse({})).toEqual({}));
