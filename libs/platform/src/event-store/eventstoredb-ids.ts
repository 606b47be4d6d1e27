const streamsInMemory = 1_000;
/** Longer streams are forgotten, so that the memory is bounded. */
const longestStream = 200;

/**
 * The ids of all events of streams that this process has recently written from their first event on. They show without
 * reading that an append repeats no earlier one.
 */
export class WrittenIds {
  readonly #streams = new Map<string, readonly string[]>();

  /** Whether the first `version` events of the stream are known, and none of them has this id. */
  lack(stream: string, version: number, id: string): boolean {
    const ids = this.#streams.get(stream);
    return ids?.length === version && !ids.includes(id);
  }

  /** The log has these ids after the first `version` events of the stream, and the server has just said so. */
  written(stream: string, version: number, ids: readonly string[]): void {
    const earlier = version === 0 ? [] : this.#streams.get(stream);
    this.#streams.delete(stream);
    if (earlier?.length !== version || version + ids.length > longestStream) return;
    this.#streams.set(stream, [...earlier, ...ids]);
    const [oldest] = this.#streams.keys();
    if (this.#streams.size > streamsInMemory && oldest !== undefined) this.#streams.delete(oldest);
  }

  /** After an interruption the log may be an older one, restored from a backup. */
  clear(): void {
    this.#streams.clear();
  }
}
