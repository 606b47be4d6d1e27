import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '#platform/config';
import { type Gazetteer, gazetteerOf } from './gazetteer.ts';

let loaded: Gazetteer | undefined;

/** The places of the four countries. Read when it is needed first, because most processes never do. */
export const places: Gazetteer = (city, region) => {
  loaded ??= gazetteerOf(readFileSync(join(projectFolder(), 'libs/leads/src/matching/gazetteer.tsv'), 'utf8'));
  return loaded(city, region);
};
