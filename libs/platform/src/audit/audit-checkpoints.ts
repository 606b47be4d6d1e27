import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '#platform/config';
import { EventStore } from '#platform/event-store';
import { faultOf } from '#platform/logging';
import { Database, Follower } from '#platform/postgres';
import { type Checkpoint, checkpointHash, sign } from './checkpoint.ts';
import {
  appendCheckpoint,
  CheckpointRefused,
  checkpointPaths,
  newestCheckpoint,
  privateKeyOf,
  readCheckpoints,
  readFileIfExists,
} from './checkpoint-files.ts';
import { EventCount } from './event-count.ts';
import { privateKeyFrom } from './signature.ts';

/** A checkpoint is due after this many events, or after this many milliseconds if there is any new event. */
const maximumEvents = 10_000;
const maximumAge = 3_600_000;
/** How often the process checks whether a checkpoint is due, in milliseconds. */
const checkInterval = 10_000;
const refusedInterval = 600_000;

/**
 * The delay until the next check after a failed one, in milliseconds. A refused checkpoint needs an operator; an outage
 * of the log or the database ends by itself.
 */
export const pauseAfter = (error: unknown): number =>
  error instanceof CheckpointRefused ? refusedInterval : checkInterval;

/**
 * Signed records of what the log was, in the data folder, outside of the database: an attacker who rewrites the log and
 * its hashes cannot rewrite these.
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
    config: Config,
  ) {
    this.#paths = checkpointPaths(config.dataFolder);
    this.#follower = new Follower(database, this.#log);
    this.#count = new EventCount((after) => store.hashesAfter(after));
  }

  /** From now on this process writes checkpoints when they are due, unless another process already does. */
  follow(): void {
    this.#follower.start(
      () => ['audit checkpoints'],
      async (_, signal) => {
        await sleep(await this.#writeIfDue(), undefined, { signal }).catch(() => undefined);
        return false;
      },
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#follower.stop();
  }

  /**
   * Writes a checkpoint of the log as it is now. Returns the newest checkpoint, which is the previous one if there are
   * no events since; undefined for an empty log. Throws a {@link CheckpointRefused}.
   */
  write(): Promise<Checkpoint | undefined> {
    return this.database.transaction(async (within) => {
      await within.query('select pg_advisory_xact_lock(7310584)');
      const lastCheckpoint = this.#last();
      const head = await this.store.head();
      if (head < (lastCheckpoint?.position ?? 0n))
        throw new CheckpointRefused(
          `The log ends at position ${head}, but the newest checkpoint covers position ${lastCheckpoint?.position}: verify the log first`,
        );
      if (head === (lastCheckpoint?.position ?? 0n)) return lastCheckpoint;
      const hash = await this.#hash(lastCheckpoint, head);
      const statement = { position: head, at: new Date().toISOString(), previous: lastCheckpoint?.hash ?? null, hash };
      const checkpoint = sign(statement, privateKeyFrom(privateKeyOf(this.#paths)));
      appendCheckpoint(this.#paths.checkpoints, checkpoint);
      return checkpoint;
    });
  }

  /** The checkpoints in the data folder, the oldest first. Lines that cannot be read are left out. */
  list(): readonly Checkpoint[] {
    return readCheckpoints(this.#paths.checkpoints).filter((checkpoint) => checkpoint !== undefined);
  }

  /** The file of checkpoints as it is, one line of JSON for each; '' before the first one. */
  text(): string {
    return readFileIfExists(this.#paths.checkpoints) ?? '';
  }

  /** The public key that verifies the signatures, in PEM; undefined before the first checkpoint. */
  publicKey(): string | undefined {
    return readFileIfExists(this.#paths.publicKey);
  }

  /** Returns the delay until the next check, in milliseconds. */
  async #writeIfDue(): Promise<number> {
    try {
      if (await this.#isDue()) await this.write();
      return checkInterval;
    } catch (error) {
      this.#log.error(`No checkpoint was written: ${faultOf(error)}`);
      return pauseAfter(error);
    }
  }

  async #isDue(): Promise<boolean> {
    const lastCheckpoint = this.#last();
    const events = await this.#eventsAfter(lastCheckpoint?.position ?? 0n);
    return (
      events >= maximumEvents || (events > 0 && Date.now() - Date.parse(lastCheckpoint?.at ?? '1970') >= maximumAge)
    );
  }

  async #eventsAfter(position: bigint): Promise<number> {
    return this.store.densePositions ? Number((await this.store.head()) - position) : this.#count.after(position);
  }

  #last(): Checkpoint | undefined {
    const lastCheckpoint = newestCheckpoint(this.#paths.checkpoints);
    if (lastCheckpoint === null)
      throw new CheckpointRefused(`The last line of ${this.#paths.checkpoints} is not a checkpoint`);
    return lastCheckpoint;
  }

  async #hash(last: Checkpoint | undefined, head: bigint): Promise<string> {
    const hash = checkpointHash(last?.hash ?? null);
    for await (const page of this.store.hashesAfter(last?.position ?? 0n))
      for (const event of page) {
        if (event.position > head) return hash.digest();
        hash.add(event.hash);
      }
    return hash.digest();
  }
}
