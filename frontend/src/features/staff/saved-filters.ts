import { type Filter, type FilterField, filterFrom } from './filter.ts';

/** A filter that a person saved under a name. */
export type SavedFilter = { readonly name: string; readonly filter: Filter };

export const maxNameLength = 40;
/** How many filters a person can save for each list. */
export const maxSavedFilters = 12;

/**
 * The part of a filter that is saved: personal data stays out of what the browser stores, as it stays out of addresses.
 */
export const savablePart = (fields: readonly FilterField[], filter: Filter): Filter =>
  filterFrom(
    fields.filter(({ personal }) => !personal),
    new URLSearchParams(filter),
  );

export const isSameFilter = (one: Filter, other: Filter): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

/** A filter replaces the earlier one with the same name. */
export const withFilter = (all: readonly SavedFilter[], added: SavedFilter): readonly SavedFilter[] =>
  [...withoutFilter(all, added.name), added].sort((a, b) => a.name.localeCompare(b.name));

export const withoutFilter = (all: readonly SavedFilter[], name: string): readonly SavedFilter[] =>
  all.filter((each) => each.name !== name);

/**
 * The stored filters. Fields and options that no longer exist are left out, and so is everything that is not a filter.
 */
export const savedFiltersIn = (text: string | null, fields: readonly FilterField[]): readonly SavedFilter[] => {
  const stored = parsed(text);
  return (Array.isArray(stored) ? stored : []).flatMap((entry: Partial<SavedFilter> | null) =>
    typeof entry?.name === 'string' && entry.filter instanceof Object
      ? [{ name: entry.name, filter: savablePart(fields, entry.filter) }]
      : [],
  );
};

const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
};
