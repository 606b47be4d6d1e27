import type { Queryable } from '#platform/postgres';
import type { LogRow, StreamHead } from './links.ts';

type Row = Omit<LogRow, 'position'> & { position: string };
type HeadRow = { stream: string; position: string; version: number; hash: string };

const batchSize = 1_000;
const columns = `position, id, stream, version, type, shape, data::text as data, origin::text as origin,
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
  (extract(epoch from recorded_at) * 1000)::float8 as "recordedAt",
  encode(digest, 'hex') as digest, encode(hash, 'hex') as hash`;

/**
 * The log from a position on as one snapshot, in batches. A cursor, so that positions that stand twice are seen twice.
 * Call it within a transaction.
 */
export async function* logRows(within: Queryable, from: bigint): AsyncGenerator<readonly LogRow[]> {
  await within.query(
    `declare audited no scroll cursor for select ${columns} from log.events where position >= ${from} order by position`,
  );
  const fetch = () => within.query<Row>(`fetch ${batchSize} from audited`);
  let next = fetch();
  for (;;) {
    const rows = await next;
    if (rows.length === 0) return;
    // Postgres reads on while this batch is looked at.
    next = fetch();
    next.catch(() => undefined);
    yield rows.map((row) => ({ ...row, position: BigInt(row.position) }));
  }
}

/** Where these streams stood before a position. */
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

/** The events of these versions of a stream, wherever they stand. */
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

/** The hashes of the events after a position and through another, in their order. */
export async function* hashesBetween(database: Queryable, after: bigint, through: bigint): AsyncGenerator<string> {
  for (let position = after; position < through; ) {
    const rows = await database.query<{ position: string; hash: string }>(
      `select position, encode(hash, 'hex') as hash from log.events where position > $1 and position <= $2
       order by position limit 10000`,
      [position, through],
    );
    for (const { hash } of rows) yield hash;
    position = BigInt(rows.at(-1)?.position ?? through);
  }
}
