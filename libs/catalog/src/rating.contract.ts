/** `average` has one decimal and is null without reviews. Removed reviews do not count. */
export type Rating = { readonly average: number | null; readonly count: number };

/** The rating that people see, from the number of reviews and the sum of their stars. */
export const ratingOf = ({ count, total }: { readonly count: number; readonly total: number }): Rating => ({
  average: count === 0 ? null : Math.round((10 * total) / count) / 10,
  count,
});
