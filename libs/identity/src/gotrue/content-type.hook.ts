import { type HookedServer, overrideContentType } from '#platform/http';
import { AuthErrorsFilter } from './gotrue.filter.ts';

/** A provider may send its response as a form post instead of a redirect, so this route keeps its Content-Type. */
const formPost = /^\/auth\/v1\/callback(\?|$)/;

/** GoTrue reads every body as JSON and ignores its Content-Type. */
export const ignoreContentTypes = (server: HookedServer): void =>
  overrideContentType(server, (request) =>
    AuthErrorsFilter.covers(request) && !formPost.test(request.url) ? 'application/json' : undefined,
  );
