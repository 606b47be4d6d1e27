export {
  ChangeAvailability,
  ClearAvailability,
  ReleaseCreatorDay,
  ReserveCreatorDays,
} from './availability.commands.ts';
export { availabilityParts } from './availability.parts.ts';
export {
  AvailabilityQueries,
  type CreatorDayFacts,
  type EventDays,
  outdatedDays,
} from './availability.queries.ts';
export { availabilityRows, blockedPeriodRows, reservedDayRows } from './availability.rows.ts';
export { type AvailabilityEvents, availability } from './availability.ts';
export { type CreatorDayEvents, creatorDay, creatorIdOf } from './creator-day.ts';
