/** Runs at most `max` pieces of work at the same time. The others wait in order. */
export class ConcurrencyLimit {
  #running = 0;
  readonly #waiting = new Set<() => void>();

  /** Work that waits for more than `maxWait` milliseconds is rejected with `timedOut()`. */
  constructor(
    private readonly max: number,
    private readonly maxWait: number,
    private readonly timedOut: () => Error,
  ) {}

  /** How many pieces of work wait. */
  get awaited(): number {
    return this.#waiting.size;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#takeSlot();
    try {
      return await work();
    } finally {
      // The next piece of work takes over the slot.
      const [next] = this.#waiting;
      if (next) next();
      else this.#running -= 1;
    }
  }

  async #takeSlot(): Promise<void> {
    if (this.#running < this.max) {
      this.#running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        this.#waiting.delete(start);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(start);
        reject(this.timedOut());
      }, this.maxWait);
      this.#waiting.add(start);
    });
  }
}
