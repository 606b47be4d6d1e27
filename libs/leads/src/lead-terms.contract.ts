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

/** At most so many buyers a lead; the sixth is refused before anything is paid. */
export const buyersPerLead = 5;
/** The budget filter's upper end: at or above it there is no upper limit. Whole cents. */
export const budgetCeiling = 5_000_000;
