import type { EventStore } from '#platform/event-store';
import type { Database } from '#platform/postgres';
import { roleLocks } from '#platform/postgres';
import { lockIn, tableLocks } from './busy.ts';

/**
 * A rebuild under way. `by` is its process, `since` its start (ISO 8601), `done` the folded share of the log from 0 to
 * 1, and `folded` the last position that is folded.
 */
export type RebuildStatus = {
  readonly by: string;
  readonly since: string;
  readonly done: number;
  readonly folded: number;
};
/**
 * The position and lag of a projection. `behind` counts the events it has not folded yet, `age` is the age of the
 * oldest of them, in milliseconds. `holder` is the process that projects it, as `festoon <pid>@<host>`.
 */
export type ProjectionStatus = {
  readonly name: string;
  readonly position: bigint;
  readonly behind: bigint;
  readonly age: number;
  readonly holder?: string;
  /** When the projection was paused, ISO 8601. */
  readonly paused?: string;
  /** Why the projection has stopped. */
  readonly failure?: string;
  /** The position of the event that its fold cannot process. */
  readonly failedAt?: bigint;
  /** Positions of events that an operator let the projection skip. */
  readonly skipped?: readonly bigint[];
  readonly rebuild?: RebuildStatus;
  /** When the table that is kept for a rollback was replaced, ISO 8601. */
  readonly kept?: string;
};

type Row = {
  name: string;
  position: string;
  holder: string | null;
  paused: Date | null;
  failure: string | null;
  failedAt: string | null;
  skipped: readonly string[];
  rebuilder: string | null;
  since: Date | null;
  folded: string | null;
  through: string | null;
  kept: Date | null;
};

/**
 * Up to this number, lag is counted event by event, because positions can have gaps; above it, lag is the difference of
 * positions.
 */
const countLimit = 1_000;

const sql = `
  select c.name, c.position, c.paused_at as paused, c.failure, c.failed_at as "failedAt", c.skipped, h.holder, b.holder as rebuilder,
    r.started_at as since, r.folded, r.through, k.kept_at as kept
  from followers.checkpoints c
  left join lateral (select a.application_name as holder from pg_locks l join pg_stat_activity a using (pid)
    where ${lockIn('l', roleLocks, `'projection ' || c.name`)} limit 1) h on true
  left join lateral (select a.application_name as holder from pg_locks l join pg_stat_activity a using (pid)
    where ${lockIn('l', tableLocks, 'c.name')} limit 1) b on true
  left join followers.rebuilds r on r.name = c.name
  left join followers.kept k on k.name = c.name
  where c.name = any($1) order by c.name`;

export const statusOf = async (
  store: EventStore,
  database: Database,
  names: readonly string[],
): Promise<readonly ProjectionStatus[]> => {
  const rows = await database.query<Row>(sql, [names]);
  const head = await store.head();
  // Most projections are at the same position, so their lag is the same.
  const lags = new Map<string, Lag>();
  for (const { position } of rows)
    if (!lags.has(position)) lags.set(position, await lagOf(store, BigInt(position), head));
  return rows.map((row) => ({ ...toStatus(row), ...(lags.get(row.position) ?? noLag) }));
};

type Lag = Pick<ProjectionStatus, 'behind' | 'age'>;
const noLag: Lag = { behind: 0n, age: 0 };

const toStatus = ({ name, position, holder, paused, failure, failedAt, skipped, kept, ...row }: Row) => ({
  name,
  position: BigInt(position),
  ...(holder !== null && { holder }),
  ...(paused && { paused: paused.toISOString() }),
  ...(failure !== null && { failure }),
  ...(failedAt !== null && { failedAt: BigInt(failedAt) }),
  ...(skipped.length > 0 && { skipped: skipped.map(BigInt) }),
  ...rebuildOf(row),
  ...(kept && { kept: kept.toISOString() }),
});

const rebuildOf = ({ rebuilder, since, folded, through }: Pick<Row, 'rebuilder' | 'since' | 'folded' | 'through'>) =>
  rebuilder === null || since === null
    ? {}
    : {
        rebuild: {
          by: rebuilder,
          since: since.toISOString(),
          done: Number(folded) / Math.max(1, Number(through)),
          folded: Number(folded),
        },
      };

const lagOf = async (store: EventStore, position: bigint, head: bigint): Promise<Lag> => {
  if (position >= head) return noLag;
  // Sealed, because opening the personal data of many events takes longer than reading them.
  const waitingEvents = await store.afterSealed(position, countLimit);
  const [oldest] = waitingEvents;
  if (!oldest) return noLag;
  const behind = waitingEvents.length < countLimit ? BigInt(waitingEvents.length) : head - position;
  return { behind, age: Math.max(0, Date.now() - Date.parse(oldest.recordedAt)) };
};
