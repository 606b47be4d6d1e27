import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from './product.suite.ts';
import type { RequestLog } from './request-log.suite.ts';
import type { SeededRandom } from './seeded-random.suite.ts';
import type { CommandCall } from './service.suite.ts';

const targets = ['api', 'worker', 'serve', 'postgres'] as const;
type Target = (typeof targets)[number];

/** When a target is killed: while the previous one is still restarting, while users are served, or during a rebuild. */
type Moment = 'restarting' | 'serving' | 'rebuilding';
type Kill = { readonly target: Target; readonly moment: Moment };

/** One in ten kills of a target happens during a rebuild; half of these rebuilds are killed as well. */
const rebuildEvery = 10;
/**
 * The index of the first kill of a target that happens during a rebuild. With one round only the worker and Postgres are
 * killed during one, because a rebuild takes longer than everything else in such a run.
 */
const firstDuringRebuild: Readonly<Record<Target, number>> = { worker: 0, postgres: 0, api: 1, serve: 1 };
/** The percentage of the other kills that hit a restarting product. */
const restartingShare = 25;
/** The minimum time to wait for responses before a kill, in milliseconds, even if the run is late. */
const minimumTimeLimit = 1_500;
/** A rebuild that still runs after this time, in milliseconds, is killed: how long it takes is not what is tested. */
const rebuildEndsWithin = 120_000;
/** A command that prints nothing for this long, in milliseconds, hangs. A rebuild prints each step of each table. */
const printsWithin = 90_000;
/** After about this many acknowledged requests, the simulated users pause until the next kill. */
const requestsPerKill = 50;

/** Kills each target (SIGKILL) `rounds` times within about `seconds`. */
export class Kills {
  readonly counts: Record<Target, number> = { api: 0, worker: 0, serve: 0, postgres: 0 };
  rebuildsHit = 0;
  #left: number;
  #over = false;
  #until = 0;

  constructor(
    private readonly product: Product,
    private readonly requests: RequestLog,
    private readonly random: SeededRandom,
    private readonly rounds: number,
    private readonly seconds: number,
  ) {
    this.#left = rounds * targets.length;
  }

  /** Throws after `milliseconds`, with the kill that was in progress. */
  async run(milliseconds: number): Promise<void> {
    this.#until = Date.now() + this.seconds * 1000;
    const timeout = sleep(milliseconds, 'late' as const, { ref: false });
    for (const kill of this.#plan()) {
      if (this.product.over) return;
      const one = this.#one(kill);
      one.catch(() => undefined);
      if ((await Promise.race([one, timeout])) === 'late') {
        this.#over = true;
        throw new Error(`A kill did not end: ${JSON.stringify(kill)}, ${this.#left} were left`);
      }
      this.#left -= 1;
    }
  }

  #plan(): readonly Kill[] {
    const kills = targets.flatMap((target) =>
      Array.from({ length: this.rounds }, (_, i): Kill => ({ target, moment: this.#momentOf(target, i) })),
    );
    return this.random.shuffled(kills);
  }

  #momentOf(target: Target, index: number): Moment {
    if (index % rebuildEvery === firstDuringRebuild[target]) return 'rebuilding';
    return this.random.happens(restartingShare) ? 'restarting' : 'serving';
  }

  async #one({ target, moment }: Kill): Promise<void> {
    this.requests.allow(requestsPerKill);
    if (moment === 'serving') await this.#progress(target);
    const rebuild = moment === 'rebuilding' ? await this.#rebuilding() : undefined;
    await sleep(this.random.below(moment === 'serving' ? 250 : 50));
    if (rebuild?.running) this.rebuildsHit += 1;
    if (rebuild && this.random.happens(50)) rebuild.kill();
    await this.#kill(target);
    if (rebuild) await this.#ended(rebuild);
  }

  /**
   * Waits until the rebuild ends. Kills it after `rebuildEndsWithin`; throws, with its output, if it prints nothing for
   * `printsWithin`.
   */
  async #ended(rebuild: CommandCall): Promise<void> {
    const end = Date.now() + rebuildEndsWithin;
    let [printed, deadline] = [-1, 0];
    while (rebuild.running && !this.#over) {
      if (rebuild.errors.length !== printed) [printed, deadline] = [rebuild.errors.length, Date.now() + printsWithin];
      if (Date.now() > deadline) throw new Error(`A rebuild hangs: ${rebuild.errors}`);
      if (Date.now() > end && rebuild.working) rebuild.kill();
      await sleep(20);
    }
  }

  /**
   * Waits until the target is up and requests got responses since the last kill. The remaining time is shared among the
   * remaining kills.
   */
  async #progress(target: Target): Promise<void> {
    const acknowledgedBefore = this.requests.acknowledged;
    const deadline = Date.now() + Math.max(minimumTimeLimit, (this.#until - Date.now()) / this.#left);
    const isUp = () => target === 'postgres' || this.product[target].up;
    const hasProgressed = () => this.requests.acknowledged > acknowledgedBefore + 2 && isUp();
    while (Date.now() < deadline && !hasProgressed()) await sleep(10);
  }

  /** Starts a rebuild of every read table; every other time it resumes a killed one. */
  async #rebuilding(): Promise<CommandCall> {
    const resume = this.random.happens(50) ? ['--resume'] : [];
    // A start that fails, because Postgres was killed a moment ago, is repeated.
    for (const deadline = Date.now() + printsWithin; ; ) {
      const call = this.product.call('projections', 'rebuild', '--all', ...resume);
      while (call.running && !call.working) {
        if (Date.now() > deadline || this.#over) throw new Error(`A rebuild did not start: ${call.errors}`);
        await sleep(5);
      }
      if (call.running || this.product.over || Date.now() > deadline) return call;
    }
  }

  async #kill(target: Target): Promise<void> {
    if (target === 'postgres') await this.product.killPostgres(this.random.below(300));
    else {
      // A process that has just ended is about to be restarted.
      while (!(this.product.over || this.product[target].kill())) await sleep(10);
    }
    this.counts[target] += 1;
  }
}
