import { randomBytes } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { Refusal } from '#kernel';
import { Config } from '#platform/config';

/** A password check waited too long for its turn. */
export class TooBusy extends Refusal {
  constructor() {
    super('passwords-busy', 'Too many people are signing in, please try again in a moment');
  }
}

/** Passes of Argon2id. With the least memory that may be set it is still half as much work again as OWASP's least (19 MiB, two passes). */
const passes = 3;
type Cost = { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number };
/** Hashes run on libuv's four threads: files and names need the others. */
const atOnce = 2;
/** How long a check may wait for its turn, in milliseconds: a little less than a request may take, so that the answer says why. */
const longestWait = 9_000;

/** Hashes passwords with a pepper, a few at a time. */
@Injectable()
export class PasswordHasher implements OnModuleInit {
  /** Memory in KiB. */
  readonly #cost: Cost;
  readonly #options: Cost & { readonly secret: Buffer };
  readonly #waiting = new Set<() => void>();
  #running = 0;
  /** Compared with for unknown accounts, so that the answer takes as long as for known ones. */
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
    return this.#inTurn(() => hash(password, this.#options));
  }

  /** Whether this is the password; takes as long where there is no hash to compare with. Throws {@link TooBusy}. */
  async matches(hashed: string | null | undefined, password: string): Promise<boolean> {
    const same = await this.#inTurn(() => verify(hashed ?? this.dummyHash, password, this.#options));
    return same && hashed !== undefined && hashed !== null;
  }

  /** Whether it was made with other parameters than today's. */
  isOutdated(hashed: string): boolean {
    const made = parseOptions(hashed);
    return Object.entries(this.#cost).some(([name, value]) => made[name as keyof Cost] !== value);
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < atOnce) this.#running++;
    else await this.#turn();
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next) next();
      else this.#running--;
    }
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        this.#waiting.delete(start);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(start);
        reject(new TooBusy());
      }, longestWait);
      this.#waiting.add(start);
    });
  }
}
