/** Random numbers that the same seed repeats (mulberry32). */
export class SeededRandom {
  #state: number;

  constructor(readonly seed: number) {
    this.#state = seed;
  }

  /** A random number that is at least 0 and less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** True with this probability, in percent. */
  happens(percent: number): boolean {
    return this.next() * 100 < percent;
  }

  of<T>(choices: readonly T[]): T {
    const choice = choices[this.below(choices.length)];
    if (choice === undefined) throw new Error('There are no choices');
    return choice;
  }

  shuffled<T>(all: readonly T[]): readonly T[] {
    const numbered = all.map((one) => ({ one, at: this.next() }));
    return numbered.sort((a, b) => a.at - b.at).map(({ one }) => one);
  }
}
