export { checkLog, openLog } from './engine.ts';
export { EventStore } from './event-store.ts';
export { EventStoreDbEventStore } from './eventstoredb.ts';
export { hashOf, type KeptEvent } from './eventstoredb-records.ts';
export { AppendTooLarge, NoSuchPosition, UnstorableNumber, UnstorableText, VersionConflict } from './log-errors.ts';
export type { Stored } from './stored-event.ts';
