import { newStream, type StreamHead } from './inspection.ts';

/** Reads the ends of streams that are not in memory, before the position that is inspected. */
type LookUp = (streams: readonly string[]) => Promise<ReadonlyMap<string, StreamHead>>;

/**
 * The ends of streams during an inspection. Only the streams written to last are in memory, so memory stays bounded.
 */
export class StreamHeads {
  readonly #known = new Map<string, StreamHead>();
  #complete: boolean;

  /** `complete`: the log is read from its beginning, so an unknown stream is new. */
  constructor(
    private readonly limit: number,
    complete: boolean,
  ) {
    this.#complete = complete;
  }

  /** Makes sure that all these streams are in memory. */
  async prepare(streams: readonly string[], lookUp: LookUp): Promise<void> {
    this.#evict(new Set(streams));
    if (this.#complete) return;
    const unknownStreams = [...new Set(streams)].filter((stream) => !this.#known.has(stream));
    if (unknownStreams.length === 0) return;
    for (const [stream, head] of await lookUp(unknownStreams)) this.#known.set(stream, head);
  }

  of(stream: string): StreamHead {
    return this.#known.get(stream) ?? newStream;
  }

  /** Sets the end of a stream and makes it the most recently used: a Map keeps insertion order. */
  move(stream: string, head: StreamHead): void {
    this.#known.delete(stream);
    this.#known.set(stream, head);
  }

  #evict(needed: ReadonlySet<string>): void {
    for (const stream of this.#known.keys()) {
      if (this.#known.size <= this.limit) return;
      if (needed.has(stream)) continue;
      this.#known.delete(stream);
      this.#complete = false;
    }
  }
}
