import type { Checkpoint } from './checkpoints.ts';

const askAgain = 250;
const unknown = {
  position: 0n,
  paused: false,
  failure: undefined,
  failedAt: undefined,
  skipped: new Set<bigint>(),
  caughtUp: false,
  mark: '',
} as const;

/** What this process knows of how far each projection has come, for those who wait for it. */
export class Progress {
  readonly #checkpoints = new Map<string, Checkpoint>();
  readonly #waiting = new Set<() => void>();
  #reloading = false;

  constructor(private readonly reload: () => Promise<unknown>) {}

  of(name: string): Checkpoint {
    return this.#checkpoints.get(name) ?? { ...unknown, name };
  }

  /** As it stands in the database, which after a crash may be behind what was announced. */
  set(checkpoints: Iterable<Checkpoint>): void {
    for (const checkpoint of checkpoints) this.#checkpoints.set(checkpoint.name, checkpoint);
    this.#announce();
  }

  /** Read a moment ago: what one knows oneself may be newer. */
  learn(checkpoints: Iterable<Checkpoint>): void {
    for (const checkpoint of checkpoints)
      if (checkpoint.position >= this.of(checkpoint.name).position) this.#checkpoints.set(checkpoint.name, checkpoint);
    this.#announce();
  }

  /** Somebody came this far. */
  advance(names: readonly string[], position: bigint): void {
    for (const name of names) {
      const known = this.of(name);
      if (position > known.position)
        this.#checkpoints.set(name, { ...known, position, failure: undefined, failedAt: undefined });
    }
    this.#announce();
  }

  /** True once all of these have passed the position, false when that takes longer than this many milliseconds. */
  async reached(names: () => readonly string[], position: bigint, milliseconds: number): Promise<boolean> {
    const until = Date.now() + milliseconds;
    while (names().some((name) => this.of(name).position < position)) {
      const left = until - Date.now();
      if (left <= 0) return false;
      if (!(await this.#moved(Math.min(left, askAgain)))) this.#reload();
    }
    return true;
  }

  /** However many wait, the database is asked once at a time; whoever waits is woken by what it says, and not held up by it. */
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
      const done = (moved: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve(moved);
      };
      const wake = () => done(true);
      const timer = setTimeout(done, milliseconds, false);
      this.#waiting.add(wake);
    });
  }
}
