import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { timeZoneAt } from '#platform/time-zones';
import { gazetteerOf } from './gazetteer.ts';
import { timeZoneFinder } from './time-zone.ts';

const table = readFileSync(new URL('gazetteer.tsv', import.meta.url), 'utf8');
const timeZoneOf = timeZoneFinder(gazetteerOf(table), timeZoneAt);
const burlington = { city: 'Burlington', state: 'Vermont' };

test.each([
  ['City hall, Austin, TX', 'America/Chicago'],
  ['100 Mesa Street, El Paso, TX 79901', 'America/Denver'],
  ['Knoxville, Tennessee', 'America/New_York'],
  ['Nashville, TN', 'America/Chicago'],
  ['Town hall, Toronto, ON M5V 2T6', 'America/Toronto'],
  ['Vancouver, British Columbia', 'America/Vancouver'],
  ['1 Deansgate, Manchester, Greater Manchester M3 1AZ', 'Europe/London'],
  ['Devon House, Kingston, St. Andrew', 'America/Jamaica'],
  ['Beach, Honolulu, HI', 'Pacific/Honolulu'],
  ['Phoenix, AZ', 'America/Phoenix'],
  ['The Wharf, Washington, DC 20024', 'America/New_York'],
  ['Castle Hill, Edinburgh, Scotland', 'Europe/London'],
  ['Cardiff, Wales', 'Europe/London'],
])('%s is in %s', (description, zone) => expect(timeZoneOf(description, [])).toBe(zone));

test('a city without its region is the one in the region of a place nearby', () => {
  expect(timeZoneOf('Old mill, Burlington', [burlington])).toBe('America/New_York');
  expect(timeZoneOf('Old mill, Portland', [{ city: 'Eugene', state: 'OR' }])).toBe('America/Los_Angeles');
});

test.each([
  ['Beach, Honolulu', 'Pacific/Honolulu'],
  ['Hope, Honolulu', 'Pacific/Honolulu'],
  ['Winnipeg', 'America/Winnipeg'],
  ['Toronto, CA', 'America/Toronto'],
  ['Toronto, Canada', 'America/Toronto'],
  ['Honolulu, USA', 'Pacific/Honolulu'],
  ['Vineyard barn, Virginia, USA', 'America/New_York'],
  ['Lake house, Michigan, USA', 'America/Detroit'],
  ['Albert Hall, London, UK', 'Europe/London'],
  ['A barn near the sea, Great Britain', 'Europe/London'],
  ['Kingston, Jamaica', 'America/Jamaica'],
  ['A beach, JM', 'America/Jamaica'],
])('%s has the time zone %s, wherever the professional is', (description, zone) =>
  expect(timeZoneOf(description, [{ city: 'Little Rock', state: 'Arkansas' }])).toBe(zone),
);

test('a city of which there are several in different zones has the zone of a place nearby', () => {
  expect(timeZoneOf('Old mill, Springfield', [{ city: 'Salem', state: 'OR' }])).toBe('America/Los_Angeles');
  expect(timeZoneOf('Old mill, Springfield, USA', [burlington])).toBe('America/New_York');
  expect(timeZoneOf('Lake house, Burlington, Michigan', [burlington])).toBe('America/Detroit');
});

test('a region without a known city has the time zone of its largest place', () =>
  expect(timeZoneOf('Somewhere on a lake, Michigan', [burlington])).toBe('America/Detroit'));

test('a description without a known place has the time zone of the first place nearby', () => {
  expect(timeZoneOf('My garden', [{ city: 'Calgary', state: 'Alberta' }, burlington])).toBe('America/Edmonton');
  expect(timeZoneOf('My garden', [{ city: 'Atlantis', state: 'Alberta' }])).toBe('America/Edmonton');
  expect(timeZoneOf('My garden', [])).toBe('UTC');
});
