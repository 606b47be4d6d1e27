import { expect, test } from '@jest/globals';
import { countryOf } from '#catalog/contract';
import { readBrief } from './brief.ts';
import { placesWith } from './vendor-places.ts';

const today = { day: '2026-11-23', earliest: '2026-11-23' };
/** Places by name and region. */
const known: Readonly<Record<string, readonly [number, number]>> = {
  'Austin|TX': [30.27, -97.74],
  'Portland|OR': [45.5, -122.7],
  'Portland|ME': [43.7, -70.3],
  'Home|WA': [47.3, -122.8],
  'Party|TX': [31, -97],
  'Texas|WA': [47, -122],
  'Salem|OR': [44.9, -123],
  'Salem|MA': [42.5, -70.9],
  'London|Greater London': [51.5, -0.1],
  'London|Ontario': [43, -81.2],
};
const gazetteer = {
  city: (city: string, region: string) =>
    Object.entries(known).find(([key]) => key.toLowerCase() === `${city}|${region}`.toLowerCase())?.[1],
  citiesNamed: (city: string) =>
    Object.entries(known).flatMap(([key, at]) =>
      key.startsWith(`${city}|`) ? [{ country: countryOf(key.split('|')[1] ?? '') ?? '', at }] : [],
    ),
  countryOf,
  country: (name: string) => ({ uk: 'GB', canada: 'CA', usa: 'US', us: 'US' })[name.toLowerCase()],
  region: (name: string) => ({ texas: 'TX', tx: 'TX', wa: 'WA', me: 'ME' })[name.toLowerCase()],
};
const vendorsIn = (...places: string[]) =>
  placesWith(
    places.map((place) => ({ city: place.split('|')[0] ?? '', region: place.split('|')[1] ?? '' })),
    gazetteer,
  );
const placeIn = (text: string, ...vendorPlaces: string[]) => {
  const { brief, unclearPlace } = readBrief(text, { places: vendorsIn(...vendorPlaces), todayAt: () => today });
  return unclearPlace ?? brief.place;
};

test('a city where a vendor works is meant, whatever other cities have its name', () => {
  expect(placeIn('a DJ in Portland', 'Portland|OR')).toMatchObject({ city: 'Portland', region: 'OR' });
  expect(placeIn('a DJ in portland', 'Portland|OR')).toMatchObject({ city: 'Portland', region: 'OR' });
  expect(placeIn('a DJ in Portland, ME', 'Portland|OR')).toMatchObject({ city: 'Portland', region: 'ME' });
});

test('of several cities with one name none is chosen', () => {
  expect(placeIn('a DJ in Portland', 'Portland|OR', 'Portland|ME')).toBe('Portland');
  expect(placeIn('a DJ in Salem')).toBe('Salem');
});

test('a country says which of several cities is meant', () => {
  expect(placeIn('a DJ in London')).toBe('London');
  expect(placeIn('a DJ in London, UK')).toEqual({ city: 'London', region: '', at: [51.5, -0.1] });
  expect(placeIn('a DJ in London Canada in May')).toEqual({ city: 'London', region: '', at: [43, -81.2] });
  expect(placeIn('a DJ in London, UK', 'London|Greater London')).toMatchObject({ region: 'Greater London' });
  expect(placeIn('a DJ in Salem, USA')).toBe('Salem');
  expect(placeIn('make London us happy')).toBeNull();
});

test('a region is meant rather than a small place with its name, except where a vendor works', () => {
  expect(placeIn('a DJ in Texas')).toEqual({ city: null, region: 'TX', at: null });
  expect(placeIn('a DJ in Texas', 'Texas|WA')).toMatchObject({ city: 'Texas', region: 'WA' });
});

test.each([
  ['a DJ in the Park', 'the Park|TX'],
  ['a DJ in The Garden', 'The Garden|TX'],
  ['a DJ at Home', 'Home|WA'],
  ['a DJ at home', 'Home|WA'],
  ['a DJ in June', 'June|TX'],
  ['a DJ in the party, TX', 'the party|TX'],
  ['a DJ in salem', ''],
])('"%s" names no place, even if a vendor works in %s', (text, vendorPlace) =>
  expect(placeIn(text, vendorPlace)).toBeNull(),
);

test('with its region, a city counts though its name is a word, or though only a vendor knows it', () => {
  expect(placeIn('a DJ in Home, WA', 'Home|WA')).toMatchObject({ city: 'Home', region: 'WA' });
  expect(placeIn('a DJ in The Garden, TX', 'The Garden|TX')).toEqual({ city: 'The Garden', region: 'TX', at: null });
  expect(placeIn('a DJ in austin, texas')).toMatchObject({ city: 'Austin', region: 'TX' });
});
