import type { Pool } from 'pg';

/** How many connections of a pool are in use and idle, and how many queries wait for one. */
export type Connections = { readonly used: number; readonly idle: number; readonly awaited: number };

export const connectionsOf = ({ totalCount, idleCount, waitingCount }: Pool): Connections => ({
  used: totalCount - idleCount,
  idle: idleCount,
  awaited: waitingCount,
});
