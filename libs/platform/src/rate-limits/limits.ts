import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { Database } from '#platform/postgres';

/** At most `times` within `seconds`. Each `name` is counted separately. */
export type Limit = { readonly name: string; readonly times: number; readonly seconds: number };
/** What a call is counted against. */
export type LimitCount = { readonly limit: Limit; readonly key: string };
/** What is left of a limit. `seconds` until the count starts again; `taken` includes this call. */
export type Allowance = {
  readonly allowed: boolean;
  readonly times: number;
  readonly taken: number;
  readonly left: number;
  readonly seconds: number;
};
type Count = { taken: number; until: Date };

/** Interval at which expired counts are deleted, in milliseconds. */
const sweepEvery = 60_000;

/**
 * Rate limits, counted over all processes. Keys (addresses, accounts) are hashed, so the table contains no personal
 * data. RATE_LIMITS multiplies all limits.
 */
@Injectable()
export class Limits {
  #sweptAt = 0;

  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Counts one call for this key, and returns whether it is still within the limit. */
  async take(limit: Limit, key: string, now = new Date()): Promise<Allowance> {
    const times = this.#timesOf(limit);
    if (times === 0) return noLimit;
    await this.#sweep(now);
    const periodEnd = new Date(now.getTime() + limit.seconds * 1000);
    const [count] = await this.database.query<Count>(
      `insert into limits.counts as c (key, taken, until) values ($1, 1, $3)
       on conflict (key) do update set
         taken = case when c.until <= $2 then 1 else c.taken + 1 end,
         until = case when c.until <= $2 then excluded.until else c.until end
       returning taken, until`,
      [this.#hashed(limit, key), now, periodEnd],
    );
    return allowanceOf(times, count, now);
  }

  /**
   * Counts one call against each of these in order, up to one whose limit is exceeded. Returns what is left of the
   * last.
   */
  async takeEach(counts: readonly LimitCount[], now = new Date()): Promise<Allowance> {
    let allowance = noLimit;
    for (const { limit, key } of counts) {
      allowance = await this.take(limit, key, now);
      if (!allowance.allowed) break;
    }
    return allowance;
  }

  /** Returns what is left without counting: `allowed` is whether one more call would be allowed. */
  async look(limit: Limit, key: string, now = new Date()): Promise<Allowance> {
    const times = this.#timesOf(limit);
    if (times === 0) return noLimit;
    const [count] = await this.database.query<Count>(
      'select taken, until from limits.counts where key = $1 and until > $2',
      [this.#hashed(limit, key), now],
    );
    const allowance = allowanceOf(times, count, now);
    return { ...allowance, allowed: allowance.taken < times };
  }

  /** Reduces the count of this key by one. */
  async giveBack(limit: Limit, key: string): Promise<void> {
    const sql = 'update limits.counts set taken = taken - 1 where key = $1 and taken > 0';
    await this.database.query(sql, [this.#hashed(limit, key)]);
  }

  /** Deletes the count of this key. */
  async reset(limit: Limit, key: string): Promise<void> {
    await this.database.query('delete from limits.counts where key = $1', [this.#hashed(limit, key)]);
  }

  #timesOf({ times }: Limit): number {
    return Math.ceil(times * this.config.rateLimits);
  }

  #hashed({ name }: Limit, key: string): Buffer {
    return createHmac('sha256', this.config.secrets.passwords).update(`limits\n${name}\n${key}`).digest();
  }

  async #sweep(now: Date): Promise<void> {
    if (Math.abs(now.getTime() - this.#sweptAt) < sweepEvery) return;
    this.#sweptAt = now.getTime();
    await this.database.query('delete from limits.counts where until <= $1', [now]);
  }
}

const noLimit: Allowance = {
  allowed: true,
  times: Number.POSITIVE_INFINITY,
  taken: 0,
  left: Number.POSITIVE_INFINITY,
  seconds: 0,
};

const allowanceOf = (times: number, count: Count | undefined, now: Date): Allowance => {
  const takenCount = count?.taken ?? 0;
  const seconds = count ? Math.max(1, Math.ceil((count.until.getTime() - now.getTime()) / 1000)) : 0;
  return { allowed: takenCount <= times, times, taken: takenCount, left: Math.max(0, times - takenCount), seconds };
};

/** The response headers about a limit; none if there is no limit. */
export const limitHeaders = ({ times, left, seconds }: Allowance): Readonly<Record<string, string>> =>
  Number.isFinite(times)
    ? { 'RateLimit-Limit': `${times}`, 'RateLimit-Remaining': `${left}`, 'RateLimit-Reset': `${seconds}` }
    : {};
