import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import type { EventStoreDbEventStore } from '#platform/event-store';
import { EventStore } from '#platform/event-store';
import { Database, type Queryable } from '#platform/postgres';
import { CheckpointRefused } from './audit-checkpoints.ts';
import { publicKeyIn } from './checkpoint.ts';
import { checkpointPaths, read, readCheckpoints } from './checkpoint-files.ts';
import { CheckpointTrial } from './checkpoint-trial.ts';
import { eventFindings, type Finding, placeFindings, timeFindings, versionTwice } from './inspection.ts';
import { KeptWalk } from './kept-walk.ts';
import { type LogRow, newStream, type StreamHead } from './links.ts';
import { eventsOf, headsBefore, logRows } from './log-rows.ts';
import { StreamHeads } from './stream-heads.ts';

/** `from` is the first position to look at; the two files are those of the data folder unless copies are given. */
export type AuditScope = {
  readonly from?: bigint;
  readonly checkpoints?: string;
  readonly publicKey?: string;
  /** How many streams are kept in memory; more cost look-ups. */
  readonly streamsInMemory?: number;
};
/** How much was looked at: events, through which position (0: none), and how many checkpoints agree with the log. */
export type AuditReport = { readonly events: number; readonly through: bigint; readonly checkpoints: number };

/**
 * The proof that the log is what was written: every digest, link, version and position is worked out again, and the whole
 * is held against the signed checkpoints. It only reads; on Postgres it needs the same memory however long the log is.
 */
@Injectable()
export class LogAudit {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly store: EventStore,
  ) {}

  /** Tells everything that is wrong as it is found, in the order of the log. */
  async verify(tell: (finding: Finding) => void, scope: AuditScope = {}): Promise<AuditReport> {
    const from = least(scope.from ?? 1n, (await this.store.head()) + 1n);
    const checkpoints = this.#checkpoints(scope, from, tell);
    const { events, last } = await (this.config.eventStoreDb
      ? this.#walkKept(from, tell, checkpoints)
      : this.#walkRows(from, tell, checkpoints, scope.streamsInMemory));
    return { events, through: last, checkpoints: checkpoints.end(last) };
  }

  #walkRows(from: bigint, tell: (finding: Finding) => void, checkpoints: CheckpointTrial, inMemory = 100_000) {
    return this.database.transaction(async (within) => {
      await within.query('set transaction isolation level repeatable read, read only');
      const walk = new Walk(within, tell, from, inMemory);
      for await (const rows of logRows(within, from)) {
        await walk.through(rows);
        for (const row of rows) checkpoints.see(row);
      }
      return walk;
    });
  }

  async #walkKept(from: bigint, tell: (finding: Finding) => void, checkpoints: CheckpointTrial) {
    const walk = new KeptWalk(tell, from);
    for await (const page of (this.store as EventStoreDbEventStore).kept())
      for (const kept of page) {
        walk.see(kept);
        checkpoints.see({ position: kept.position, hash: kept.event.metadata.hash });
      }
    return walk;
  }

  #checkpoints(scope: AuditScope, from: bigint, tell: (finding: Finding) => void): CheckpointTrial {
    const paths = checkpointPaths(this.config.dataFolder);
    const lines = readCheckpoints(scope.checkpoints ?? paths.checkpoints);
    return new CheckpointTrial(lines, publicKeyAt(scope.publicKey ?? paths.publicKey), from, tell);
  }
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

const publicKeyAt = (file: string): KeyObject | undefined => {
  const pem = read(file);
  try {
    return pem === undefined ? undefined : publicKeyIn(pem);
  } catch {
    throw new CheckpointRefused(`${file} holds no public key`);
  }
};

/** One event after the other. */
class Walk {
  events = 0;
  last: bigint;
  #latest = Number.NEGATIVE_INFINITY;
  readonly #heads: StreamHeads;

  constructor(
    private readonly within: Queryable,
    private readonly tell: (finding: Finding) => void,
    from: bigint,
    streamsInMemory: number,
  ) {
    this.last = from - 1n;
    this.#heads = new StreamHeads(streamsInMemory, from <= 1n);
  }

  async through(rows: readonly LogRow[]): Promise<void> {
    const [first] = rows;
    if (!first) return;
    await this.#heads.prepare(
      rows.map(({ stream }) => stream),
      (streams) => headsBefore(this.within, streams, first.position),
    );
    for (const row of rows) {
      const before = this.#heads.of(row.stream);
      // Most follow what was seen last of their stream; looking the others up would cost a round trip each.
      if (before.version === row.version - 1) this.#see(row, before);
      else await this.#seeOutOfTurn(row);
    }
  }

  /** Something of this stream is gone or misplaced: this event, or the one it follows. */
  async #seeOutOfTurn(row: LogRow): Promise<void> {
    const { stream, version } = row;
    const near = await eventsOf(this.within, stream, [version - 1, version]);
    const [before] = version === 1 ? [newStream] : near.filter((event) => event.version === version - 1);
    this.#see(row, before);
    const same = near.filter((event) => event.version === version);
    if (same.length > 1) this.tell(versionTwice(row));
  }

  #see(row: LogRow, before: StreamHead | undefined): void {
    const found = [...placeFindings(this.last, row), ...eventFindings(before, row)];
    // The time is part of the link: where that does not hold, it proves nothing about the times of others.
    if (!found.some(({ kind }) => kind === 'chain' || kind === 'version')) {
      found.push(...timeFindings(this.#latest, row));
      this.#latest = row.recordedAt;
    }
    for (const finding of found) this.tell(finding);
    if (row.version > this.#heads.of(row.stream).version) this.#heads.move(row.stream, row);
    this.last = row.position;
    this.events += 1;
  }
}
