import type { Checkpoint } from './checkpoints.ts';

/** How often waiting callers reload the positions, in milliseconds: a lost notice delays them no longer than this. */
const reloadInterval = 250;
const unknownCheckpoint = {
  position: 0n,
  paused: false,
  failure: undefined,
  failedAt: undefined,
  skipped: new Set<bigint>(),
  caughtUp: false,
  mark: '',
} as const;

/**
 * The position that each projection has reached, as last seen by this process, for callers that wait for a position.
 */
export class Progress {
  readonly #checkpoints = new Map<string, Checkpoint>();
  readonly #waiting = new Set<() => void>();
  #reloading = false;

  constructor(private readonly reload: () => Promise<unknown>) {}

  of(name: string): Checkpoint {
    return this.#checkpoints.get(name) ?? { ...unknownCheckpoint, name };
  }

  /** The position that all of these projections have reached. */
  reached(names: readonly string[]): bigint {
    return names.map((name) => this.of(name).position).reduce((least, each) => (each < least ? each : least));
  }

  /** Replaces the positions by those in the database, which after a crash may be behind the announced positions. */
  set(checkpoints: Iterable<Checkpoint>): void {
    for (const checkpoint of checkpoints) this.#checkpoints.set(checkpoint.name, checkpoint);
    this.#announce();
  }

  /** Merges checkpoints read a moment ago. Positions that were announced since are newer and stay. */
  merge(checkpoints: Iterable<Checkpoint>): void {
    for (const checkpoint of checkpoints)
      if (checkpoint.position >= this.of(checkpoint.name).position) this.#checkpoints.set(checkpoint.name, checkpoint);
    this.#announce();
  }

  /** A process announced that these projections have reached the position. */
  advance(names: readonly string[], position: bigint): void {
    for (const name of names) {
      const knownCheckpoint = this.of(name);
      if (position > knownCheckpoint.position)
        this.#checkpoints.set(name, { ...knownCheckpoint, position, failure: undefined, failedAt: undefined });
    }
    this.#announce();
  }

  /** True once all of these projections have reached the position, false after `milliseconds`. */
  async waitUntilReached(names: () => readonly string[], position: bigint, milliseconds: number): Promise<boolean> {
    const deadline = Date.now() + milliseconds;
    while (names().some((name) => this.of(name).position < position)) {
      const millisecondsLeft = deadline - Date.now();
      if (millisecondsLeft <= 0) return false;
      if (!(await this.#moved(Math.min(millisecondsLeft, reloadInterval)))) this.#reload();
    }
    return true;
  }

  /** Runs at most one query at a time, however many callers wait. They do not await it; its result wakes them. */
  #reload(): void {
    if (this.#reloading) return;
    this.#reloading = true;
    this.reload()
      .catch(() => undefined)
      .finally(() => {
        this.#reloading = false;
      });
  }

  #announce(): void {
    for (const wake of this.#waiting) wake();
  }

  #moved(milliseconds: number): Promise<boolean> {
    return new Promise((resolve) => {
      const finish = (moved: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve(moved);
      };
      const wake = () => finish(true);
      const timer = setTimeout(finish, milliseconds, false);
      this.#waiting.add(wake);
    });
  }
}
