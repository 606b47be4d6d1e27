import type { Coordinates, Gazetteer } from './gazetteer.ts';

/** A place of which the city and the region are known, such as that of a lead or of a professional. */
export type KnownPlace = { readonly city: string; readonly state: string };

/** Used if nothing is known of a place. */
const fallback = 'UTC';
/** The countries that have one time zone. */
const countryZones: Readonly<Record<string, string>> = { GB: 'Europe/London', JM: 'America/Jamaica' };
const postalCode = /\s+(?:\d{5}(?:-\d{4})?|[a-z]\d[a-z] ?\d[a-z]\d|[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2})$/i;

/**
 * Returns a function that finds the time zone of a place that a person described, such as `Old mill, 5 Lake Road,
 * Burlington, VT 05401`. Order: a city with its region; a city or region in the named country; a city or region alone,
 * where a place nearby decides among equal names; a place nearby; UTC. The result is an IANA name.
 */
export const timeZoneFinder =
  (gazetteer: Gazetteer, zoneAt: (place: Coordinates) => string) =>
  (description: string, nearby: readonly KnownPlace[]): string => {
    const parts = description
      .split(/[,;\n]/)
      .map((part) => part.trim().replace(postalCode, ''))
      .filter((part) => part !== '')
      .reverse();
    return (
      zoneInRegion(gazetteer, zoneAt, parts) ??
      zoneInCountry(gazetteer, zoneAt, parts, nearby) ??
      zoneOfName(gazetteer, zoneAt, parts, nearby) ??
      zoneNearby(gazetteer, zoneAt, nearby) ??
      fallback
    );
  };

type ZoneAt = (place: Coordinates) => string;

/** A city with its region. */
const zoneInRegion = (gazetteer: Gazetteer, zoneAt: ZoneAt, parts: readonly string[]): string | undefined =>
  first(parts, (region, index) => {
    const at = gazetteer.center(region) && first(parts.slice(index + 1), (city) => gazetteer.city(city, region));
    return at && zoneAt(at);
  });

/** A city with its country, or a country that has one time zone. */
const zoneInCountry = (
  gazetteer: Gazetteer,
  zoneAt: ZoneAt,
  [name = '', ...parts]: readonly string[],
  nearby: readonly KnownPlace[],
): string | undefined => {
  const country = gazetteer.country(name);
  if (country === undefined) return undefined;
  return zoneOfName(gazetteer, zoneAt, parts, nearby, country) ?? countryZones[country];
};

/**
 * The last part that names a city or a region decides; those before it are names of venues and streets. `country`: only
 * places of this country count.
 */
const zoneOfName = (
  gazetteer: Gazetteer,
  zoneAt: ZoneAt,
  parts: readonly string[],
  nearby: readonly KnownPlace[],
  country?: string,
): string | undefined => {
  for (const part of parts) {
    const named = gazetteer.citiesNamed(part).filter((city) => country === undefined || city.country === country);
    const region = gazetteer.center(part, country);
    const inRegionNearby = first(nearby, ({ state }) => {
      const near = gazetteer.city(part, state);
      return named.find(({ at }) => near && `${at}` === `${near}`)?.at;
    });
    const at = inRegionNearby ?? region;
    if (at) return zoneAt(at);
    if (named.length > 0) return only(new Set(named.map((city) => zoneAt(city.at))));
  }
  return undefined;
};

const zoneNearby = (gazetteer: Gazetteer, zoneAt: ZoneAt, nearby: readonly KnownPlace[]): string | undefined =>
  first(nearby, ({ city, state }) => {
    const at = gazetteer.city(city, state) ?? gazetteer.center(state);
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
