export {
  type Aggregate,
  aggregate,
  type CommandInput,
  type Evolve,
  replay,
  type Summary,
  streamId,
} from './aggregate.ts';
export { Bag } from './bag.ts';
export { BoundedMap } from './bounded-map.ts';
export {
  dayAfter,
  daysBetween,
  instantAfter,
  isReminderLate,
  millisecondsBetween,
  monthsAfter,
  noonOf,
  weekdayOf,
  writtenDay,
  yearAfter,
} from './day.ts';
export type { Actor, Facts, Message, Nothing, Origin, Recorded, Stamp } from './event.ts';
export type { EventDayState } from './event-day.ts';
export { type Cents, isAmount, maxAmount, writtenAmount } from './money.ts';
export type { PersonalData } from './personal-data.ts';
export { eventsOf, type Projection, project } from './projection.ts';
export { identifierNamesPerson, identifiesPerson } from './reason.ts';
export { allows, Refusal, refuse } from './refusal.ts';
export { searchable, searchedParts } from './searchable.ts';
export { dayAt, dayEnd, dayStart, instantOf, westernmostZone } from './time-zone.ts';
export { titleCase } from './title-case.contract.ts';
export { type Upcasts, upcast, versionOf } from './upcast.ts';
