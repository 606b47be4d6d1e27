import { setTimeout as sleep } from 'node:timers/promises';

const headsInMemory = 10_000;
/**
 * How long an event that was just appended is waited for before it is read instead, in milliseconds; it usually arrives
 * within one.
 */
const confirmationTimeout = 100;

type Head = {
  readonly version: number;
  readonly hash: string;
  /**
   * Whether the log has this hash. An append that repeats an earlier one succeeds, but the log keeps the earlier event.
   */
  readonly confirmed: boolean;
};

/** Version and hash of the last event of recently used streams; the hash of the next event covers that hash. */
export class ConfirmedHeads {
  readonly #heads = new Map<string, Head>();
  readonly #waiting = new Map<string, PromiseWithResolvers<void>>();

  /** `read` returns the hash of a stream's event from the log; undefined if the stream is shorter. */
  constructor(private readonly read: (stream: string, version: number) => Promise<string | undefined>) {}

  /** The hash of a stream at a version, as the log has it; undefined if the stream is shorter. */
  async hashAt(stream: string, version: number): Promise<string | undefined> {
    if (version === 0) return this.#newStream(stream);
    const known = this.#heads.get(stream);
    if (known?.version === version && !known.confirmed) await this.#confirmation(stream);
    const head = this.#heads.get(stream);
    if (head?.version === version && head.confirmed) return head.hash;
    const hash = await this.read(stream, version);
    if (hash !== undefined) this.confirm(stream, version, hash);
    return hash;
  }

  /** From now on the events of a new stream are kept: the first one may arrive before the response to its append. */
  #newStream(stream: string): string {
    if (!this.#heads.has(stream)) this.confirm(stream, 0, '');
    return '';
  }

  /** This process has appended the event, or has repeated the append of another one. */
  appended(stream: string, version: number, hash: string): void {
    const known = this.#heads.get(stream);
    if (known?.confirmed && known.version >= version) return;
    this.#keep(stream, { version, hash, confirmed: false });
  }

  /** The log has this event. */
  confirm(stream: string, version: number, hash: string): void {
    this.#keep(stream, { version, hash, confirmed: true });
    this.#waiting.get(stream)?.resolve();
  }

  /** An event of any process has arrived. It is only kept for streams that this process uses. */
  arrived(stream: string, version: number, hash: string): void {
    const known = this.#heads.get(stream);
    if (known && known.version <= version) this.confirm(stream, version, hash);
  }

  async #confirmation(stream: string): Promise<void> {
    const waiting = this.#waiting.get(stream) ?? Promise.withResolvers<void>();
    this.#waiting.set(stream, waiting);
    await Promise.race([waiting.promise, sleep(confirmationTimeout)]);
    if (this.#waiting.get(stream) === waiting) this.#waiting.delete(stream);
  }

  #keep(stream: string, head: Head): void {
    this.#heads.delete(stream);
    this.#heads.set(stream, head);
    const [oldest] = this.#heads.keys();
    if (this.#heads.size > headsInMemory && oldest !== undefined) this.#heads.delete(oldest);
  }
}
