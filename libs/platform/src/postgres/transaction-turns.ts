/** Lets at most `max` transactions run at a time. The others wait in order, at most `timeout` milliseconds. */
export class TransactionTurns {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(
    private readonly max: number,
    private readonly timeout: number,
  ) {}

  /** How many transactions wait. */
  get awaited(): number {
    return this.#waiting.length;
  }

  async run<T>(transaction: () => Promise<T>): Promise<T> {
    await this.#begin();
    try {
      return await transaction();
    } finally {
      this.#end();
    }
  }

  #begin(): Promise<void> {
    if (this.#running < this.max) {
      this.#running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        // The error of a pool that has no free connection.
        reject(new Error('timeout exceeded when trying to connect'));
      }, this.timeout);
      this.#waiting.push(begin);
    });
  }

  /** The next transaction takes over the turn of the one that has ended. */
  #end(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }
}
