import type { Session } from '@supabase/auth-js';
import { matchPath } from 'react-router-dom';
import { meEndpoint } from '../features/identity/endpoints.ts';
import { needsSecondFactor } from '../features/identity/second-factor.ts';
import { preload } from '../platform/http.ts';
import { storedSession } from '../platform/session-storage.ts';
import { type Route, routeOf } from './routes.tsx';
import { layoutsAround, shells } from './shells.ts';

/** Loads, in parallel, all code that the page at this path needs. */
export const loadCode = async (path: string): Promise<void> => {
  const route = routeOf(path);
  if (!route) return;
  const parts = [...layoutsAround(route.shell), shells[route.shell], route.layout, route.page];
  await Promise.all(parts.map((part) => part?.load()));
};

const isSignedIn = (): boolean => {
  const session = storedSession();
  return session !== undefined && !needsSecondFactor(session as Session);
};

// The data of a page may depend on the query of its address, so only the page itself can request it.
const dataOf = ({ path, shell, data }: Route, pathname: string, search: string): readonly string[] => {
  const ownQueries = (search === '' && data?.(matchPath(path, pathname)?.params ?? {})) || [];
  if (shell === 'signed-in') return isSignedIn() ? [meEndpoint, ...ownQueries] : [];
  return ownQueries;
};

/**
 * Loads the page at this address: requests its data while its code is loading. Nothing happens if it is loaded already.
 */
export const loadPage = (pathname: string, search: string): Promise<void> => {
  const route = routeOf(pathname);
  if (route && !route.page.isLoaded()) for (const path of dataOf(route, pathname, search)) preload(path);
  return loadCode(pathname);
};
