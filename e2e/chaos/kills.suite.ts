import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from './chance.suite.ts';
import type { Journal } from './journal.suite.ts';
import type { Product } from './product.suite.ts';
import type { CommandCall } from './service.suite.ts';

const targets = ['api', 'worker', 'serve', 'postgres'] as const;
type Target = (typeof targets)[number];

/** When: at once, while the one before is still coming back; while people work; in the middle of a rebuild. */
type Moment = 'at once' | 'at work' | 'rebuilding';
type Kill = { readonly target: Target; readonly moment: Moment };

/** Of a target's kills one in so many hits a rebuild, which is killed itself every other time. */
const rebuildEvery = 10;
const atOnce = 25;
/** On a machine that is too busy each kill waits so many milliseconds for progress all the same. */
const shortest = 1_500;

/** SIGKILL for each target so many times, within about so many seconds. */
export class Kills {
  readonly counts: Record<Target, number> = { api: 0, worker: 0, serve: 0, postgres: 0 };
  rebuildsHit = 0;
  #left: number;
  #until = 0;

  constructor(
    private readonly product: Product,
    private readonly journal: Journal,
    private readonly chance: Chance,
    private readonly rounds: number,
    private readonly seconds: number,
  ) {
    this.#left = rounds * targets.length;
  }

  async run(): Promise<void> {
    this.#until = Date.now() + this.seconds * 1000;
    for (const kill of this.#plan()) {
      if (this.product.over) return;
      await this.#one(kill);
      this.#left -= 1;
    }
  }

  #plan(): readonly Kill[] {
    const kills = targets.flatMap((target) =>
      Array.from({ length: this.rounds }, (_, i): Kill => ({ target, moment: this.#momentOf(i) })),
    );
    return this.chance.shuffled(kills);
  }

  #momentOf(index: number): Moment {
    if (index % rebuildEvery === 0) return 'rebuilding';
    return this.chance.happens(atOnce) ? 'at once' : 'at work';
  }

  async #one({ target, moment }: Kill): Promise<void> {
    if (moment === 'at work') await this.#progress(target);
    const rebuild = moment === 'rebuilding' ? await this.#rebuilding() : undefined;
    await sleep(this.chance.below(moment === 'at work' ? 250 : 50));
    if (rebuild?.running) this.rebuildsHit += 1;
    if (rebuild && this.chance.happens(50)) rebuild.kill();
    await this.#kill(target);
    await rebuild?.ended;
  }

  /** It works, and somebody was answered since the last kill; the time that is left is shared among the kills that are left. */
  async #progress(target: Target): Promise<void> {
    const before = this.journal.acknowledged;
    const until = Date.now() + Math.max(shortest, (this.#until - Date.now()) / this.#left);
    const up = () => target === 'postgres' || this.product[target].up;
    const goes = () => this.journal.acknowledged > before + 2 && up();
    while (Date.now() < until && !goes()) await sleep(10);
  }

  /** Every read model is being folded again, every other time from where a killed rebuild was. */
  async #rebuilding(): Promise<CommandCall> {
    const resume = this.chance.happens(50) ? ['--resume'] : [];
    const call = this.product.call('projections', 'rebuild', '--all', ...resume);
    while (call.running && !call.working) await sleep(5);
    return call;
  }

  async #kill(target: Target): Promise<void> {
    if (target === 'postgres') await this.product.killPostgres(this.chance.below(300));
    else {
      // Whatever ended a moment ago is about to be started again.
      while (!(this.product.over || this.product[target].kill())) await sleep(10);
    }
    this.counts[target] += 1;
  }
}
