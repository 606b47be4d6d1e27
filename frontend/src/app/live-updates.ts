import { combineUpdates, type LiveUpdates } from '../platform/live-updates.ts';

/** What every feature declares in its `keys.ts`. */
const declared = import.meta.glob<LiveUpdates>('../features/*/keys.ts', { eager: true, import: 'liveUpdates' });

export const liveUpdates = combineUpdates(Object.values(declared));
