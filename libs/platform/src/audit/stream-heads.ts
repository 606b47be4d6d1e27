import { newStream, type StreamHead } from './links.ts';

/** Those that are not known any more, as they stood before the position that is being looked at. */
type LookUp = (streams: readonly string[]) => Promise<ReadonlyMap<string, StreamHead>>;

/** Where each stream stands, for the streams written to last: memory stays the same however many there are. */
export class StreamHeads {
  readonly #known = new Map<string, StreamHead>();
  #complete: boolean;

  /** `complete`: the log is read from its beginning, so a stream nobody has seen is new. */
  constructor(
    private readonly most: number,
    complete: boolean,
  ) {
    this.#complete = complete;
  }

  /** Makes sure that all these streams are known. */
  async prepare(streams: readonly string[], lookUp: LookUp): Promise<void> {
    this.#forget(new Set(streams));
    if (this.#complete) return;
    const unknown = [...new Set(streams)].filter((stream) => !this.#known.has(stream));
    if (unknown.length === 0) return;
    for (const [stream, head] of await lookUp(unknown)) this.#known.set(stream, head);
  }

  of(stream: string): StreamHead {
    return this.#known.get(stream) ?? newStream;
  }

  /** The stream was written to last of all. */
  move(stream: string, head: StreamHead): void {
    this.#known.delete(stream);
    this.#known.set(stream, head);
  }

  #forget(needed: ReadonlySet<string>): void {
    for (const stream of this.#known.keys()) {
      if (this.#known.size <= this.most) return;
      if (needed.has(stream)) continue;
      this.#known.delete(stream);
      this.#complete = false;
    }
  }
}
