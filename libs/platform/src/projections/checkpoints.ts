import type { Database, Queryable } from '#platform/postgres';

/** The position of a projection, and why it has stopped if it has. */
export type Checkpoint = {
  readonly name: string;
  readonly position: bigint;
  readonly paused: boolean;
  readonly failure: string | undefined;
  /**
   * The position of the event that the fold cannot process; undefined if there is no failure, or if no single event
   * caused it.
   */
  readonly failedAt: bigint | undefined;
  /** Positions of events that an operator let the projection skip. */
  readonly skipped: ReadonlySet<bigint>;
  /** Whether the projection has ever been caught up with the log. */
  readonly caughtUp: boolean;
  /**
   * Differs after every change of the checkpoint row, even after {@link Checkpoints.touch}, which moves no position.
   */
  readonly mark: string;
};
type Row = {
  name: string;
  position: string;
  paused: boolean;
  failure: string | null;
  failedAt: string | null;
  skipped: readonly string[];
  caughtUp: boolean;
  mark: string;
};

/** The payload `[position, …names]` means that these projections reached the position; an empty one, another change. */
export const channel = 'projected';

const columns = `name, position, paused_at is not null as paused, failure, failed_at as "failedAt", skipped,
  caught_up_at is not null as "caughtUp", xmin::text as mark`;
const select = `select ${columns} from followers.checkpoints`;

/**
 * Every statement locks several rows in the order of their names: two that lock them in different orders would block
 * each other.
 */
const locked =
  'locked as materialized (select name from followers.checkpoints where name = any($1) order by name for update)';

/** The checkpoint rows of all projections. They change in one transaction with the read tables. */
export class Checkpoints {
  constructor(private readonly database: Database) {}

  async ensure(within: Queryable, name: string): Promise<void> {
    await within.query(
      'insert into followers.checkpoints (name, position) values ($1, 0) on conflict (name) do nothing',
      [name],
    );
  }

  /** Records that a running release has these projections. */
  async use(names: readonly string[]): Promise<void> {
    await this.database.query(
      `with ${locked} update followers.checkpoints c set used_at = clock_timestamp() from locked where c.name = locked.name`,
      [names],
    );
  }

  async read(names: readonly string[], from: Queryable = this.database): Promise<ReadonlyMap<string, Checkpoint>> {
    return byName(await from.query<Row>(`${select} where name = any($1)`, [names]));
  }

  /** Locks these checkpoints until the transaction ends. */
  async lock(within: Queryable, names: readonly string[]): Promise<ReadonlyMap<string, Checkpoint>> {
    return byName(await within.query<Row>(`${select} where name = any($1) order by name for update`, [names]));
  }

  /** Moves these checkpoints to the position and clears their failures. Returns the new checkpoints. */
  async keep(within: Queryable, names: readonly string[], position: bigint): Promise<ReadonlyMap<string, Checkpoint>> {
    const movedRows = await within.query<Row>(
      `with moved as (
         update followers.checkpoints set position = $2, failure = null, failed_at = null, updated_at = clock_timestamp()
         where name = any($1) returning ${columns})
       select moved.*, pg_notify($3, $4) from moved`,
      [names, position, channel, JSON.stringify([String(position), ...names])],
    );
    return byName(movedRows);
  }

  /**
   * Call it after changing rows without moving the position: a batch read before the change is discarded and read
   * again.
   */
  async touch(within: Queryable, name: string): Promise<void> {
    await within.query('update followers.checkpoints set updated_at = clock_timestamp() where name = $1', [name]);
  }

  async fail(name: string, failure: string, failedAt: bigint | undefined): Promise<void> {
    await this.database.query(
      `with failed as (update followers.checkpoints set failure = $2, failed_at = $3 where name = $1)
       select pg_notify($4, '')`,
      [name, failure, failedAt ?? null, channel],
    );
  }

  /** Lets the projection that has stopped at this event continue after it, in every process. */
  async skip(name: string, position: bigint): Promise<void> {
    await this.database.query(
      `with passed as (
         update followers.checkpoints set skipped = array_append(skipped, $2), failure = null, failed_at = null
         where name = $1 and not skipped @> array[$2::bigint])
       select pg_notify($3, '')`,
      [name, position, channel],
    );
  }

  /** Records that these projections have caught up with the log. */
  async catchUp(names: readonly string[]): Promise<void> {
    await this.database.query(
      `with ${locked}, changed as (
         update followers.checkpoints c set caught_up_at = clock_timestamp()
         from locked where c.name = locked.name and c.caught_up_at is null)
       select pg_notify($2, '')`,
      [names, channel],
    );
  }

  /** Pauses or resumes these projections. Once this returns, paused projections do not move. */
  async pause(names: readonly string[], paused: boolean): Promise<void> {
    await this.database.query(
      `with ${locked}, changed as (
         update followers.checkpoints c set paused_at = case when $2 then coalesce(c.paused_at, clock_timestamp()) end
         from locked where c.name = locked.name)
       select pg_notify($3, '')`,
      [names, paused, channel],
    );
  }
}

const byName = (rows: readonly Row[]): ReadonlyMap<string, Checkpoint> =>
  new Map(
    rows.map(({ position, failure, failedAt, skipped, ...row }) => [
      row.name,
      {
        ...row,
        position: BigInt(position),
        failure: failure ?? undefined,
        failedAt: failedAt === null ? undefined : BigInt(failedAt),
        skipped: new Set(skipped.map(BigInt)),
      },
    ]),
  );
