export const eventTypes = [
  'wedding',
  'corporate',
  'birthday',
  'concert',
  'sports',
  'festival',
  'conference',
  'social event',
] as const;
export type EventType = (typeof eventTypes)[number];
export const venueTypes = ['Indoor', 'Outdoor', 'Hybrid', 'Virtual'] as const;

/**
 * The maximum number of buyers of a lead. A place that is reserved during a checkout also counts, until the reservation
 * expires, so that a sixth buyer is refused before paying.
 */
export const buyersPerLead = 5;
/**
 * From this match score on, of at most 100, a lead fits very well: digests count it, and pages show its score in green.
 */
export const highMatchScore = 80;
/** The top of the budget filter, in whole cents. A maximum at or above it means no upper limit. */
export const budgetCeiling = 5_000_000;
