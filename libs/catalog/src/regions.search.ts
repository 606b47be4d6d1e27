import { searchable } from '#kernel';
import { allPlaces, regionName } from './regions.contract.ts';

/** Shorter texts are in too many names. */
const shortestName = 3;

/**
 * The regions that are stored by an abbreviation and whose name has a word that begins with this part of a searched
 * place: `TX` for "texas". Searches for leads and for creators find these regions as well as those that contain the
 * text.
 */
export const regionsNamed = (part: string): readonly string[] =>
  part.length < shortestName
    ? []
    : allPlaces.US.regions.filter((state) => ` ${searchable(regionName(state))}`.includes(` ${part}`));
