import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { matchPath, StaticRouter } from 'react-router-dom';
import type { CreatorProfile } from '#catalog/contract';
import { replyTimeQuery } from '../features/bookings/reply-time-api.ts';
import { creatorReviewsQuery } from '../features/bookings/reviews-api.ts';
import { creatorQuery, creatorSearchQuery } from '../features/catalog/api.ts';
import { creatorDaysQuery } from '../features/catalog/availability-api.ts';
import { cursorFrom, searchFrom } from '../features/catalog/creator-filter.ts';
import { creatorIdIn } from '../features/catalog/endpoints.ts';
import { deliveryPromiseQuery } from '../features/galleries/settings-api.ts';
import { monthOf, periodOf } from '../platform/calendar.ts';
import { isMissing, readWith } from '../platform/http.ts';
import { createQueryClient } from '../platform/query-client.ts';
import { todayInUtc } from '../platform/today.ts';
import { App } from './app.tsx';
import { documentWith } from './document.ts';
import { listHead, missingHead, profileHead } from './head.ts';
import { loadCode } from './load-page.ts';
import { ClientContext, notFound, seedsOf } from './page-data.ts';

/** Must be called once. `read` resolves to what `GET /api/v1{path}` returns, or to undefined where that returns 404. */
export const startRendering = (read: (path: string, query: object) => Promise<unknown>): void =>
  readWith(async (path, query) => {
    const found = await read(path, query);
    if (found === undefined) throw notFound();
    return found;
  });

/** `origin` is the site's own, without a slash at the end. `template` is the document of this page without content. */
type PageRequest = { path: string; search: string; origin: string; template: string; signal: AbortSignal };
type RenderedPage = { status: 200 | 404; html: string };

/** What a page reads, and its head. Throws what the reads throw, except that a profile may be missing. */
type Preparation = { status: 200 | 404; head: string };

const noRetry = { retry: false } as const;

const prepareList = async (client: QueryClient, { search, origin }: PageRequest): Promise<Preparation> => {
  const params = new URLSearchParams(search);
  const { pages } = await client.fetchInfiniteQuery({
    ...creatorSearchQuery(searchFrom(params), cursorFrom(params)),
    ...noRetry,
  });
  const creators = pages.flatMap(({ items }) => items);
  return { status: 200, head: listHead(creators, searchFrom(params), origin) };
};

const readProfile = async (client: QueryClient, id: string): Promise<CreatorProfile | undefined> => {
  try {
    return await client.fetchQuery({ ...creatorQuery(id), ...noRetry });
  } catch (error) {
    // The query keeps the error, so that the page shows that there is no such profile.
    if (isMissing(error)) return undefined;
    throw error;
  }
};

const prepareProfile = async (client: QueryClient, { path, origin }: PageRequest): Promise<Preparation> => {
  const id = creatorIdIn(matchPath('/creators/:id', path)?.params.id ?? '');
  const profile = await readProfile(client, id);
  if (!profile) return { status: 404, head: missingHead };
  const today = todayInUtc();
  await Promise.all([
    client.fetchQuery({ ...creatorDaysQuery(id, { ...periodOf(monthOf(today)), today }), ...noRetry }),
    client.fetchQuery({ ...deliveryPromiseQuery(id), ...noRetry }),
    client.fetchQuery({ ...replyTimeQuery(id), ...noRetry }),
    client.fetchInfiniteQuery({ ...creatorReviewsQuery(id), ...noRetry }),
  ]);
  return { status: 200, head: profileHead(profile, origin) };
};

const markupOf = ({ path, search, signal }: PageRequest, client: QueryClient): Promise<string> =>
  new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <StrictMode>
        <ClientContext value={client}>
          <StaticRouter location={`${path}${search}`}>
            <App />
          </StaticRouter>
        </ClientContext>
      </StrictMode>,
      {
        // Only the complete page is sent: React would stream parts with inline scripts, which the content security
        // policy forbids.
        onAllReady: () => void text(pipe(new PassThrough())).then(resolve, reject),
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onError: reject,
      },
    );
    signal.addEventListener('abort', () => abort(signal.reason));
  });

/**
 * Renders a public page as a signed-out visitor sees it. Rejects if its data cannot be read, or the rendering fails or
 * is aborted.
 */
export const renderPage = async (request: PageRequest): Promise<RenderedPage> => {
  const client = createQueryClient();
  await loadCode(request.path);
  const isList = matchPath('/creators', request.path) !== null;
  const { status, head } = await (isList ? prepareList : prepareProfile)(client, request);
  const markup = await markupOf(request, client);
  return { status, html: documentWith(request.template, { head, markup, seeds: seedsOf(client) }) };
};
