type Placed = { readonly position: bigint };

/** Counts what a log holds after a position, looking at each event once however often it is asked. */
export class EventCount {
  #since = 0n;
  #through = 0n;
  #events = 0;

  /** `pages` answers the events after a position, in order. */
  constructor(private readonly pages: (after: bigint) => AsyncIterable<readonly Placed[]>) {}

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
