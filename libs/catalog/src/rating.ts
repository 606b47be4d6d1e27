/** The number of reviews and the sum of their stars. */
type Stars = { readonly count: number; readonly total: number };

/**
 * How many reviews, and of how many stars, are added to those of each creator to order a list by rating. The About page
 * explains this.
 */
const addedReviews = { count: 5, stars: 4 } as const;

/**
 * What lists are ordered by, in thousandths of a star: the average together with {@link addedReviews}, so that a single
 * review does not put a professional before those with many good ones. 0 without reviews.
 */
export const ratingScore = ({ count, total }: Stars): number =>
  count === 0
    ? 0
    : Math.round((1_000 * (total + addedReviews.count * addedReviews.stars)) / (count + addedReviews.count));
