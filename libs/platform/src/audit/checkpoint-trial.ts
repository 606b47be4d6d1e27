import type { KeyObject } from 'node:crypto';
import { type Checkpoint, checkpointHash, isGenuine } from './checkpoint.ts';
import type { Finding } from './inspection.ts';
import type { LogRow } from './links.ts';

/** A checkpoint and the first position it is over. */
type Stretch = { readonly checkpoint: Checkpoint; readonly start: bigint };

/** Holds the log, event by event, against the checkpoints that were made of it. */
export class CheckpointTrial {
  readonly #left: Stretch[] = [];
  #agreed = 0;
  #hash: ReturnType<typeof checkpointHash> | undefined;

  /** Without a public key no signature holds. Checkpoints that begin before `from` are left out. */
  constructor(
    lines: readonly (Checkpoint | undefined)[],
    publicKey: KeyObject | undefined,
    from: bigint,
    private readonly tell: (finding: Finding) => void,
  ) {
    lines.forEach((checkpoint, i) => {
      const before = lines[i - 1];
      const flaw = flawOf(checkpoint, before, publicKey);
      const start = (before?.position ?? 0n) + 1n;
      if (flaw) this.#tell(checkpoint?.position ?? 0n, `line ${i + 1} of the checkpoints ${flaw}`);
      else if (checkpoint && start >= from) this.#left.push({ checkpoint, start });
    });
  }

  see({ position, hash }: Pick<LogRow, 'position' | 'hash'>): void {
    this.#closeBefore(position);
    const [current] = this.#left;
    if (!current || position < current.start) return;
    this.#hash ??= checkpointHash(current.checkpoint.previous);
    this.#hash.add(hash);
  }

  /** The log ends here. Answers how many checkpoints agree with it. */
  end(last: bigint): number {
    this.#closeBefore(last + 1n);
    const newest = this.#left.at(-1)?.checkpoint;
    if (newest)
      this.#tell(
        last + 1n,
        `the log ends at position ${last}, but at ${newest.at} it reached position ${newest.position}`,
      );
    return this.#agreed;
  }

  #closeBefore(position: bigint): void {
    for (let [current] = this.#left; current && current.checkpoint.position < position; [current] = this.#left) {
      this.#close(current);
      this.#left.shift();
      this.#hash = undefined;
    }
  }

  #close({ checkpoint: { previous, hash, position, at }, start }: Stretch): void {
    if ((this.#hash ?? checkpointHash(previous)).digest() === hash) this.#agreed += 1;
    else this.#tell(start, `the events ${start} to ${position} are not those the log held at ${at}`);
  }

  #tell(position: bigint, message: string): void {
    this.tell({ position, stream: null, kind: 'checkpoint', message });
  }
}

const flawOf = (
  line: Checkpoint | undefined,
  before: Checkpoint | undefined,
  publicKey: KeyObject | undefined,
): string | undefined => {
  if (!line) return 'cannot be read';
  if (!(publicKey && isGenuine(line, publicKey))) return 'is not signed by the key of the checkpoints';
  const follows = line.previous === (before?.hash ?? null) && line.position > (before?.position ?? 0n);
  return follows ? undefined : 'does not follow the one before it';
};
