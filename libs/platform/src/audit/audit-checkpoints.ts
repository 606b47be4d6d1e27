import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '#platform/config';
import type { EventStoreDbEventStore } from '#platform/event-store';
import { EventStore } from '#platform/event-store';
import { faultOf } from '#platform/logging';
import { Database, Follower, type Queryable } from '#platform/postgres';
import { type Checkpoint, checkpointHash, privateKeyIn, signed } from './checkpoint.ts';
import { appendCheckpoint, checkpointPaths, keepPrivateKey, newestCheckpoint } from './checkpoint-files.ts';
import { EventCount } from './event-count.ts';
import { hashesBetween } from './log-rows.ts';

/** A checkpoint is made after so many events, or so many milliseconds after the one before if anything happened since. */
const everyEvents = 10_000;
const everyMilliseconds = 3_600_000;
const lookEvery = 10_000;

/** The log and the checkpoints in the data folder contradict each other, or cannot be read. */
export class CheckpointRefused extends Error {}

/**
 * Signed notes of what the log was, kept in the data folder, outside of the database: whoever can rewrite the log, hashes
 * and all, cannot rewrite these.
 */
@Injectable()
export class AuditCheckpoints implements OnApplicationShutdown {
  readonly #log = new Logger(AuditCheckpoints.name);
  readonly #follower: Follower;
  readonly #paths;
  readonly #count: EventCount;

  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly config: Config,
  ) {
    this.#paths = checkpointPaths(config.dataFolder);
    this.#follower = new Follower(database, this.#log);
    this.#count = new EventCount((after) => (store as EventStoreDbEventStore).kept(after));
  }

  /** From now on this process makes them, if no other does. */
  follow(): void {
    this.#follower.start(
      () => ['audit checkpoints'],
      async (_, signal) => {
        await sleep(await this.#turn(), undefined, { signal }).catch(() => undefined);
        return false;
      },
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#follower.stop();
  }

  /**
   * Writes down what the log is now. Answers the newest checkpoint, which is the one before where nothing happened since;
   * undefined for an empty log. Throws a {@link CheckpointRefused}.
   */
  write(): Promise<Checkpoint | undefined> {
    return this.database.transaction(async (within) => {
      await within.query('select pg_advisory_xact_lock(7310584)');
      const last = this.#last();
      const head = await this.store.head();
      if (head < (last?.position ?? 0n))
        throw new CheckpointRefused(
          `The log ends at position ${head}, but the newest checkpoint knows position ${last?.position}: check the log first`,
        );
      if (head === (last?.position ?? 0n)) return last;
      const hash = await this.#hash(within, last, head);
      const sealed = { position: head, at: new Date().toISOString(), previous: last?.hash ?? null, hash };
      const checkpoint = signed(sealed, privateKeyIn(keepPrivateKey(this.#paths)));
      appendCheckpoint(this.#paths.checkpoints, checkpoint);
      return checkpoint;
    });
  }

  /** Answers after how many milliseconds to look again. */
  async #turn(): Promise<number> {
    try {
      if (await this.#isDue()) await this.write();
      return lookEvery;
    } catch (error) {
      this.#log.error(`No checkpoint was made: ${faultOf(error)}`);
      return everyMilliseconds / 6;
    }
  }

  async #isDue(): Promise<boolean> {
    const last = this.#last();
    const more = await this.#eventsAfter(last?.position ?? 0n);
    return more >= everyEvents || (more > 0 && Date.now() - Date.parse(last?.at ?? '1970') >= everyMilliseconds);
  }

  /** Where positions are dense their distance is the count. */
  async #eventsAfter(position: bigint): Promise<number> {
    return this.config.eventStoreDb ? this.#count.after(position) : Number((await this.store.head()) - position);
  }

  #last(): Checkpoint | undefined {
    const last = newestCheckpoint(this.#paths.checkpoints);
    if (last === null) throw new CheckpointRefused(`The last line of ${this.#paths.checkpoints} is no checkpoint`);
    return last;
  }

  async #hash(within: Queryable, last: Checkpoint | undefined, head: bigint): Promise<string> {
    const hash = checkpointHash(last?.hash ?? null);
    const after = last?.position ?? 0n;
    const hashes = this.config.eventStoreDb ? this.#kept(after, head) : hashesBetween(within, after, head);
    for await (const each of hashes) hash.add(each);
    return hash.digest();
  }

  async *#kept(after: bigint, through: bigint): AsyncGenerator<string> {
    for await (const page of (this.store as EventStoreDbEventStore).kept(after))
      for (const { position, event } of page) if (position <= through) yield event.metadata.hash;
  }
}
