import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';
import type { Client } from 'pg';
import { faultOf } from '#platform/logging';
import type { Database } from './database.ts';

/** One step of work for the roles this process holds; true if there may be more at once. */
type Step = (held: ReadonlySet<string>, signal: AbortSignal) => Promise<boolean>;

/** The first half of a role's advisory lock; the second is the hash of its name. */
export const roleLocks = 7_310_580;

const claimEvery = 1_000;
const pauseAfterError = 250;

/**
 * Work that one process does at a time. Each role is an advisory lock on a connection of its own, so that a process that
 * dies lets go at once and another takes over within about a second. What must never happen twice is fenced by the
 * checkpoint's row as well: a lost connection is noticed late.
 */
export class Follower {
  readonly #held = new Set<string>();
  readonly #abort = new AbortController();
  #client: Client | undefined;
  #claimed = 0;
  #running: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly log: Logger,
  ) {}

  /** `roles` are those this process can do at the time it is asked; one it can do no more is left to others. */
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
        await this.#claim(roles());
        const more = this.#held.size > 0 && (await step(this.#held, signal));
        if (!more && this.#held.size === 0) await pause(claimEvery, signal);
      } catch (error) {
        if (signal.aborted) return;
        this.log.warn(`Tries again after: ${faultOf(error)}`);
        await pause(pauseAfterError, signal);
      }
    }
  }

  /** Takes what is free, now and then; what is held stays held as long as the connection, or until it is wanted no more. */
  async #claim(roles: readonly string[]): Promise<void> {
    for (const role of this.#held) if (!roles.includes(role)) await this.#release(role);
    const missing = roles.filter((role) => !this.#held.has(role));
    if (this.#client && (missing.length === 0 || Date.now() - this.#claimed < claimEvery)) return;
    this.#claimed = Date.now();
    this.#client ??= await this.#connect();
    const client = this.#client;
    const { rows } = await client.query<{ role: string; taken: boolean }>(
      'select role, pg_try_advisory_lock($2, hashtext(role)) as taken from unnest($1::text[]) as roles (role)',
      [missing, roleLocks],
    );
    for (const { role, taken } of rows) if (taken && this.#client === client) this.#held.add(role);
  }

  async #release(role: string): Promise<void> {
    this.#held.delete(role);
    await this.#client?.query('select pg_advisory_unlock($1, hashtext($2))', [roleLocks, role]);
  }

  async #connect(): Promise<Client> {
    const client = await this.database.dedicated();
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
