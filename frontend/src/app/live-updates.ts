import { combineUpdates, type LiveUpdates } from '../platform/live-updates.ts';

/** What the features declare in their `keys.ts`. The back office declares its own when one of its pages is loaded. */
const declared = import.meta.glob<LiveUpdates>(['../features/*/keys.ts', '!../features/staff/keys.ts'], {
  eager: true,
  import: 'liveUpdates',
});

export const liveUpdates = combineUpdates(Object.values(declared));
