import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { BookingsQueries, ReviewsQueries } from '#bookings';
import { CatalogSearch } from '#catalog';
import { Context } from '#platform/context';
import { CappedLog, traceOf } from '#platform/logging';

/** How long counts are kept, in milliseconds. */
const lifetime = 60_000;

/** The counts that the landing page shows if `LIVE_FIGURES` is set, in the order in which it shows them. */
@Injectable()
export class LandingFigures {
  readonly #log = new CappedLog('LandingFigures', 10);
  /** How long a page waits for the first counts, in milliseconds. */
  firstLimit = 1_000;
  #counts: readonly number[] | undefined;
  #counting: Promise<void> | undefined;
  #keptUntil = 0;

  constructor(
    private readonly search: CatalogSearch,
    private readonly bookings: BookingsQueries,
    private readonly reviews: ReviewsQueries,
    private readonly context: Context,
  ) {}

  /**
   * Counted at most once a minute. Does not wait for the database if it has counted before; empty if there are no counts
   * yet: then the page shows no figures.
   */
  async read(): Promise<readonly number[]> {
    if (!this.#counting && this.context.now().getTime() >= this.#keptUntil) {
      this.#counting = this.#count().finally(() => {
        this.#counting = undefined;
      });
    }
    if (!this.#counts && this.#counting)
      await Promise.race([this.#counting, sleep(this.firstLimit, undefined, { ref: false })]);
    return this.#counts ?? [];
  }

  async #count(): Promise<void> {
    try {
      const [{ creators, categories }, completed, reviews] = await Promise.all([
        this.search.counts(),
        this.bookings.countCompleted(),
        this.reviews.countShown(),
      ]);
      this.#counts = [creators, completed, categories, reviews];
    } catch (error) {
      this.#log.warn(`The figures of the landing page could not be counted: ${traceOf(error)}`);
    }
    this.#keptUntil = this.context.now().getTime() + lifetime;
  }
}

const figureList = /(<dl class="wrap columns figures">)(.*?)(<\/dl>)/s;

/**
 * Writes the counts into a page: over the fixed figures if it is the landing page, and always into a meta tag, because
 * scripts can open the landing page from any other page.
 */
export const withFigures = (html: string, counts: readonly number[]): string => {
  const figures = counts.map((count) => count.toLocaleString('en-US'));
  const remaining = [...figures];
  return html
    .replace('</head>', `<meta name="festoon-figures" content="${figures.join(' ')}"></head>`)
    .replace(figureList, (_, start: string, items: string, end: string) =>
      figures.length === 0
        ? ''
        : start + items.replace(/(<dd[^>]*>)[^<]*/g, (_item, tag: string) => tag + (remaining.shift() ?? '')) + end,
    );
};
