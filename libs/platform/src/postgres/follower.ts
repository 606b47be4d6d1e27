import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';
import type { Client } from 'pg';
import { faultOf } from '#platform/logging';
import type { Database } from './database.ts';

/** One step of work for the roles that this process holds; returns true if there may be more work at once. */
type Step = (held: ReadonlySet<string>, signal: AbortSignal) => Promise<boolean>;

/** The first half of a role's advisory lock; the second is the hash of its name. */
export const roleLocks = 7_310_580;

/** How often a process tries to acquire the roles that it does not hold, in milliseconds. */
const acquireInterval = 1_000;
/** In milliseconds. */
const pauseAfterError = 250;

/**
 * Work that only one process does at a time. Each role is an advisory lock on a dedicated connection, so it is released
 * when the process dies, and another takes over within about a second. A process may notice late that it lost the
 * connection, so work that must not happen twice is also guarded by the checkpoint's row.
 */
export class Follower {
  readonly #held = new Set<string>();
  readonly #abort = new AbortController();
  #client: Client | undefined;
  #acquiredAt = 0;
  #running: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly log: Logger,
  ) {}

  /** `roles` returns the roles this process can take at the moment; roles that are no longer in it are released. */
  start(roles: () => readonly string[], step: Step): void {
    this.#running ??= this.#run(roles, step);
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#running;
    await this.#client?.end().catch(() => undefined);
  }

  async #run(roles: () => readonly string[], step: Step): Promise<void> {
    const { signal } = this.#abort;
    while (!signal.aborted) {
      try {
        await this.#acquire(roles());
        const hasMore = this.#held.size > 0 && (await step(this.#held, signal));
        if (!hasMore && this.#held.size === 0) await pause(acquireInterval, signal);
      } catch (error) {
        if (signal.aborted) return;
        this.log.warn(`A step failed and will be retried: ${faultOf(error)}`);
        await pause(pauseAfterError, signal);
      }
    }
  }

  /**
   * Tries once per interval to take roles that this process does not hold, and releases roles that are no longer
   * wanted.
   */
  async #acquire(roles: readonly string[]): Promise<void> {
    for (const role of this.#held) if (!roles.includes(role)) await this.#release(role);
    const missingRoles = roles.filter((role) => !this.#held.has(role));
    if (this.#client && (missingRoles.length === 0 || Date.now() - this.#acquiredAt < acquireInterval)) return;
    this.#acquiredAt = Date.now();
    this.#client ??= await this.#connect();
    const client = this.#client;
    const { rows } = await client.query<{ role: string; taken: boolean }>(
      'select role, pg_try_advisory_lock($2, hashtext(role)) as taken from unnest($1::text[]) as roles (role)',
      [missingRoles, roleLocks],
    );
    for (const { role, taken } of rows) if (taken && this.#client === client) this.#held.add(role);
  }

  async #release(role: string): Promise<void> {
    this.#held.delete(role);
    await this.#client?.query('select pg_advisory_unlock($1, hashtext($2))', [roleLocks, role]);
  }

  async #connect(): Promise<Client> {
    const client = await this.database.dedicatedConnection();
    client.on('end', () => {
      if (this.#client && this.#client !== client) return;
      this.#held.clear();
      this.#client = undefined;
    });
    return client;
  }
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => undefined);
