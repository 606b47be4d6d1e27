import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Injectable } from '@nestjs/common';
import { CatalogSearch } from '#catalog';
import { Config, projectFolder } from '#platform/config';
import { CappedLog, traceOf } from '#platform/logging';
import { Limits } from '#platform/rate-limits';
import { PublicReads } from './public-reads.ts';

/** A page that is rendered: its address, and its document as the build wrote it, without content. */
export type PageRequest = { readonly path: string; readonly search: string; readonly template: string };
/** `network`: the visitor's network, by which rate limits count. */
type VisitedPage = PageRequest & { readonly network: string };
export type RenderedPage = { readonly status: 200 | 404; readonly html: string };

/** What the build of `frontend/src/app/server.tsx` exports. */
export type Renderer = {
  /** Must be called once, before the first page. `read` is as {@link PublicReads.read}. */
  startRendering(read: PublicReads['read']): void;
  renderPage(request: PageRequest & { readonly origin: string; readonly signal: AbortSignal }): Promise<RenderedPage>;
};

/** While this many pages are being rendered, others are sent without content, to limit the load on the database. */
const maximumConcurrentPages = 16;
const linesPerMinute = 10;

/**
 * Renders public pages as a signed-out visitor sees them. The browser can always do the same from the document without
 * content, so a page that fails, takes too long or is requested under load is sent without content.
 */
@Injectable()
export class PageRenderer {
  readonly #log = new CappedLog('PageRenderer', linesPerMinute);
  /** How long a page may take, in milliseconds. */
  timeLimit = 1_500;
  #renderer: Promise<Renderer | undefined> = Promise.resolve(undefined);
  #inProgress = 0;

  constructor(
    private readonly config: Config,
    private readonly reads: PublicReads,
    private readonly limits: Limits,
  ) {}

  /** Loads the code of the pages, which takes longer than any page. Tests pass their own. */
  load(loading: Promise<Renderer | undefined> = builtRenderer()): void {
    this.#renderer = loading.then(
      (renderer) => {
        renderer?.startRendering((path, query) => this.reads.read(path, query));
        return renderer;
      },
      (error: unknown) => {
        this.#log.warn(`Public pages are sent without content: ${traceOf(error)}`);
        return undefined;
      },
    );
  }

  /** Undefined if the page has to be sent without content. */
  async render({ network, ...page }: VisitedPage): Promise<RenderedPage | undefined> {
    const renderer = await this.#renderer;
    if (!renderer) return undefined;
    const signal = AbortSignal.timeout(this.timeLimit);
    try {
      if (!(await this.#maySearch(page, network)) || this.#inProgress >= maximumConcurrentPages) return undefined;
      return await Promise.race([this.#counted(renderer, page, signal), rejectionOf(signal, this.timeLimit)]);
    } catch (error) {
      this.#log.warn(`A page was sent without content: ${traceOf(error)}`);
      return undefined;
    }
  }

  /**
   * A search counts towards the API's limit; beyond it the page is sent without content, and the browser's own request
   * shows the refusal.
   */
  async #maySearch({ search }: PageRequest, network: string): Promise<boolean> {
    const { limit } = CatalogSearch;
    return !new URLSearchParams(search).get(limit.query) || (await this.limits.take(limit, network)).allowed;
  }

  /**
   * Renders a page. The rendering counts as in progress until it ends, even if the page was already sent without
   * content, because it still uses the database.
   */
  async #counted(renderer: Renderer, page: PageRequest, signal: AbortSignal): Promise<RenderedPage> {
    this.#inProgress += 1;
    try {
      return await renderer.renderPage({ ...page, origin: this.config.publicUrl, signal });
    } finally {
      this.#inProgress -= 1;
    }
  }
}

const rejectionOf = (signal: AbortSignal, timeLimit: number): Promise<never> =>
  new Promise((_, reject) => {
    const refuse = () => reject(new Error(`It was not rendered within ${timeLimit} ms`));
    if (signal.aborted) refuse();
    else signal.addEventListener('abort', refuse);
  });

const builtRenderer = async (): Promise<Renderer | undefined> => {
  const file = join(projectFolder(), 'dist/frontend-server/server.js');
  // The API also works without the frontend, so that tests of the routes need no build.
  return existsSync(file) ? ((await import(pathToFileURL(file).href)) as Renderer) : undefined;
};
