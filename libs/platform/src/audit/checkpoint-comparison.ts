import type { KeyObject } from 'node:crypto';
import type { EventHash, Finding } from '#platform/event-store';
import { type Checkpoint, checkpointHash, isGenuine } from './checkpoint.ts';

/** A checkpoint and the first position it covers. */
type CoveredRange = { readonly checkpoint: Checkpoint; readonly start: bigint };

/** Compares the log, event by event, with its signed checkpoints. */
export class CheckpointComparison {
  readonly #remaining: CoveredRange[] = [];
  #matching = 0;
  #hash: ReturnType<typeof checkpointHash> | undefined;

  /**
   * `lines` are the checkpoints in order, undefined where a line cannot be read. Without a public key no signature is
   * valid.
   */
  constructor(
    lines: readonly (Checkpoint | undefined)[],
    publicKey: KeyObject | undefined,
    /** Checkpoints that cover events before this position are not compared. */
    from: bigint,
    private readonly onFinding: (finding: Finding) => void,
  ) {
    lines.forEach((checkpoint, i) => {
      const lineBefore = lines[i - 1];
      const problem = problemOf(checkpoint, lineBefore, publicKey);
      const start = (lineBefore?.position ?? 0n) + 1n;
      if (problem) this.#report(checkpoint?.position ?? 0n, `line ${i + 1} of the checkpoints ${problem}`);
      else if (checkpoint && start >= from) this.#remaining.push({ checkpoint, start });
    });
  }

  /** Call it for every event in the order of the log. */
  add({ position, hash }: EventHash): void {
    this.#compareThrough(position - 1n);
    const [current] = this.#remaining;
    if (!current || position < current.start) return;
    this.#hash ??= checkpointHash(current.checkpoint.previous);
    this.#hash.add(hash);
  }

  /** Call it at the end of the log, with its last position. Returns how many checkpoints match it. */
  finish(last: bigint): number {
    this.#compareThrough(last);
    const newestCheckpoint = this.#remaining.at(-1)?.checkpoint;
    if (newestCheckpoint)
      this.#report(
        last + 1n,
        `the log ends at position ${last}, but at ${newestCheckpoint.at} it reached position ${newestCheckpoint.position}`,
      );
    return this.#matching;
  }

  #compareThrough(position: bigint): void {
    for (
      let [current] = this.#remaining;
      current && current.checkpoint.position <= position;
      [current] = this.#remaining
    ) {
      this.#compare(current);
      this.#remaining.shift();
      this.#hash = undefined;
    }
  }

  #compare({ checkpoint: { previous, hash, position, at }, start }: CoveredRange): void {
    if ((this.#hash ?? checkpointHash(previous)).digest() === hash) this.#matching += 1;
    else this.#report(start, `the events ${start} to ${position} are not those the log held at ${at}`);
  }

  #report(position: bigint, message: string): void {
    this.onFinding({ position, stream: null, kind: 'checkpoint', message });
  }
}

const problemOf = (
  line: Checkpoint | undefined,
  before: Checkpoint | undefined,
  publicKey: KeyObject | undefined,
): string | undefined => {
  if (!line) return 'cannot be read';
  if (!(publicKey && isGenuine(line, publicKey))) return 'is not signed with the key of the checkpoints';
  const follows = line.previous === (before?.hash ?? null) && line.position > (before?.position ?? 0n);
  return follows ? undefined : 'does not follow the line before it';
};
