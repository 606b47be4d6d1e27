import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { EventStore, type Finding } from '#platform/event-store';
import { CheckpointComparison } from './checkpoint-comparison.ts';
import { type CheckpointRefused, checkpointPaths, publicKeyAt, readCheckpoints } from './checkpoint-files.ts';

/**
 * `from` is the first position to check; the two files are those of the data folder unless copies are given.
 * `onProgress` is called about once a second with the share of the log that was checked, from 0 to 1.
 */
export type AuditScope = {
  readonly from?: bigint;
  readonly checkpoints?: string;
  readonly publicKey?: string;
  readonly onProgress?: (done: number) => void;
  /** How many streams are kept in memory; further ones are looked up. */
  readonly streamsInMemory?: number;
};
/** How many events were checked, through which position (0: none), and how many checkpoints match the log. */
export type AuditReport = { readonly events: number; readonly through: bigint; readonly checkpoints: number };

/**
 * Proves that the log is unchanged: every hash, version, position and time is recomputed, and the log is compared with
 * its signed checkpoints. It only reads.
 */
@Injectable()
export class LogAudit {
  constructor(
    private readonly config: Config,
    private readonly store: EventStore,
  ) {}

  /**
   * Reports everything that is wrong, in the order of the log. Throws a {@link CheckpointRefused} for an unreadable
   * public key.
   */
  async verify(onFinding: (finding: Finding) => void, scope: AuditScope = {}): Promise<AuditReport> {
    const { streamsInMemory } = scope;
    const head = await this.store.head();
    const from = minimum(scope.from ?? 1n, head + 1n);
    const checkpoints = this.#checkpoints(scope, from, onFinding);
    const progress = new Progress(from, head, scope.onProgress);
    const { events, through } = await this.store.inspect({
      from,
      onFinding,
      onEvent: (event) => {
        checkpoints.add(event);
        progress.at(event.position);
      },
      ...(streamsInMemory !== undefined && { streamsInMemory }),
    });
    return { events, through, checkpoints: checkpoints.finish(through) };
  }

  #checkpoints(scope: AuditScope, from: bigint, onFinding: (finding: Finding) => void): CheckpointComparison {
    const paths = checkpointPaths(this.config.dataFolder);
    const lines = readCheckpoints(scope.checkpoints ?? paths.checkpoints);
    return new CheckpointComparison(lines, publicKeyAt(scope.publicKey ?? paths.publicKey), from, onFinding);
  }
}

/** How often progress is reported, in milliseconds. */
const reportInterval = 1_000;

/** Reports how far a verification is between two positions. */
class Progress {
  #reportedAt = Date.now();

  constructor(
    private readonly from: bigint,
    private readonly to: bigint,
    private readonly onProgress: ((done: number) => void) | undefined,
  ) {}

  at(position: bigint): void {
    if (!this.onProgress || Date.now() < this.#reportedAt + reportInterval) return;
    this.#reportedAt = Date.now();
    this.onProgress(Math.min(1, Number(position - this.from + 1n) / Number(this.to - this.from + 1n)));
  }
}

const minimum = (a: bigint, b: bigint): bigint => (a < b ? a : b);
