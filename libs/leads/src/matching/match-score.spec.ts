import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { gazetteerOf, milesBetween } from './gazetteer.ts';
import { type LeadToMatch, matchOf, type ProfessionalToMatch, weights, wordsOf } from './match-score.ts';
import { exclusionText, factorText, reasonText } from './match-text.ts';

const { city: places } = gazetteerOf(readFileSync(new URL('./gazetteer.tsv', import.meta.url), 'utf8'));

const lead: LeadToMatch = {
  eventType: 'wedding',
  eventDate: '2027-06-20',
  durationDays: 1,
  description: 'A garden wedding under the oaks, with dancing until midnight and calm portraits.',
  city: 'Round Rock',
  region: 'TX',
  isVirtual: false,
  budgetMin: 150_000,
  budgetMax: 320_000,
  servicesNeeded: ['photographer', 'dj'],
};
const professional: ProfessionalToMatch = {
  services: ['photographer'],
  specialties: ['Weddings', 'Portraits'],
  locations: [{ city: 'Austin', region: 'TX', travelRadius: 50 }],
  prices: [85_000, 240_000],
  words: wordsOf('Calm portraits, dancing in gardens, weddings at dusk around midnight'),
  date: 'free',
};
const match = (leadChange: Partial<LeadToMatch> = {}, change: Partial<ProfessionalToMatch> = {}) =>
  matchOf({ ...lead, ...leadChange }, { ...professional, ...change }, places);
const pointsOf = (name: string, ...changes: Parameters<typeof match>) => {
  const result = match(...changes);
  return result.excluded ? result.excluded : result.factors.find((factor) => factor.name === name)?.points;
};

test('a lead that fits in every respect scores 100, with a reason and its factors in words', () => {
  const result = match();
  if (result.excluded) throw new Error('excluded');
  expect(result.score).toBe(100);
  expect(result.factors.map(({ name, points }) => [name, points])).toEqual(Object.entries(weights));
  expect(reasonText(result.factors)).toBe('Your service, 17 miles away, within budget, free that day, weddings');
  expect(result.factors.map(factorText)).toEqual([
    'You offer a service that the client needs',
    '17 miles away, and you travel up to 50',
    'Your package for $2,400.00 is within the budget',
    'You are free on the date',
    'Weddings is one of your specialties, and your profile shares 5 words with the description',
  ]);
});

test('a service that is not offered counts nothing, and half if the client named none', () => {
  expect(pointsOf('service', { servicesNeeded: ['design'] })).toBe(0);
  expect(pointsOf('service', { servicesNeeded: [] })).toBe(15);
});

describe('distance', () => {
  test('within the travel radius counts in full and falls to nothing at twice the radius', () => {
    const at = (travelRadius: number) =>
      pointsOf('distance', {}, { locations: [{ city: 'Austin', region: 'TX', travelRadius }] });
    expect(at(17)).toBe(25);
    expect(at(12)).toBe(15);
    expect(at(9)).toBe(3);
    expect(at(8)).toBe('distance');
    expect(at(0)).toBe('distance');
  });

  test('the best of several locations counts', () => {
    const locations = [
      { city: 'Portland', region: 'OR', travelRadius: 80 },
      { city: 'Austin', region: 'TX', travelRadius: 20 },
    ];
    expect(pointsOf('distance', {}, { locations })).toBe(25);
  });

  test('an unknown place counts half, unless both name the same place; an online event has no distance', () => {
    expect(pointsOf('distance', { city: 'Nowhere Special' })).toBe(13);
    const locations = [{ city: 'nowhere special', region: 'tx', travelRadius: 0 }];
    expect(pointsOf('distance', { city: 'Nowhere Special' }, { locations })).toBe(25);
    expect(pointsOf('distance', {}, { locations: [] })).toBe(13);
    expect(pointsOf('distance', { isVirtual: true, city: 'Portland', region: 'OR' })).toBe(25);
  });

  test('beyond twice the radius the lead is excluded, with the reason', () => {
    const result = match({ city: 'Portland', region: 'OR' });
    expect(result).toEqual({ excluded: 'distance', miles: 1708, radius: 50 });
    expect(exclusionText(result)).toBe('It is 1,708 miles away, more than twice the 50 miles that you travel.');
  });
});

test('the budget is compared with the prices of the packages', () => {
  const at = (...prices: number[]) => pointsOf('budget', {}, { prices });
  expect(at(320_000)).toBe(20);
  expect(at(150_000)).toBe(20);
  expect(at(149_999)).toBe(15);
  expect(at(100_000, 900_000)).toBe(15);
  expect(at(400_000)).toBe(10);
  expect(at(480_000)).toBe(5);
  expect(at(480_001)).toBe(0);
  expect(at()).toBe(10);
  expect(pointsOf('budget', { budgetMin: 0, budgetMax: 0 })).toBe(10);
});

test('an unknown date counts half, and one on which clients cannot book nothing; a taken one excludes the lead', () => {
  expect(pointsOf('date', {}, { date: 'unknown' })).toBe(8);
  expect(pointsOf('date', {}, { date: 'off' })).toBe(0);
  const result = match({}, { date: 'taken' });
  expect(result).toEqual({ excluded: 'date' });
  expect(exclusionText(result)).toBe('Your calendar says that you are not free on this date.');
});

test('specialty and words count up to ten', () => {
  const at = (specialties: string[], words: string) => pointsOf('text', {}, { specialties, words: wordsOf(words) });
  expect(at(['Weddings'], '')).toBe(6);
  expect(at([], 'Gardens and midnight')).toBe(2);
  expect(at([], 'gardens midnight portrait dancing weddings')).toBe(4);
  expect(at(['Corporate'], 'people should')).toBe(0);
});

test('every score is between 0 and 100 and equals the sum of its factors, each within its weight', () => {
  const money = fc.integer({ min: 0, max: 1_000_000 });
  const city = fc.constantFrom(['Austin', 'TX'], ['Kingston', 'Kingston'], ['London', 'Greater London'], ['', '']);
  fc.assert(
    fc.property(
      city,
      city,
      fc.integer({ min: 0, max: 500 }),
      fc.array(money),
      money,
      money,
      (to, from, radius, prices, low, more) => {
        const result = match(
          { city: to[0] ?? '', region: to[1] ?? '', budgetMin: low, budgetMax: low + more },
          { prices, locations: [{ city: from[0] ?? '', region: from[1] ?? '', travelRadius: radius }] },
        );
        if (result.excluded) return;
        expect(result.score).toBe(result.factors.reduce((sum, { points }) => sum + points, 0));
        for (const { name, points } of result.factors) {
          expect(points).toBeGreaterThanOrEqual(0);
          expect(points).toBeLessThanOrEqual(weights[name]);
        }
      },
    ),
  );
});

describe('gazetteer', () => {
  test.each([
    ['Austin', 'TX', 30.27, -97.74],
    ['austin', 'Texas', 30.27, -97.74],
    ['New York', 'NY', 40.71, -74.01],
    ['Portland', 'ME', 43.66, -70.26],
    ['Toronto', 'ON', 43.7, -79.42],
    ['Montreal', 'Quebec', 45.51, -73.59],
    ['St Louis', 'MO', 38.63, -90.2],
    ['Newport', 'Isle of Wight', 50.7, -1.29],
    ['Manchester', 'Greater Manchester', 53.48, -2.24],
    ['Kingston', 'Saint Andrew', 18, -76.79],
    ['Montego Bay', 'Saint James', 18.47, -77.92],
    ['Washington', 'DC', 38.9, -77.04],
    ['Washington, D.C.', 'District of Columbia', 38.9, -77.04],
    ['Edinburgh', 'Scotland', 55.95, -3.2],
    ['Cardiff', 'Wales', 51.48, -3.18],
    ['Belfast', 'Northern Ireland', 54.6, -5.93],
  ])('%s, %s', (city, region, latitude, longitude) => {
    expect(milesBetween(places(city, region) ?? [0, 0], [latitude, longitude])).toBeLessThan(2);
  });

  test('unknown places, and names that several regions have, are not guessed', () => {
    expect(places('Nowhere Special', 'TX')).toBeUndefined();
    expect(places('Portland', 'Atlantis')).toBeUndefined();
    expect(places('Austin', 'OR')).toBeUndefined();
  });

  test('measures the distance in miles', () => {
    const [london, edinburgh] = [places('London', 'Greater London'), places('Edinburgh', 'Scotland')];
    expect(Math.round(milesBetween(london ?? [0, 0], edinburgh ?? [0, 0]))).toBeGreaterThan(325);
    expect(Math.round(milesBetween(london ?? [0, 0], edinburgh ?? [0, 0]))).toBeLessThan(340);
  });
});
