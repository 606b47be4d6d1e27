type Positioned = { readonly position: bigint };

/** Counts the events after a position. Called again for the same position, it reads only the events added since. */
export class EventCount {
  #since = 0n;
  #through = 0n;
  #events = 0;

  /** `pages` returns the events after a position, in order. */
  constructor(private readonly pages: (after: bigint) => AsyncIterable<readonly Positioned[]>) {}

  async after(position: bigint): Promise<number> {
    if (position !== this.#since) {
      this.#since = position;
      this.#through = position;
      this.#events = 0;
    }
    for await (const page of this.pages(this.#through)) {
      this.#events += page.length;
      this.#through = page.at(-1)?.position ?? this.#through;
    }
    return this.#events;
  }
}
