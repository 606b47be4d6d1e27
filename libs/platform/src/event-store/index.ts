export { acceptLog, checkLog, openLog } from './engine.ts';
export { EventStore, type LoadedAggregate } from './event-store.ts';
export type { EventHash, Finding, StreamLink } from './inspection.ts';
export {
  AppendTooLarge,
  LogUnavailable,
  NoSuchPosition,
  UnstorableNumber,
  UnstorableText,
  VersionConflict,
  WrittenByNewerRelease,
} from './log-errors.ts';
export { LogWatch } from './log-watch.ts';
export type { Stored } from './stored-event.ts';
