import { useSyncExternalStore } from 'react';
import { today } from './dates.ts';

/** Today in UTC, as on the server, where the reader's time zone is unknown. */
export const todayInUtc = (): string => new Date().toISOString().slice(0, 10);

const never = () => () => undefined;

/** Today in the reader's time zone; while a page from the server is hydrated, in UTC. */
export const useToday = (): string => useSyncExternalStore(never, today, todayInUtc);
