import { searchable } from '#kernel';
import type { KnownPlace, Places } from './brief-place.ts';

type Coordinates = readonly [latitude: number, longitude: number];
type Gazetteer = {
  readonly city: (name: string, region: string) => Coordinates | undefined;
  readonly citiesNamed: (name: string) => readonly { readonly country: string; readonly at: Coordinates }[];
  readonly country: Places['country'];
  readonly countryOf: (region: string) => string | undefined;
  readonly region: Places['region'];
};

/**
 * The places that a brief can name: those of the vendors, then all others. Vendors write the names of their cities
 * themselves, so a city that is not in the gazetteer counts only with its region, and only if its name is written with
 * capital letters. A name that is also an ordinary word counts only with its region.
 */
export const placesWith = (
  vendorPlaces: readonly { readonly city: string; readonly region: string }[],
  { city: cityIn, citiesNamed, country: countryNamed, countryOf, region: regionNamed }: Gazetteer,
): Places => {
  const byName = Map.groupBy(
    vendorPlaces.map(({ city, region }): KnownPlace => ({ city, region, at: cityIn(city, region) ?? null })),
    ({ city }) => searchable(city),
  );
  const ofVendors = (name: string, region: string | undefined): readonly KnownPlace[] => {
    const named = byName.get(searchable(name)) ?? [];
    if (region === undefined) return isOrdinary(name) ? [] : named.filter(({ at }) => at !== null);
    return named.filter((place) => place.region === region && (place.at !== null || properName.test(name)));
  };
  const others = (name: string, region: string | undefined): readonly KnownPlace[] => {
    if (region !== undefined) {
      const at = cityIn(name, region);
      return at ? [{ city: inTitleCase(name), region, at }] : [];
    }
    // Many small places are named like ordinary words.
    if (!/^\p{Lu}/u.test(name) || isOrdinary(name)) return [];
    return placesAt(name, citiesNamed(name));
  };
  const ofCountry = (name: string, country: string): readonly KnownPlace[] => {
    const found = (byName.get(searchable(name)) ?? []).filter(({ region }) => countryOf(region) === country);
    if (found.length > 0) return found;
    return placesAt(
      inTitleCase(name),
      citiesNamed(name).filter((city) => city.country === country),
    );
  };
  return {
    cities: (name, region) => {
      const found = ofVendors(name, region);
      return found.length > 0 ? found : others(name, region);
    },
    vendorCities: (name) => ofVendors(name, undefined),
    citiesOfCountry: ofCountry,
    country: countryNamed,
    region: regionNamed,
  };
};

/** The places of a name, each once. */
const placesAt = (city: string, named: readonly { readonly at: Coordinates }[]): readonly KnownPlace[] => {
  const coordinates = new Map(named.map(({ at }) => [at.join(), at]));
  return [...coordinates.values()].map((at) => ({ city, region: '', at }));
};

/** Up to three words with capital letters. */
const properName = /^\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){0,2}$/u;

const ordinaryWords = new Set(
  'january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday spring summer fall winter home hope price'.split(
    ' ',
  ),
);
const isOrdinary = (name: string): boolean => ordinaryWords.has(searchable(name));

const inTitleCase = (name: string): string => name.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
