import { Controller, Get, Header } from '@nestjs/common';
import { CatalogSearch } from '#catalog';
import { creatorPath, serviceTypes } from '#catalog/contract';
import { escapeHtml } from '#kernel/contract';
import { Config } from '#platform/config';
import { Context } from '#platform/context';
import { Public, ReturnsText } from '#platform/http';
import { Costly } from '#platform/rate-limits';

/**
 * Paths that search engines must not read: routes, and pages that need a session. Under `/leads`, only the list itself
 * is public.
 */
const disallowed = ['/api/', '/auth/', '/dashboard', '/bookings', '/leads/', '/settings'];
/** For how long a sitemap is kept, in milliseconds. It reads every public profile. */
const sitemapLifetime = 300_000;
/** The public pages with an address of their own, besides profiles. Each address is canonical. */
const publicPaths = [
  ...['/', '/creators', '/vendor-recommendations', '/about', '/contact', '/careers', '/terms', '/privacy', '/cookies'],
  ...Object.keys(serviceTypes).map((service) => `/creators?service=${service}`),
];

/** robots.txt and sitemap.xml. */
@Public()
@Controller()
export class SearchEnginesController {
  #sitemap: { readonly text: Promise<string>; readonly until: number } | undefined;

  constructor(
    private readonly config: Config,
    private readonly search: CatalogSearch,
    private readonly context: Context,
  ) {}

  @Get('robots.txt')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=300')
  @ReturnsText('text/plain')
  robots(): string {
    const lines = disallowed.map((path) => `Disallow: ${path}`);
    return ['User-agent: *', ...lines, '', `Sitemap: ${this.config.publicUrl}/sitemap.xml`, ''].join('\n');
  }

  /** The canonical addresses of the public pages and of all public profiles. */
  @Get('sitemap.xml')
  @Costly({ name: 'api.sitemap', times: 10, seconds: 60 })
  @Header('Content-Type', 'application/xml; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=300')
  @ReturnsText('application/xml')
  sitemap(): Promise<string> {
    const now = this.context.now().getTime();
    if (this.#sitemap && now < this.#sitemap.until) return this.#sitemap.text;
    const text = this.#build();
    this.#sitemap = { text, until: now + sitemapLifetime };
    // A failed attempt is not cached, so the next request tries again.
    text.catch(() => {
      this.#sitemap = undefined;
    });
    return text;
  }

  async #build(): Promise<string> {
    const paths = [...publicPaths, ...(await this.search.listed()).map(creatorPath)];
    const entries = paths.map((path) => `<url><loc>${escapeHtml(this.config.publicUrl + path)}</loc></url>`);
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...entries,
      '</urlset>',
      '',
    ].join('\n');
  }
}
