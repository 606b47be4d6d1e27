export { checkLog, openLog } from './engine.ts';
export { EventStore } from './event-store.ts';
export type { EventHash, Finding, StreamLink } from './inspection.ts';
export {
  AppendTooLarge,
  NoSuchPosition,
  UnstorableNumber,
  UnstorableText,
  VersionConflict,
  WrittenByNewerRelease,
} from './log-errors.ts';
export type { Stored } from './stored-event.ts';
