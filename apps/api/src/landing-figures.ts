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
  #kept: { readonly until: number; readonly counts: Promise<readonly number[]> } | undefined;

  constructor(
    private readonly search: CatalogSearch,
    private readonly bookings: BookingsQueries,
    private readonly reviews: ReviewsQueries,
    private readonly context: Context,
  ) {}

  /** Counted at most once a minute. Empty if they cannot be counted: then the page shows no figures. */
  read(): Promise<readonly number[]> {
    const now = this.context.now().getTime();
    if (!this.#kept || now >= this.#kept.until) this.#kept = { until: now + lifetime, counts: this.#count() };
    return this.#kept.counts;
  }

  async #count(): Promise<readonly number[]> {
    try {
      const [{ creators, categories }, completed, reviews] = await Promise.all([
        this.search.counts(),
        this.bookings.countCompleted(),
        this.reviews.countShown(),
      ]);
      return [creators, completed, categories, reviews];
    } catch (error) {
      this.#log.warn(`The figures of the landing page are not shown: ${traceOf(error)}`);
      return [];
    }
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
