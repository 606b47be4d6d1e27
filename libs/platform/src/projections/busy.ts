import type { Session } from '#platform/postgres';

/** Another process is rebuilding, rolling back or cleaning up this projection. */
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

/** Locks the tables of these projections until the session ends. Throws a {@link ProjectionBusy} if another process holds a lock. */
export const holdTables = async (session: Session, names: readonly string[]): Promise<void> => {
  for (const name of names)
    if (!(await session.tryLock(tableLocks, name)))
      throw new ProjectionBusy(name, await holderOf(session, tableLocks, name));
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
