import type { Queryable } from '#platform/postgres';

/** What the comparison of a log with the database that follows it needs to know about the log. */
export type IdentifiedLog = {
  /** The position of the newest event; 0 for an empty log. */
  head(): Promise<bigint>;
  /** The identity that was written into the log; undefined if it has none. */
  identity(): Promise<string | undefined>;
  /** Writes an identity into a log that has none. Returns the identity that the log has afterwards. */
  claim(identity: string): Promise<string>;
};

type Followed = {
  readonly identity: string;
  readonly claimed: boolean;
  readonly accepting: boolean;
  readonly reached: bigint;
};

/** What an operator does after a restore that left the log and the database in different states. */
const recoverySteps =
  'Restore both from the same backup, or stop all processes and run "festoon log accept", which builds the read tables again from this log.';

/**
 * Compares the log with the database that follows it, and writes the database's identity into a log that has none.
 * Returns what is wrong, as sentences for operators: the log belongs to another database, or has lost events that the
 * database has already read.
 */
export const logProblem = async (database: Queryable, log: IdentifiedLog): Promise<string | undefined> => {
  // The database is read first: what it has reached by then is in the log afterwards.
  const followed = await followedLog(database);
  const identity = await log.identity();
  const head = await log.head();
  if (followed.accepting) return 'The command "festoon log accept" has not finished. Run it again.';
  if (identity === undefined && followed.claimed)
    return `The log is not the one that this database follows: it has no identity, and ends at position ${head}. ${recoverySteps}`;
  if (identity !== undefined && identity !== followed.identity) return foreignLogText;
  if (head < followed.reached)
    return `The log ends at position ${head}, but this database has read it up to position ${followed.reached}: an older backup of the log was restored. ${recoverySteps}`;
  if (followed.claimed) return undefined;
  if ((await log.claim(followed.identity)) !== followed.identity) return foreignLogText;
  await database.query('update followers.log set claimed_at = clock_timestamp()');
  return undefined;
};

const foreignLogText = `The log belongs to another database. Correct EVENT_STORE_URL, EVENT_STORE_PREFIX or DATABASE_URL. If only one of the two was restored or replaced: ${recoverySteps}`;

const followedLog = async (database: Queryable): Promise<Followed> => {
  const [row] = await database.query<Omit<Followed, 'reached'> & { reached: string }>(
    `select identity, claimed_at is not null as claimed, accepting_since is not null as accepting,
       (select coalesce(max(position), 0) from followers.checkpoints) as reached from followers.log`,
  );
  if (!row) throw new Error('The database follows no log yet');
  return { ...row, reached: BigInt(row.reached) };
};

/** The log in Postgres, with its identity. */
export const postgresLog = (database: Queryable): IdentifiedLog => {
  const identity = async () => (await database.query<{ id: string }>('select id from log.identity'))[0]?.id;
  const claim = async (id: string) => {
    await database.query('insert into log.identity (id) values ($1) on conflict do nothing', [id]);
    return (await identity()) ?? id;
  };
  const head = async () => {
    const [row] = await database.query<{ head: string }>('select coalesce(max(position), 0) as head from log.events');
    return BigInt(row?.head ?? 0);
  };
  return { head, identity, claim };
};

/**
 * First step of accepting the log as it is: until {@link finishAccepting}, every start is refused. All followers
 * continue at the end of the log, and what is left of other states of the log is forgotten. The read tables must then
 * be built again.
 */
export const beginAccepting = async (database: Queryable, log: IdentifiedLog): Promise<void> => {
  await database.query('update followers.log set accepting_since = clock_timestamp()');
  const { identity } = await followedLog(database);
  const logIdentity = (await log.identity()) ?? (await log.claim(identity));
  const head = await log.head();
  await database.query(
    `with accepted as (update followers.log set identity = $1, claimed_at = clock_timestamp()),
       left_events as (delete from followers.left_events)
     update followers.checkpoints c set position = $2, failure = null, failed_at = null, updated_at = clock_timestamp(),
       skipped = array(select skip from unnest(c.skipped) skip where skip <= $2 and $1 = $3::uuid)
     where c.name <> 'reactor' or c.position > $2 or $1 is distinct from $3::uuid`,
    [logIdentity, head, identity],
  );
};

export const finishAccepting = async (database: Queryable): Promise<void> => {
  await database.query('update followers.log set accepting_since = null');
};
