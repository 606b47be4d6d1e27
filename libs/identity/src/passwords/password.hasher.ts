import { randomBytes } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { Refusal } from '#kernel';
import { ConcurrencyLimit } from '#platform/concurrency';
import { Config } from '#platform/config';

/** A password check waited in the queue for too long. */
export class TooBusy extends Refusal {
  constructor() {
    super('passwords-busy', 'Too many people are signing in, please try again in a moment');
  }
}

/**
 * Passes of Argon2id. Even with the smallest memory setting this is 1.5 times the work of OWASP's minimum (19 MiB, two
 * passes).
 */
const passes = 3;
type Cost = { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number };
/** Hashes run on libuv's four threads; file access and DNS need the others. */
const maximumConcurrentHashes = 2;
/**
 * How long a check may wait in the queue, in milliseconds: less than the time limit of a sign-in, so that the caller
 * gets this refusal instead.
 */
const maxWait = 9_000;

/** Hashes passwords with a pepper, a few at a time. */
@Injectable()
export class PasswordHasher implements OnModuleInit {
  /** `memoryCost` is in KiB. */
  readonly #cost: Cost;
  readonly #options: Cost & { readonly secret: Buffer };
  readonly #limit = new ConcurrencyLimit(maximumConcurrentHashes, maxWait, () => new TooBusy());
  /** Verified for unknown accounts, so that the response takes as long as for existing ones. */
  dummyHash = '';

  constructor({ secrets, passwordMemory }: Config) {
    this.#cost = { memoryCost: passwordMemory * 1_024, timeCost: passes, parallelism: 1 };
    this.#options = { ...this.#cost, secret: Buffer.from(secrets.passwords, 'base64url') };
  }

  async onModuleInit(): Promise<void> {
    this.dummyHash = await this.hash(randomBytes(16).toString('hex'));
  }

  /** Throws {@link TooBusy}. */
  hash(password: string): Promise<string> {
    return this.#limit.run(() => hash(password, this.#options));
  }

  /** Whether the hash was made from this password; false without a hash, after as much time. Throws {@link TooBusy}. */
  async matches(hashed: string | null | undefined, password: string): Promise<boolean> {
    const isSame = await this.#limit.run(() => verify(hashed ?? this.dummyHash, password, this.#options));
    return isSame && hashed !== undefined && hashed !== null;
  }

  /** Whether the hash was made with other parameters than the current ones. */
  isOutdated(hashed: string): boolean {
    const usedCost = parseOptions(hashed);
    return Object.entries(this.#cost).some(([name, value]) => usedCost[name as keyof Cost] !== value);
  }
}
