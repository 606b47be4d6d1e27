import { createHash } from 'node:crypto';
import type { Queryable } from '#platform/postgres';
import type { EventHash, StreamHead } from './inspection.ts';

/** A stored row of the log: texts byte for byte, hashes in hex, `recordedAt` in Unix milliseconds. */
export type PostgresRecord = {
  readonly position: bigint;
  readonly id: string;
  readonly stream: string;
  readonly version: number;
  readonly type: string;
  readonly shape: number;
  readonly data: string;
  readonly origin: string;
  readonly at: string;
  readonly recordedAt: number;
  readonly digest: string;
  readonly hash: string;
};

/**
 * The digest of an event's content. Deliberately a second implementation, not shared with the code that appends: an
 * inspection must not rely on what it checks.
 */
export const digestOf = ({ id, stream, version, type, shape, at, data, origin }: PostgresRecord): string =>
  createHash('sha256')
    .update(`${JSON.stringify([id, stream, version, type, shape, at])}\n${data}\n${origin}`)
    .digest('hex');

/** The hash of an event: over the hash before it in its stream, its digest, its position and its time. */
export const hashAfter = (before: string, { digest, position, recordedAt }: PostgresRecord): string => {
  const place = Buffer.allocUnsafe(16);
  place.writeBigInt64BE(position, 0);
  place.writeBigInt64BE(BigInt(recordedAt), 8);
  return createHash('sha256').update(before, 'hex').update(digest, 'hex').update(place).digest('hex');
};

type Row = Omit<PostgresRecord, 'position'> & { position: string };
type HeadRow = { stream: string; position: string; version: number; hash: string };

const batchSize = 1_000;
const hashPageSize = 10_000;
const columns = `position, id, stream, version, type, shape, data::text as data, origin::text as origin,
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
  (extract(epoch from recorded_at) * 1000)::float8 as "recordedAt",
  encode(digest, 'hex') as digest, encode(hash, 'hex') as hash`;

/**
 * The log from a position on as one snapshot, in batches. Call it within a transaction. It uses a cursor, because
 * paging by position would skip the second of two events at the same position.
 */
export async function* recordsFrom(within: Queryable, from: bigint): AsyncGenerator<readonly PostgresRecord[]> {
  await within.query(
    `declare inspected no scroll cursor for select ${columns} from log.events where position >= ${from} order by position`,
  );
  const fetch = () => within.query<Row>(`fetch ${batchSize} from inspected`);
  let nextBatch = fetch();
  for (;;) {
    const rows = await nextBatch;
    if (rows.length === 0) return;
    // Postgres reads the next batch while this one is checked.
    nextBatch = fetch();
    nextBatch.catch(() => undefined);
    yield rows.map((row) => ({ ...row, position: BigInt(row.position) }));
  }
}

/** The events of a stream, in order. */
export const recordsOf = async (within: Queryable, stream: string): Promise<readonly PostgresRecord[]> => {
  const rows = await within.query<Row>(`select ${columns} from log.events where stream = $1 order by version`, [
    stream,
  ]);
  return rows.map((row) => ({ ...row, position: BigInt(row.position) }));
};

/** The ends of these streams before a position. */
export const headsBefore = async (
  within: Queryable,
  streams: readonly string[],
  position: bigint,
): Promise<ReadonlyMap<string, StreamHead>> => {
  const rows = await within.query<HeadRow>(
    `select s.stream, e.position, e.version, encode(e.hash, 'hex') as hash
     from unnest($1::text[]) as s (stream), lateral (
       select position, version, hash from log.events
       where stream = s.stream and position < $2 order by version desc limit 1) e`,
    [streams, position],
  );
  return new Map(rows.map(({ stream, position, ...head }) => [stream, { ...head, position: BigInt(position) }]));
};

/** Position, version and hash of the events of a stream that have these versions, in no particular order. */
export const eventsOf = async (
  within: Queryable,
  stream: string,
  versions: readonly number[],
): Promise<readonly StreamHead[]> => {
  const rows = await within.query<HeadRow>(
    `select stream, position, version, encode(hash, 'hex') as hash from log.events where stream = $1 and version = any($2)`,
    [stream, versions],
  );
  return rows.map(({ position, version, hash }) => ({ position: BigInt(position), version, hash }));
};

/** The hashes of all events after a position, in pages. */
export async function* hashesAfter(database: Queryable, after: bigint): AsyncGenerator<readonly EventHash[]> {
  for (let position: bigint | undefined = after; position !== undefined; ) {
    const page: readonly EventHash[] = await hashesWhere(database, 'position > $1 order by position limit $2', [
      position,
      hashPageSize,
    ]);
    if (page.length > 0) yield page;
    position = page.length === hashPageSize ? page.at(-1)?.position : undefined;
  }
}

/** Position and hash of the events at these positions, in the order of the log. */
export const hashesAt = (database: Queryable, positions: readonly bigint[]): Promise<readonly EventHash[]> =>
  hashesWhere(database, 'position = any($1) order by position', [positions.map(String)]);

const hashesWhere = async (
  database: Queryable,
  condition: string,
  values: unknown[],
): Promise<readonly EventHash[]> => {
  const rows: readonly { position: string; hash: string }[] = await database.query(
    `select position, encode(hash, 'hex') as hash from log.events where ${condition}`,
    values,
  );
  return rows.map(({ position, hash }) => ({ position: BigInt(position), hash }));
};
