import type { Coordinates, Gazetteer, RegionalCenters } from './gazetteer.ts';

/** A place of which the city and the region are known, such as that of a lead or of a professional. */
export type KnownPlace = { readonly city: string; readonly state: string };

/** Used if nothing is known of a place. */
const fallback = 'UTC';
const postalCode = /\s+(?:\d{5}(?:-\d{4})?|[a-z]\d[a-z] ?\d[a-z]\d|[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2})$/i;

/**
 * Finds the time zone of a place that a person described, such as `Old mill, 5 Lake Road, Burlington, VT 05401`. A description
 * without a known city or region is taken to be in the region of the first known place nearby. Returns an IANA name.
 */
export const timeZonesOf =
  (places: Gazetteer, centers: RegionalCenters, zoneAt: (place: Coordinates) => string) =>
  (description: string, nearby: readonly KnownPlace[]): string => {
    const parts = description
      .split(/[,;\n]/)
      .map((part) => part.trim().replace(postalCode, ''))
      .filter((part) => part !== '')
      .reverse();
    const at =
      first(parts, (region, index) =>
        centers(region) ? first(parts.slice(index + 1), (city) => places(city, region)) : undefined,
      ) ??
      first(nearby, ({ state }) => first(parts, (city) => places(city, state))) ??
      first(parts, centers) ??
      first(nearby, ({ city, state }) => places(city, state) ?? centers(state));
    return at ? zoneAt(at) : fallback;
  };

const first = <Item>(
  items: readonly Item[],
  find: (item: Item, index: number) => Coordinates | undefined,
): Coordinates | undefined => {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found) return found;
  }
  return undefined;
};
