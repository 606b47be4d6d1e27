import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { faultOf } from '#platform/logging';
import { Database } from '#platform/postgres';
import { Storage, type StoredObject } from '#platform/storage';
import { Uploads } from './uploads.ts';

/** A file is an orphan only after this time, in milliseconds: copies are stored before the data refers to them. */
const minimumAge = 86_400_000;
/** How many files are looked up in the data at the same time. */
const batchSize = 500;
/** More orphans than this are removed only by an operator who confirms it: the database may be another one. */
const suspiciousCount = 100;
const suspiciousShare = 0.2;
/** When a worker sweeps for the first time and then again, in milliseconds. */
const [firstSweep, sweepInterval] = [600_000, 86_400_000];
/** The key of the advisory lock that lets only one process sweep at a time. */
const sweepLock = 7_310_585;

/** `force` removes the orphans even if they are suspiciously many. */
export type SweepOptions = { readonly dryRun?: boolean; readonly force?: boolean };

/**
 * What a sweep found, and removed unless it was a dry run. `unknown` are paths that belong to no module, which are
 * never removed; `incomplete` are files that a process was writing when it ended. Sizes in bytes.
 */
export type SweepReport = {
  readonly dryRun: boolean;
  readonly checked: number;
  readonly orphans: readonly { readonly path: string; readonly size: number }[];
  readonly unknown: readonly string[];
  readonly expiredUploads: number;
  readonly incomplete: number;
};

/** The sweep did not remove anything. The message says why. */
export class SweepRefused extends Error {}

/** Removes stored files that nothing refers to, and uploads that have expired. */
@Injectable()
export class FileSweep implements OnApplicationShutdown {
  readonly #log = new Logger(FileSweep.name);
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #stopped = false;

  constructor(
    private readonly storage: Storage,
    private readonly uploads: Uploads,
    private readonly database: Database,
  ) {}

  /** From now on this process sweeps once a day, unless another one does at that moment. */
  follow(): void {
    this.#schedule(firstSweep);
  }

  async onApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Throws a {@link SweepRefused} if another process is sweeping, or if there are suspiciously many orphans. */
  sweep(options: SweepOptions = {}): Promise<SweepReport> {
    return this.database.transaction(async (within) => {
      const sql = 'select pg_try_advisory_xact_lock($1) as taken';
      const [lock] = await within.query<{ taken: boolean }>(sql, [sweepLock]);
      if (!lock?.taken) throw new SweepRefused('Another process is sweeping the files. Try again later.');
      return this.#sweep(options);
    });
  }

  async #sweep({ dryRun = false, force = false }: SweepOptions): Promise<SweepReport> {
    const before = new Date(Date.now() - minimumAge);
    const expiredUploads = dryRun ? await this.uploads.countExpired() : await this.uploads.removeExpired();
    const { checked, orphans, unknown } = await this.#look(before);
    const isSuspicious = orphans.length > Math.max(suspiciousCount, checked * suspiciousShare);
    if (isSuspicious && !dryRun && !force)
      throw new SweepRefused(
        `Nothing refers to ${orphans.length} of ${checked} files. Check that the database and the files belong together, then run festoon files sweep --force.`,
      );
    if (!dryRun) await this.storage.remove(orphans.map(({ path }) => path));
    const incomplete = dryRun ? 0 : await this.storage.removeIncomplete(before);
    return { dryRun, checked, orphans, unknown, expiredUploads, incomplete };
  }

  async #look(before: Date): Promise<Pick<SweepReport, 'checked' | 'orphans' | 'unknown'>> {
    let checked = 0;
    let batch: StoredObject[] = [];
    const [orphans, unknown]: [StoredObject[], string[]] = [[], []];
    const examine = async () => {
      const found = new Set(await this.uploads.orphansAmong(batch.map(({ path }) => path)));
      orphans.push(...batch.filter(({ path }) => found.has(path)));
      batch = [];
    };
    for await (const object of this.storage.all()) {
      if (this.#stopped) throw new SweepRefused('The process is stopping.');
      checked += 1;
      if (object.modifiedAt >= before) continue;
      if (this.uploads.isOwned(object.path)) batch.push(object);
      else unknown.push(object.path);
      if (batch.length >= batchSize) await examine();
    }
    await examine();
    return { checked, orphans: orphans.map(({ path, size }) => ({ path, size })), unknown };
  }

  #schedule(delay: number): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#sweepAndLog();
      void this.#running.then(() => {
        if (!this.#stopped) this.#schedule(sweepInterval);
      });
    }, delay).unref();
  }

  async #sweepAndLog(): Promise<void> {
    try {
      const { orphans, expiredUploads } = await this.sweep();
      if (orphans.length > 0) this.#log.log(`Removed ${orphans.length} files that nothing refers to`);
      if (expiredUploads > 0) this.#log.log(`Removed ${expiredUploads} expired uploads`);
    } catch (error) {
      if (!this.#stopped) this.#log.warn(`The files were not swept: ${faultOf(error)}`);
    }
  }
}
