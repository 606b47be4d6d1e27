import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '#platform/postgres';

/** Another process is rebuilding, rolling back, refolding or cleaning up this projection. */
export class ProjectionBusy extends Error {
  constructor(
    readonly projection: string,
    readonly holder: string,
  ) {
    super(`${projection} is already being rebuilt, by ${holder}`);
  }
}

/** The first half of the key of the lock on a projection's tables; the second is the hash of the projection's name. */
export const tableLocks = 7_310_582;
/** The first half of the key of the lock on rebuilds and rollbacks, which may take hours. */
const rebuildLocks = 7_310_585;

/** How long a rebuild waits for short work on the same tables, in milliseconds. */
const shortWorkTimeout = 10_000;
/** How long to wait between two attempts to take the locks, in milliseconds. */
const retryPause = 250;

/**
 * Locks the tables of a projection until the session ends. Throws a {@link ProjectionBusy} if another process holds the
 * lock.
 */
export const lockTables = (session: Session, name: string): Promise<void> => lock(session, tableLocks, name);

export const releaseTables = (session: Session, name: string): Promise<void> => session.unlock(tableLocks, name);

/**
 * Locks the tables of these projections for a rebuild or a rollback, until the session ends. Waits while another
 * process folds erased data again or drops old tables. Throws a {@link ProjectionBusy} at once if another process
 * rebuilds them.
 */
export const lockTablesForRebuild = async (session: Session, names: readonly string[]): Promise<void> => {
  for (const name of names) await lock(session, rebuildLocks, name);
  for (const name of names) await retryWhileBusy(() => lockTables(session, name), shortWorkTimeout);
};

/** Calls `hold` again while it throws a {@link ProjectionBusy}, for at most this many milliseconds. */
export const retryWhileBusy = async (hold: () => Promise<void>, milliseconds: number): Promise<void> => {
  for (const deadline = Date.now() + milliseconds; ; await sleep(retryPause)) {
    try {
      return await hold();
    } catch (error) {
      if (!(error instanceof ProjectionBusy) || Date.now() > deadline) throw error;
    }
  }
};

const lock = async (session: Session, space: number, name: string): Promise<void> => {
  if (!(await session.tryLock(space, name))) throw new ProjectionBusy(name, await holderOf(session, space, name));
};

/** In SQL, the row of pg_locks for a lock of {@link Session.tryLock}; `space` and `name` are expressions. */
export const lockIn = (locks: string, space: number, name: string): string =>
  `${locks}.locktype = 'advisory' and ${locks}.granted and ${locks}.objsubid = 2 and ${locks}.classid = ${space}
   and ${locks}.objid = (hashtext(${name})::bigint & 4294967295)::oid
   and ${locks}.database = (select oid from pg_database where datname = current_database())`;

const holderOf = async (session: Session, space: number, name: string): Promise<string> => {
  const [row] = await session.query<{ holder: string }>(
    `select coalesce(a.application_name, 'an unknown process') as holder
     from pg_locks l left join pg_stat_activity a using (pid) where ${lockIn('l', space, '$1')}`,
    [name],
  );
  return row?.holder ?? 'a process that has just ended';
};
