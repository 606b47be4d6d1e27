import type { Database, Queryable } from '#platform/postgres';
import {
  type Finding,
  type Inspection,
  type InspectionResult,
  newStream,
  type StreamHead,
  type StreamLink,
  timeFindings,
} from './inspection.ts';
import {
  digestOf,
  eventsOf,
  hashAfter,
  headsBefore,
  type PostgresRecord,
  recordsFrom,
  recordsOf,
} from './postgres-records.ts';
import { StreamHeads } from './stream-heads.ts';

/** Inspects one snapshot of the log, with bounded memory. */
export const inspectPostgres = (database: Database, inspection: Inspection): Promise<InspectionResult> =>
  database.transaction(async (within) => {
    await within.query('set transaction isolation level repeatable read, read only');
    const inspector = new PostgresInspector(within, inspection);
    for await (const records of recordsFrom(within, inspection.from)) {
      await inspector.inspect(records);
      for (const record of records) inspection.onEvent(record);
    }
    return inspector.result;
  });

/** The events of a stream with their stored hashes, each compared with the hash of the stored content. */
export const linksOf = async (within: Queryable, stream: string): Promise<readonly StreamLink[]> => {
  const records = await recordsOf(within, stream);
  return records.map((record, i) => {
    const { position, version, digest, hash } = record;
    const before = records[i - 1] ?? newStream;
    const unchanged = eventFindings(before.version === version - 1 ? before : undefined, record).length === 0;
    return { position, version, digest, hash, unchanged };
  });
};

class PostgresInspector {
  #events = 0;
  #last: bigint;
  #latest = Number.NEGATIVE_INFINITY;
  readonly #heads: StreamHeads;

  constructor(
    private readonly within: Queryable,
    private readonly inspection: Inspection,
  ) {
    const { from, streamsInMemory = 100_000 } = inspection;
    this.#last = from - 1n;
    this.#heads = new StreamHeads(streamsInMemory, from <= 1n);
  }

  get result(): InspectionResult {
    return { events: this.#events, through: this.#last };
  }

  async inspect(records: readonly PostgresRecord[]): Promise<void> {
    const [first] = records;
    if (!first) return;
    await this.#heads.prepare(
      records.map(({ stream }) => stream),
      (streams) => headsBefore(this.within, streams, first.position),
    );
    for (const record of records) {
      const headBefore = this.#heads.of(record.stream);
      // Nearly every event follows the last one seen of its stream; looking the others up costs a round trip each.
      if (headBefore.version === record.version - 1) this.#check(record, headBefore);
      else await this.#checkOutOfOrder(record);
    }
  }

  /** Either this event or the one before it in its stream is missing or out of place. */
  async #checkOutOfOrder(record: PostgresRecord): Promise<void> {
    const { stream, version } = record;
    const near = await eventsOf(this.within, stream, [version - 1, version]);
    const [before] = version === 1 ? [newStream] : near.filter((event) => event.version === version - 1);
    this.#check(record, before);
    const sameVersion = near.filter((event) => event.version === version);
    if (sameVersion.length > 1) this.inspection.onFinding(versionTwice(record));
  }

  #check(record: PostgresRecord, before: StreamHead | undefined): void {
    const found = [...positionFindings(this.#last, record), ...eventFindings(before, record)];
    // The hash covers the time. If the hash is wrong, this time proves nothing about the times of other events.
    if (!found.some(({ kind }) => kind === 'chain' || kind === 'version')) {
      found.push(...timeFindings(this.#latest, record));
      this.#latest = record.recordedAt;
    }
    for (const finding of found) this.inspection.onFinding(finding);
    if (record.version > this.#heads.of(record.stream).version) this.#heads.move(record.stream, record);
    this.#last = record.position;
    this.#events += 1;
  }
}

/** Positions count up from 1 without gaps. `last` is the position before. */
const positionFindings = (last: bigint, { position, stream }: PostgresRecord): readonly Finding[] => {
  if (position === last) return [{ position, stream, kind: 'twice', message: `two events have position ${position}` }];
  return position === last + 1n ? [] : [missingEvents(last + 1n, position - 1n)];
};

const missingEvents = (first: bigint, last: bigint): Finding => ({
  position: first,
  stream: null,
  kind: 'missing',
  message:
    first === last ? `there is no event at position ${first}` : `there are no events at positions ${first} to ${last}`,
});

/**
 * Errors in an event's content and in its link to `before`, the previous event of its stream; undefined if it is
 * missing.
 */
const eventFindings = (before: StreamHead | undefined, record: PostgresRecord): readonly Finding[] => {
  const { position, stream, version } = record;
  const found = (kind: Finding['kind'], message: string): Finding => ({ position, stream, kind, message });
  const content =
    digestOf(record) === record.digest
      ? []
      : [found('content', 'its content (id, stream, version, type, shape, time, data, origin) has been changed')];
  if (!before)
    return [...content, found('version', `version ${version - 1} of its stream, which it follows, is missing`)];
  if (hashAfter(before.hash, record) === record.hash) return content;
  const link = before.version === 0 ? 'the first event of its stream' : `the event after position ${before.position}`;
  return [...content, found('chain', `its hash is not that of ${link} with this digest, position and time`)];
};

const versionTwice = ({ position, stream, version }: PostgresRecord): Finding => ({
  position,
  stream,
  kind: 'twice',
  message: `its stream has version ${version} twice`,
});
