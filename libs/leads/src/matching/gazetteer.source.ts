import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '#platform/config';
import { timeZoneAt } from '#platform/time-zones';
import {
  type CitiesNamed,
  citiesNamedIn,
  countryNamed,
  type Gazetteer,
  gazetteerOf,
  type RegionalCenters,
  regionalCentersOf,
} from './gazetteer.ts';
import { timeZonesOf } from './time-zone.ts';

let loaded: Gazetteer | undefined;
let loadedCenters: RegionalCenters | undefined;
let loadedCities: CitiesNamed | undefined;
const table = (): string => readFileSync(join(projectFolder(), 'libs/leads/src/matching/gazetteer.tsv'), 'utf8');

/** The places of the four countries. Read when it is needed first, because most processes never do. */
export const places: Gazetteer = (city, region) => {
  loaded ??= gazetteerOf(table());
  return loaded(city, region);
};

const regionalCenters: RegionalCenters = (region) => {
  loadedCenters ??= regionalCentersOf(table());
  return loadedCenters(region);
};

const citiesNamed: CitiesNamed = (city) => {
  loadedCities ??= citiesNamedIn(table());
  return loadedCities(city);
};

/** The time zone of a place in the four countries, from its description or from places nearby. */
export const timeZoneOf = timeZonesOf(
  { city: places, center: regionalCenters, citiesNamed, country: countryNamed },
  timeZoneAt,
);
