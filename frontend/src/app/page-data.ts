import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { createContext } from 'react';
import { HttpError } from '../platform/http.ts';
import { queryClient } from '../platform/query-client.ts';

/** The query client of the page. On the server each page has its own. */
export const ClientContext = createContext<QueryClient>(queryClient);

/** What the server read for a page: data, or the error that there is none. */
export type Seed = { key: QueryKey; data: unknown } | { key: QueryKey; missing: true };

export const notFound = () => new HttpError(404, 'creator-not-found', 'Profile not found');

export const seedsOf = (client: QueryClient): Seed[] =>
  client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey: key, state: { data, error } }): Seed[] => {
      if (error) return [{ key, missing: true }];
      return data === undefined ? [] : [{ key, data }];
    });

/** Puts what the server read into the client of the page, so that it is not requested again. */
export const seed = (client: QueryClient, seeds: readonly Seed[]): void => {
  for (const one of seeds) {
    if ('data' in one) client.setQueryData(one.key, one.data);
    else
      client
        .getQueryCache()
        .build(client, { queryKey: one.key })
        .setState({ status: 'error', error: notFound(), errorUpdatedAt: Date.now(), fetchStatus: 'idle' });
  }
};

/** What the server wrote into the document of this page. */
export const storedSeeds = (): readonly Seed[] =>
  typeof document === 'undefined'
    ? []
    : (JSON.parse(document.getElementById('page-data')?.textContent ?? '[]') as readonly Seed[]);
