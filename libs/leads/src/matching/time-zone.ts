import type { Coordinates, Gazetteer } from './gazetteer.ts';

/** A place of which the city and the region are known, such as that of a lead or of a professional. */
export type KnownPlace = { readonly city: string; readonly state: string };

/** Used if nothing is known of a place. */
const fallback = 'UTC';
/** The countries that have one time zone. */
const countryZones: Readonly<Record<string, string>> = { GB: 'Europe/London', JM: 'America/Jamaica' };
const postalCode = /\s+(?:\d{5}(?:-\d{4})?|[a-z]\d[a-z] ?\d[a-z]\d|[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2})$/i;

/**
 * Finds the time zone of a place that a person described, such as `Old mill, 5 Lake Road, Burlington, VT 05401`. A city without its
 * region is the one in the region of a place nearby; otherwise it is known if all cities with its name, in the country if one is
 * named, have the same time zone. Nearby places decide about everything else. Returns an IANA name.
 */
export const timeZonesOf =
  (places: Gazetteer, zoneAt: (place: Coordinates) => string) =>
  (description: string, nearby: readonly KnownPlace[]): string => {
    const parts = description
      .split(/[,;\n]/)
      .map((part) => part.trim().replace(postalCode, ''))
      .filter((part) => part !== '')
      .reverse();
    return (
      zoneInRegion(places, zoneAt, parts) ??
      zoneInCountry(places, zoneAt, parts, nearby) ??
      zoneOfName(places, zoneAt, parts, nearby) ??
      zoneNearby(places, zoneAt, nearby) ??
      fallback
    );
  };

type ZoneAt = (place: Coordinates) => string;

/** A city with its region. */
const zoneInRegion = (places: Gazetteer, zoneAt: ZoneAt, parts: readonly string[]): string | undefined =>
  first(parts, (region, index) => {
    const at = places.center(region) && first(parts.slice(index + 1), (city) => places.city(city, region));
    return at && zoneAt(at);
  });

/** A city with its country, or a country that has one time zone. */
const zoneInCountry = (
  places: Gazetteer,
  zoneAt: ZoneAt,
  [name = '', ...parts]: readonly string[],
  nearby: readonly KnownPlace[],
): string | undefined => {
  const country = places.country(name);
  if (country === undefined) return undefined;
  return zoneOfName(places, zoneAt, parts, nearby, country) ?? countryZones[country];
};

/**
 * The last part that names a city or a region decides; those before it are names of venues and streets. `country`: only cities of
 * this country count.
 */
const zoneOfName = (
  places: Gazetteer,
  zoneAt: ZoneAt,
  parts: readonly string[],
  nearby: readonly KnownPlace[],
  country?: string,
): string | undefined => {
  for (const part of parts) {
    const named = places.citiesNamed(part).filter((city) => country === undefined || city.country === country);
    const region = country === undefined ? places.center(part) : undefined;
    const inRegionNearby = first(nearby, ({ state }) => {
      const near = places.city(part, state);
      return named.find(({ at }) => near && `${at}` === `${near}`)?.at;
    });
    const at = inRegionNearby ?? region;
    if (at) return zoneAt(at);
    if (named.length > 0) return only(new Set(named.map((city) => zoneAt(city.at))));
  }
  return undefined;
};

const zoneNearby = (places: Gazetteer, zoneAt: ZoneAt, nearby: readonly KnownPlace[]): string | undefined =>
  first(nearby, ({ city, state }) => {
    const at = places.city(city, state) ?? places.center(state);
    return at && zoneAt(at);
  });

const only = (zones: ReadonlySet<string>): string | undefined => (zones.size === 1 ? [...zones][0] : undefined);

const first = <Item, Found>(
  items: readonly Item[],
  find: (item: Item, index: number) => Found | undefined,
): Found | undefined => {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
};
