import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '#platform/config';
import { timeZoneAt } from '#platform/time-zones';
import { type Gazetteer, gazetteerOf } from './gazetteer.ts';
import { timeZoneFinder } from './time-zone.ts';

let loaded: Gazetteer | undefined;
// Read when it is first used, because most processes never use it.
const read = (): Gazetteer => {
  loaded ??= gazetteerOf(readFileSync(join(projectFolder(), 'libs/leads/src/matching/gazetteer.tsv'), 'utf8'));
  return loaded;
};

/** The places of the four countries. */
export const gazetteer: Gazetteer = {
  city: (city, region) => read().city(city, region),
  center: (region) => read().center(region),
  citiesNamed: (city) => read().citiesNamed(city),
  country: (name) => read().country(name),
};

/** The time zone of a place in the four countries, from its description or from places nearby. */
export const timeZoneOf = timeZoneFinder(gazetteer, timeZoneAt);
