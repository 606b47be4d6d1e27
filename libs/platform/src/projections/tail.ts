import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';
import type { Recorded } from '#kernel';
import type { EventStore } from '#platform/event-store';
import { faultOf } from '#platform/logging';
import type { Database, Queryable } from '#platform/postgres';
import { Follower } from '#platform/postgres';
import type { Tracer } from '#platform/tracing';
import type { Checkpoint, Checkpoints } from './checkpoints.ts';
import { Fold } from './fold.ts';
import type { Progress } from './progress.ts';
import { BrokenFold, type ReadModel } from './read-model.ts';

/** Projections at the same position, and the next higher position of other projections. */
type Group = { readonly from: bigint; readonly until: bigint | undefined; readonly models: readonly ReadModel[] };
/** Builds the tables of new projections in one pass. Returns the folds that failed. */
type Build = (models: readonly ReadModel[], signal: AbortSignal) => Promise<readonly BrokenFold[]>;

/** Events per transaction. A new projection with at least this many events to fold is built like a rebuild. */
const batchSize = 1_000;
/** In milliseconds. */
const pauseAfterError = 1_000;

export const roleOf = (name: string): string => `projection ${name}`;

/**
 * Folds new events into the read tables as they are appended to the log. The rows and the checkpoints of a batch change
 * in one transaction.
 */
export class Tail {
  readonly #follower: Follower;
  /**
   * Projections that this release cannot fold, with the number of skipped events at the time. Another release may be
   * able to.
   */
  readonly #broken = new Map<string, number>();
  readonly #building = new Set<string>();
  readonly #builds = new Set<Promise<void>>();

  constructor(
    private readonly models: () => readonly ReadModel[],
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly checkpoints: Checkpoints,
    private readonly progress: Progress,
    private readonly build: Build,
    private readonly log: Logger,
    private readonly tracer: Tracer,
  ) {
    this.#follower = new Follower(database, log);
  }

  follow(): void {
    this.#follower.start(
      () =>
        this.models()
          .filter(({ name }) => !this.#hasStopped(name))
          .map(({ name }) => roleOf(name)),
      (held, signal) => this.#step(held, signal),
    );
  }

  async stop(): Promise<void> {
    await this.#follower.stop();
    await Promise.all(this.#builds);
  }

  /** Processes one batch for each group; returns true if there may be more events. */
  async #step(held: ReadonlySet<string>, signal: AbortSignal): Promise<boolean> {
    const growth = this.store.waitForGrowth(signal);
    let hasMore = false;
    for (const group of this.#groups(held)) hasMore = (await this.#batch(group, signal)) || hasMore;
    if (!hasMore) await growth;
    return hasMore;
  }

  /** The group with the highest position comes first, because requests wait for these projections. */
  #groups(held: ReadonlySet<string>): readonly Group[] {
    const groups = new Map<bigint, ReadModel[]>();
    for (const model of this.models()) {
      const { position, paused } = this.progress.of(model.name);
      if (paused || !held.has(roleOf(model.name)) || this.#hasStopped(model.name) || this.#building.has(model.name))
        continue;
      groups.set(position, [...(groups.get(position) ?? []), model]);
    }
    const positions = [...groups.keys()].sort((a, b) => (a < b ? 1 : -1));
    return positions.map((from, i) => ({ from, until: positions[i - 1], models: groups.get(from) ?? [] }));
  }

  /** Returns whether there may be more events for these projections. */
  async #batch({ from, until, models }: Group, signal: AbortSignal): Promise<boolean> {
    const knownCheckpoints = models.map(({ name }) => this.progress.of(name));
    const readEvents = await this.store.after(from, batchSize);
    const events = until === undefined ? readEvents : readEvents.filter(({ position }) => position <= until);
    if (from === 0n && readEvents.length === batchSize) {
      this.#startBuild(models, signal);
      return true;
    }
    if (events.length > 0)
      await this.#apply(models, events, knownCheckpoints).catch((error) => this.#foldOneByOne(error, models, events));
    const end = readEvents.at(-1)?.position ?? from;
    const areAtEnd = models.every(({ name }) => this.progress.of(name).position === end);
    if (readEvents.length === batchSize || !areAtEnd) return events.length > 0;
    await this.#caughtUp(models);
    return false;
  }

  /**
   * Records once that the projections have caught up: from then on they are used for requests even while they have
   * stopped.
   */
  async #caughtUp(models: readonly ReadModel[]): Promise<void> {
    const names = models.map(({ name }) => name).filter((name) => !this.progress.of(name).caughtUp);
    if (names.length === 0) return;
    await this.checkpoints.catchUp(names);
    this.progress.set((await this.checkpoints.read(names)).values());
  }

  /** Folds the events of a failed batch one by one, so that the projection stops right before the event that fails. */
  async #foldOneByOne(error: unknown, models: readonly ReadModel[], events: readonly Recorded[]): Promise<void> {
    if (!(error instanceof BrokenFold)) throw error;
    const model = models.find(({ name }) => name === error.projection);
    if (!model) return this.#stopProjection(error);
    for (const event of events) {
      const checkpoint = this.progress.of(model.name);
      if (event.position <= checkpoint.position) continue;
      try {
        await this.#apply([model], [event], [checkpoint]);
      } catch (exact) {
        return this.#stopProjection(exact);
      }
      // Another process has changed the checkpoint, so the next batch begins at its current position.
      if (this.progress.of(model.name).position < event.position) return;
    }
  }

  /** Whether the projection has stopped; true until an operator lets it skip another event. */
  #hasStopped(name: string): boolean {
    return this.#broken.get(name) === this.progress.of(name).skipped.size;
  }

  /** Folds and saves a batch. Does nothing if a checkpoint has changed since the events were read. */
  async #apply(models: readonly ReadModel[], events: readonly Recorded[], known: readonly Checkpoint[]): Promise<void> {
    const through = events.at(-1)?.position ?? 0n;
    const names = models.map(({ name }) => name);
    const save = async (within: Queryable) => {
      await within.query('set local synchronous_commit = off');
      const lockedCheckpoints = await this.checkpoints.lock(within, names);
      if (known.some(({ name, mark }) => lockedCheckpoints.get(name)?.mark !== mark)) return lockedCheckpoints;
      for (const model of models) await foldInto(within, model, events, lockedCheckpoints.get(model.name));
      return this.checkpoints.keep(within, names, through);
    };
    const span = {
      name: 'project',
      attributes: {
        'festoon.projections': names,
        'festoon.events': events.length,
        'festoon.position': Number(through),
      },
    };
    const checkpoints = await this.tracer.run(span, () => this.database.transaction(save));
    this.progress.set(checkpoints.values());
  }

  /**
   * A failed fold is a bug: the projection stops until a fixed release or an operator continues it; the others go on.
   */
  async #stopProjection(error: unknown): Promise<void> {
    if (!(error instanceof BrokenFold)) throw error;
    this.#broken.set(error.projection, this.progress.of(error.projection).skipped.size);
    this.log.error(`${error.projection} is stalled: ${faultOf(error)}`);
    await this.checkpoints.fail(error.projection, error.message, error.position);
  }

  /** New projections are built outside this loop, so that the others go on. */
  #startBuild(models: readonly ReadModel[], signal: AbortSignal): void {
    const build = this.#runBuild(models, signal).finally(() => {
      for (const { name } of models) this.#building.delete(name);
      this.#builds.delete(build);
    });
    for (const { name } of models) this.#building.add(name);
    this.#builds.add(build);
  }

  async #runBuild(models: readonly ReadModel[], signal: AbortSignal): Promise<void> {
    try {
      for (const failure of await this.build(models, signal)) await this.#stopProjection(failure);
    } catch (error) {
      if (signal.aborted) return;
      this.log.warn(`Building the table failed and will be retried: ${faultOf(error)}`);
      await sleep(pauseAfterError, undefined, { signal }).catch(() => undefined);
    }
  }
}

const foldInto = async (
  within: Queryable,
  model: ReadModel,
  events: readonly Recorded[],
  from: Pick<Checkpoint, 'position' | 'skipped'> = { position: 0n, skipped: new Set() },
) => {
  const fold = new Fold(model, model.table, from.position, from.skipped);
  await fold.take(within, events);
  const { rows, removed } = fold.changes();
  await BrokenFold.guard(model.name, events, () => model.table.save(within, rows, removed));
};
