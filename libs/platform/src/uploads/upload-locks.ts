import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ERRORS, type Lock, type Locker } from '@tus/server';
import { Database } from '#platform/postgres';

/** A lock whose process was killed is free again after this many seconds. */
const leaseSeconds = 10;
/** How often the holder of a lock extends it and looks whether another request waits for it, in milliseconds. */
const renewalInterval = 1_000;
/** How often a request that waits tries again, in milliseconds. */
const retryInterval = 200;
/** How long a request waits for a lock, in milliseconds. */
const maximumWait = 12_000;

/**
 * Locks of uploads for several processes, in the table of uploads. A lock is a lease that its holder extends: an upload
 * may take minutes, and an advisory lock would keep a connection to Postgres for all that time.
 */
@Injectable()
export class UploadLocks implements Locker {
  constructor(private readonly database: Database) {}

  newLock(id: string): Lock {
    return new UploadLock(id.replace(/^uploads\//, ''), this.database);
  }
}

class UploadLock implements Lock {
  readonly #token = randomUUID();
  #renewal: NodeJS.Timeout | undefined;

  constructor(
    private readonly id: string,
    private readonly database: Database,
  ) {}

  /**
   * `release` ends the request that holds the lock: it is called when another request waits. Throws ERR_LOCK_TIMEOUT.
   */
  async lock(signal: AbortSignal, release: () => Promise<void> | void): Promise<void> {
    const deadline = Date.now() + maximumWait;
    while (!(await this.#take())) {
      if (signal.aborted || Date.now() > deadline) throw ERRORS.ERR_LOCK_TIMEOUT;
      await this.database.query('update uploads.uploads set release_requested = true where id = $1', [this.id]);
      await setTimeout(retryInterval);
    }
    this.#renewal = setInterval(() => {
      // A renewal that fails is tried again at the next interval; the lease is longer than several of them.
      this.#renew(release).catch(() => undefined);
    }, renewalInterval).unref();
  }

  async unlock(): Promise<void> {
    clearInterval(this.#renewal);
    const sql = 'update uploads.uploads set lock_token = null, locked_until = null where id = $1 and lock_token = $2';
    await this.database.query(sql, [this.id, this.#token]);
  }

  async #take(): Promise<boolean> {
    const sql = `update uploads.uploads
      set lock_token = $2, locked_until = now() + make_interval(secs => $3), release_requested = false
      where id = $1 and (lock_token is null or locked_until < now()) returning id`;
    return (await this.database.query(sql, [this.id, this.#token, leaseSeconds])).length > 0;
  }

  async #renew(release: () => Promise<void> | void): Promise<void> {
    const sql = `update uploads.uploads set locked_until = now() + make_interval(secs => $3)
      where id = $1 and lock_token = $2 returning release_requested as "requested"`;
    const [row] = await this.database.query<{ requested: boolean }>(sql, [this.id, this.#token, leaseSeconds]);
    // No row was updated: another process has taken over the lock.
    if (!row || row.requested) await release();
  }
}
