import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Origin } from '#kernel';
import { Context } from '#platform/context';
import { PersonalDataKeys } from '#platform/personal-data';
import { Database, isConnectionLost, Notices } from '#platform/postgres';
import { EventStore } from './event-store.ts';
import type { EventHash, Inspection, InspectionResult, StreamLink } from './inspection.ts';
import { VersionConflict } from './log-errors.ts';
import { postgresLog } from './log-identity.ts';
import { bytesArray, integerArray, smallintArray, textArray, timestampArray, uuidArray } from './postgres-arrays.ts';
import { inspectPostgres, linksOf } from './postgres-inspection.ts';
import { hashesAfter, hashesAt } from './postgres-records.ts';
import type { Stored, UnrecordedEvent } from './stored-event.ts';

type Append = {
  readonly stream: string;
  readonly expected: number;
  readonly events: readonly UnrecordedEvent[];
  readonly people: readonly string[];
  readonly resolve: (position: bigint) => void;
  readonly reject: (reason: unknown) => void;
};
type Outcome = { outcome: 'written' | 'known' | 'conflict'; last_position: string };
type EventRow = {
  position: string;
  id: string;
  stream: string;
  version: number;
  type: string;
  shape: number;
  data: object;
  origin: Origin;
  at: number;
  recorded_at: number;
};

/** Instants as seconds since 1970, which are much faster to parse than dates when the whole log is read. */
const columns = `position, id, stream, version, type, shape, data, origin,
  date_part('epoch', at) as at, date_part('epoch', recorded_at) as recorded_at`;
/** The largest number of appends in one round trip, which is also one commit. */
const maxBatchSize = 64;
/** With at least this many waiting appends, a second batch starts while the first is under way. */
const minSecondBatch = 24;
const appendStatement =
  'select outcome, last_position from log.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)';
/** After a lost connection, an append is retried for about this many seconds; the event ids make that safe. */
const retrySeconds = 5;

/** The log in Postgres. Appends that arrive while a batch is under way are batched next: one fsync for many appends. */
@Injectable()
export class PostgresEventStore extends EventStore implements OnApplicationShutdown {
  override readonly densePositions = true;
  #waiting: Append[] = [];
  readonly #underWay = new Set<Promise<void>>();
  readonly #busyStreams = new Set<string>();
  /** Pairs of person and stream that this process has already recorded in the key table. */
  readonly #recordedHolders = new Set<string>();

  constructor(
    context: Context,
    keys: PersonalDataKeys,
    private readonly database: Database,
    notices: Notices,
  ) {
    super(context, keys);
    notices.on('log', (head) => this.wake(head === '' ? undefined : BigInt(head)));
  }

  protected override recognizesId(): boolean {
    return true;
  }

  protected override write(
    stream: string,
    expected: number,
    events: readonly UnrecordedEvent[],
    people: readonly string[],
  ): Promise<bigint> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ stream, expected, events, people, resolve, reject });
      this.#flush();
    });
  }

  protected override async stream(stream: string): Promise<readonly Stored[]> {
    const rows = await this.database.prepared<EventRow>(
      'events of a stream',
      `select ${columns} from log.events where stream = $1 order by version`,
      [stream],
    );
    return rows.map(toStored);
  }

  protected override async hasVersion(stream: string, version: number): Promise<boolean> {
    const rows = await this.database.prepared(
      'an event of a stream',
      'select position from log.events where stream = $1 and version = $2',
      [stream, version],
    );
    return rows.length > 0;
  }

  protected override async log(after: bigint, limit: number): Promise<readonly Stored[]> {
    const rows = await this.database.prepared<EventRow>(
      'events after a position',
      `select ${columns} from log.events where position > $1 order by position limit $2`,
      [after, limit],
    );
    return rows.map(toStored);
  }

  override async atSealed(positions: readonly bigint[]): Promise<readonly Stored[]> {
    const rows = await this.database.query<EventRow>(
      `select ${columns} from log.events where position = any($1) order by position`,
      [positions.map(String)],
    );
    return rows.map(toStored);
  }

  override head(): Promise<bigint> {
    return postgresLog(this.database).head();
  }

  override identity(): Promise<string | undefined> {
    return postgresLog(this.database).identity();
  }

  override claim(identity: string): Promise<string> {
    return postgresLog(this.database).claim(identity);
  }

  override async positionOf(id: string): Promise<bigint | undefined> {
    const [row] = await this.database.query<{ position: string }>('select position from log.events where id = $1', [
      id,
    ]);
    return row && BigInt(row.position);
  }

  override hashesAfter(position: bigint): AsyncIterable<readonly EventHash[]> {
    return hashesAfter(this.database, position);
  }

  override linksOf(stream: string): Promise<readonly StreamLink[]> {
    return linksOf(this.database, stream);
  }

  override hashesAt(positions: readonly bigint[]): Promise<readonly EventHash[]> {
    return hashesAt(this.database, positions);
  }

  override inspect(inspection: Inspection): Promise<InspectionResult> {
    return inspectPostgres(this.database, inspection);
  }

  async onApplicationShutdown(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Starts one batch, or a second one if enough appends wait: it is prepared while the first is committed. */
  #flush(): void {
    const minimum = this.#underWay.size === 0 ? 1 : minSecondBatch;
    if (this.#underWay.size >= 2 || this.#waiting.length < minimum) return;
    const batch = this.#nextBatch();
    if (batch.length === 0) return;
    const commit = this.#commit(batch).finally(() => {
      for (const { stream } of batch) this.#busyStreams.delete(stream);
      this.#underWay.delete(commit);
      this.#flush();
    });
    this.#underWay.add(commit);
  }

  async #commit(batch: readonly Append[]): Promise<void> {
    try {
      settle(batch, await this.#append(batch));
    } catch (error) {
      // If Postgres rejects a batch, each append is retried alone, so that only the one at fault fails.
      if (batch.length > 1 && !isConnectionLost(error)) for (const append of batch) await this.#commit([append]);
      else for (const { reject } of batch) reject(error);
    }
  }

  /** The oldest waiting appends, each stream once: a second append to a stream waits for the first. */
  #nextBatch(): readonly Append[] {
    const batch: Append[] = [];
    const laterAppends: Append[] = [];
    for (const append of this.#waiting)
      if (batch.length < maxBatchSize && !this.#busyStreams.has(append.stream)) {
        this.#busyStreams.add(append.stream);
        batch.push(append);
      } else laterAppends.push(append);
    this.#waiting = laterAppends;
    return batch;
  }

  async #append(batch: readonly Append[], tries = 0): Promise<readonly Outcome[]> {
    const events = batch.flatMap((append) => append.events.map(toColumns));
    const holders = this.#newHolders(batch);
    try {
      const outcomes = await this.database.prepared<Outcome>('append events', appendStatement, [
        textArray(batch.map(({ stream }) => stream)),
        integerArray(batch.map(({ expected }) => expected)),
        integerArray(batch.map((append) => append.events.length)),
        uuidArray(events.map(({ id }) => id)),
        textArray(events.map(({ type }) => type)),
        smallintArray(events.map(({ shape }) => shape)),
        textArray(events.map(({ data }) => data)),
        textArray(events.map(({ origin }) => origin)),
        timestampArray(events.map(({ at }) => at)),
        bytesArray(events.map(({ digest }) => digest)),
        textArray(holders.map(([person]) => person)),
        textArray(holders.map(([, stream]) => stream)),
      ]);
      this.#cacheHolders(holders);
      return outcomes;
    } catch (error) {
      if (!isConnectionLost(error) || tries >= retrySeconds * 4) throw error;
      await sleep(250);
      return this.#append(batch, tries + 1);
    }
  }

  #newHolders(batch: readonly Append[]): readonly (readonly [string, string])[] {
    return batch
      .flatMap(({ people, stream }) => people.map((person) => [person, stream] as const))
      .filter(([person, stream]) => !this.#recordedHolders.has(`${person} ${stream}`));
  }

  #cacheHolders(holders: readonly (readonly [string, string])[]): void {
    if (this.#recordedHolders.size > 100_000) this.#recordedHolders.clear();
    for (const [person, stream] of holders) this.#recordedHolders.add(`${person} ${stream}`);
  }
}

const settle = (batch: readonly Append[], outcomes: readonly Outcome[]): void => {
  batch.forEach(({ stream, expected, resolve, reject }, i) => {
    const outcome = outcomes[i];
    if (!outcome || outcome.outcome === 'conflict') reject(new VersionConflict(stream, expected));
    else resolve(BigInt(outcome.last_position));
  });
};

/** The digest covers exactly what is stored, so an auditor can recompute it from the row. */
const toColumns = ({ id, stream, version, type, shape, data, at, ...rest }: UnrecordedEvent) => {
  const texts = { data: JSON.stringify(data), origin: JSON.stringify(rest) };
  const digest = createHash('sha256')
    .update(JSON.stringify([id, stream, version, type, shape, at]))
    .update('\n')
    .update(texts.data)
    .update('\n')
    .update(texts.origin)
    .digest();
  return { id, type, shape, at, digest, ...texts };
};

const toStored = ({ origin, position, id, stream, version, type, shape, data, at, recorded_at }: EventRow): Stored => ({
  ...origin,
  id,
  stream,
  version,
  position: BigInt(position),
  type,
  shape,
  data,
  at: instant(at),
  recordedAt: instant(recorded_at),
});

const instant = (seconds: number): string => new Date(Math.round(seconds * 1_000)).toISOString();
